package workspace

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/mullionhq/mullion/whole"
)

// A Choice is one step of choosing a model that the workspace's gold has taught, a line of models/history.jsonl.
type Choice struct {
	At     time.Time `json:"at"`
	Base   string    `json:"base"`             // the model setting that was in force, a file by its whole path: what the model was taught upon
	Accept string    `json:"accept,omitempty"` // name of the model that is in use from now on
	Undo   bool      `json:"undo,omitempty"`   // takes back the last Accept that stands
}

// ErrNoModel says that there is no model to decide about.
var ErrNoModel = errors.New("there is no model")

// candidate is the name of a model that nobody has decided about.
const candidate = "candidate"

func (w *Workspace) model(name string) string { return filepath.Join(w.dir, "models", name) }

// InUse is the file of the model that was accepted last and stands, and what was written of it; "" when there is none
// that was taught upon the base.
func (w *Workspace) InUse(base string) (file string, info []byte, err error) {
	standing, err := w.accepted(base)
	if err != nil || len(standing) == 0 {
		return "", nil, err
	}
	name := standing[len(standing)-1]
	info, err = readFile(w.model(name + ".json"))
	return w.model(name + ".model"), info, err
}

// OtherBases are the bases but this one that models were taught upon which were accepted and stand. They are not in use.
func (w *Workspace) OtherBases(base string) ([]string, error) {
	all, err := w.standing()
	delete(all, resolved(base))
	return slices.Sorted(maps.Keys(all)), err
}

func (w *Workspace) accepted(base string) ([]string, error) {
	all, err := w.standing()
	return all[resolved(base)], err
}

// standing are the models that were accepted and not taken back, by what they were taught upon.
func (w *Workspace) standing() (map[string][]string, error) {
	choices, err := readLines[Choice](w.model(historyFile))
	if err != nil {
		return nil, err
	}
	all := map[string][]string{}
	for _, c := range choices {
		base := resolved(c.Base)
		if list := all[base]; !c.Undo {
			all[base] = append(list, c.Accept)
		} else if all[base] = list[:max(0, len(list)-1)]; len(all[base]) == 0 {
			delete(all, base)
		}
	}
	return all, nil
}

// builtin is the model setting of the bundled model.
const builtin = "builtin"

// resolved is the model setting in one spelling: a file by its whole path, without links where it is there.
func resolved(base string) string {
	if base == "" || base == builtin {
		return builtin
	}
	whole, err := filepath.Abs(base)
	if err != nil {
		return base
	}
	if target, err := filepath.EvalSymlinks(whole); err == nil {
		return target
	}
	return whole
}

// Propose keeps a model until it is accepted or rejected, in place of one that waited. info tells of it, in JSON.
func (w *Workspace) Propose(ctx context.Context, model, info []byte) error {
	unlock, err := w.Lock(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	if err := os.MkdirAll(w.model(""), 0o755); err != nil {
		return err
	}
	if err := w.reject(); err != nil && !errors.Is(err, ErrNoModel) {
		return err
	}
	if err := writeFile(w.model(candidate+".model"), model); err != nil {
		return err
	}
	return writeFile(w.model(candidate+".json"), info) // last: with it the candidate is whole
}

// Proposed is what was written of the model that waits; ErrNoModel when none does.
func (w *Workspace) Proposed() ([]byte, error) {
	info, err := readFile(w.model(candidate + ".json"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w that waits for a decision: train one", ErrNoModel)
	}
	return info, err
}

// Reject removes the model that waits.
func (w *Workspace) Reject(ctx context.Context) error {
	unlock, err := w.Lock(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	return w.reject()
}

func (w *Workspace) reject() error {
	_, err := w.Proposed()
	if err == nil {
		err = os.Remove(w.model(candidate + ".json"))
	}
	if err == nil {
		file := w.model(candidate + ".model")
		err = inPlace(file, os.Remove(file))
	}
	return err
}

// Accept puts the model that waits into use.
func (w *Workspace) Accept(ctx context.Context, base string) error {
	unlock, err := w.Lock(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	if _, err := w.Proposed(); err != nil {
		return err
	}
	name := ""
	for n := 1; name == "" || exists(w.model(name+".model")); n++ {
		name = fmt.Sprintf("%04d", n)
	}
	for _, kind := range []string{".json", ".model"} { // interrupted in between, no model waits that cannot be accepted
		if err := os.Rename(w.model(candidate+kind), w.model(name+kind)); err != nil {
			return err
		}
	}
	return w.choose(Choice{At: time.Now().UTC(), Base: resolved(base), Accept: name})
}

// Return puts the model into use that was before the last Accept. Files of models stay.
func (w *Workspace) Return(ctx context.Context, base string) error {
	unlock, err := w.Lock(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	standing, err := w.accepted(base)
	if err != nil {
		return err
	}
	if len(standing) == 0 {
		return fmt.Errorf("%w to return from: none was accepted", ErrNoModel)
	}
	return w.choose(Choice{At: time.Now().UTC(), Base: resolved(base), Undo: true})
}

func (w *Workspace) choose(c Choice) error { return appendLine(w.model(historyFile), c) }

// AddEstimate keeps how well a model did, a value that becomes a JSON object.
func (w *Workspace) AddEstimate(ctx context.Context, estimate any) error {
	unlock, err := w.Lock(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	if err := os.MkdirAll(w.model(""), 0o755); err != nil {
		return err
	}
	return appendLine(w.model("estimates.jsonl"), estimate)
}

// Estimates are those that AddEstimate kept, the oldest first.
func Estimates[T any](w *Workspace) ([]T, error) { return readLines[T](w.model("estimates.jsonl")) }

// readLines reads a file of JSON lines, but for blank ones; one that is not there is empty.
func readLines[T any](path string) ([]T, error) {
	raw, err := readFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var list []T
	n := 0
	for line := range bytes.Lines(raw) {
		n++
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		var v T
		if err := json.Unmarshal(line, &v); err != nil {
			return nil, fmt.Errorf("%w: %s:%d: %w: remove the line", ErrBroken, path, n, err)
		}
		list = append(list, v)
	}
	return list, nil
}

// appendLine adds a line, in a new file that replaces the old one.
func appendLine(path string, v any) error {
	line, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("writing %s: %w", filepath.Base(path), err)
	}
	raw, err := readFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return writeFile(path, append(append(raw, line...), '\n'))
}

func readFile(path string) ([]byte, error) {
	raw, err := os.ReadFile(path)
	return raw, inPlace(path, err)
}

func writeFile(path string, raw []byte) error { return inPlace(path, whole.WriteFile(path, raw)) }

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
