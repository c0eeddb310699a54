package mullion

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/mullionhq/mullion/classify"
	"github.com/mullionhq/mullion/classify/density"
	"github.com/mullionhq/mullion/classify/shares"
)

// Machines are what the methods template-svm and density-svm work with. Nil fields stand for what is bundled.
type Machines struct {
	Shares  *shares.Model
	Density *density.Model
	Words   *density.Lexicon // noise words
}

// BuiltinModel stands, in Options.Model, for the bundled model of the method, as "" does.
const BuiltinModel = "builtin"

// ErrModel says that a model file is not there, or is none of the method that it is for.
var ErrModel = errors.New("unusable model")

// A modelError is ErrModel with its reason alone for a text.
type modelError struct{ error }

func (e modelError) Unwrap() error        { return e.error }
func (e modelError) Is(target error) bool { return target == ErrModel }

// OpenModel reads a model file of the fused method, or takes the bundled model.
func OpenModel(path string) (*classify.Model, error) {
	m, err := openModel(path, classify.ReadModel)
	if m == nil && err == nil {
		return classify.Builtin()
	}
	return m, err
}

// OpenMachines reads the files that the options name for their method: its model and its noise words. What is bundled
// stays nil.
func OpenMachines(o Options) (Machines, error) {
	m := Machines{}
	var err error
	switch o.Method {
	case TemplateSVM:
		m.Shares, err = openModel(o.Model, shares.Read)
	case DensitySVM:
		if m.Density, err = openModel(o.Model, density.Read); err == nil {
			m.Words, err = density.Open(o.DensitySVM.NoiseWords)
		}
	}
	return m, err
}

// openModel reads a model file; nil for the bundled one. Every failure is ErrModel.
func openModel[M any](path string, read func(io.Reader) (*M, error)) (*M, error) {
	if path == "" || path == BuiltinModel {
		return nil, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, modelError{fmt.Errorf("model: %w: train one with mullion train, or use --model builtin", err)}
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return nil, modelError{fmt.Errorf("model %s: it is a folder: name the file in it", path)}
	}
	m, err := read(f)
	if err != nil {
		return nil, modelError{fmt.Errorf("model %s: %w", path, err)}
	}
	return m, nil
}

// Bundled is the machines with those that the program comes with for what is nil.
func (m Machines) Bundled() Machines {
	var err error
	if m.Shares == nil {
		if m.Shares, err = shares.Builtin(); err != nil {
			panic(err) // our own file
		}
	}
	if m.Density == nil {
		if m.Density, err = density.Builtin(); err != nil {
			panic(err)
		}
	}
	if m.Words == nil {
		m.Words = density.Bundled()
	}
	return m
}
