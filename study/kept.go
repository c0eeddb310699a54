package study

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/classify"
	"github.com/mullionhq/mullion/whole"
)

// trained trains a model. With Study.Keep it is left in that folder, as its file has it, and one that this program trained
// of the same examples and options is taken from there: training that was interrupted goes on, and what other thresholds
// are worth is known without training again.
func (s *Study) trained(ctx context.Context, examples []classify.Example, o classify.TrainOptions) (*classify.Model, error) {
	if s.Keep == "" {
		return s.fit(ctx, examples, o)
	}
	program, err := program()
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(s.Keep, 0o755); err != nil {
		return nil, fmt.Errorf("keeping models: %w", err) // before hours of training
	}
	name := sha256.Sum256([]byte(program + classify.Fingerprint(examples, o)))
	file := filepath.Join(s.Keep, fmt.Sprintf("%x.model", name[:16]))
	if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
		m, err := s.fit(ctx, examples, o)
		if err != nil {
			return nil, err
		}
		if err := whole.Write(file, m.Write); err != nil {
			return nil, err
		}
	} else {
		s.say("taking a model that was kept", 0, 0)
	}
	m, err := mullion.OpenModel(file)
	if err != nil {
		return nil, fmt.Errorf("kept model: %w: remove it", err)
	}
	return m, nil
}

func (s *Study) fit(ctx context.Context, examples []classify.Example, o classify.TrainOptions) (*classify.Model, error) {
	return classify.Train(ctx, examples, o, func(step string) { s.say(step, 0, 0) })
}

// program tells this program from others: another build may train other models.
var program = sync.OnceValues(func() (string, error) {
	name, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", fmt.Errorf("reading %s: %w", name, err)
	}
	return string(h.Sum(nil)), nil
})
