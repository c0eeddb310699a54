package workspace

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"time"

	"github.com/mullionhq/mullion/eval"
	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/regions"
	"github.com/mullionhq/mullion/whole"
)

// An Action is one step of labelling a page by hand, a line of its history.jsonl. Blocks go by their number on the page.
type Action struct {
	At      time.Time            `json:"at"`
	Base    []int                `json:"base,omitempty"`    // of the first Set: the content blocks before anything was labelled
	Set     map[int]bool         `json:"set,omitempty"`     // what is content from now on (true), and what is not
	Regions map[int]regions.Name `json:"regions,omitempty"` // what stands in which region from now on
	Undo    bool                 `json:"undo,omitempty"`    // takes back the last Set or Regions that stands
}

// Labels are what a page's blocks are by hand.
type Labels struct {
	Content []int                `json:"content"` // the blocks of the gold text, in order; nil where nobody has labelled content
	Judged  []int                `json:"judged"`  // those that somebody labelled content or not
	Regions map[int]regions.Name `json:"regions"` // the regions that somebody gave, by block
	Undo    bool                 `json:"undo"`    // whether there is something to take back
}

// Count is how many labels were given by hand.
func (l *Labels) Count() int {
	if l == nil {
		return 0
	}
	return len(l.Judged) + len(l.Regions)
}

// Replay tells the labels after a history; nil when nothing was labelled.
func Replay(history []Action) *Labels {
	if len(history) == 0 {
		return nil
	}
	l := &Labels{Regions: map[int]regions.Name{}}
	var standing []Action
	content, judged := map[int]bool{}, map[int]bool{}
	for _, a := range history {
		if a.Set != nil && l.Content == nil {
			l.Content = []int{}
			for _, b := range a.Base {
				content[b] = true
			}
		}
		switch {
		case !a.Undo:
			standing = append(standing, a)
		case len(standing) > 0:
			standing = standing[:len(standing)-1]
		}
	}
	for _, a := range standing {
		for b, is := range a.Set {
			judged[b] = true
			if delete(content, b); is {
				content[b] = true
			}
		}
		maps.Copy(l.Regions, a.Regions)
	}
	if l.Content != nil {
		l.Content = sorted(content)
	}
	l.Judged, l.Undo = sorted(judged), len(standing) > 0
	return l
}

// sorted is never nil, so that JSON has a list.
func sorted(set map[int]bool) []int {
	return append([]int{}, slices.Sorted(maps.Keys(set))...)
}

// History reads what was labelled on a page, from the first action on.
func (w *Workspace) History(id string) ([]Action, error) {
	path, err := w.path(id, "history.jsonl")
	if err != nil {
		return nil, err
	}
	return readLines[Action](path)
}

// Gold is what a history's labels leave.
type Gold struct {
	Text  *string                     // nil where nobody has labelled content
	Boxes map[regions.Name][]page.Box // none where nobody has labelled regions
}

// The files of gold: its text and its boxes by hand, as a rendered corpus has them, and the text that a page came with.
const (
	goldFile   = "gold.txt"
	boxesFile  = "boxes.json"
	beforeFile = "gold.before.txt"
)

// SetLabels replaces a page's history, and its gold by what the history's labels leave; each file is there whole or not
// at all. The gold text that the page came with is kept as gold.before.txt, its boxes in info.json.
func (w *Workspace) SetLabels(id string, history []Action, gold Gold) error {
	e, err := w.Entry(id)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	for _, a := range history {
		if err := enc.Encode(a); err != nil {
			return fmt.Errorf("writing labels of %s: %w", id, err)
		}
	}
	if err := w.keepGold(&e, gold); err != nil {
		return err
	}
	if err := w.write(id, "history.jsonl", b.Bytes()); err != nil {
		return err
	}
	if err := w.writeBoxes(id, gold.Boxes); err != nil {
		return err
	}
	if gold.Text == nil {
		return nil
	}
	if err := w.write(id, goldFile, []byte(*gold.Text)); err != nil || e.Gold {
		return err
	}
	e.Gold = true
	info, err := json.MarshalIndent(e, "", "  ")
	if err != nil {
		return fmt.Errorf("describing %s: %w", id, err)
	}
	return w.write(id, "info.json", append(info, '\n'))
}

// keepGold copies the text that the page came with, before the first that is made by hand.
func (w *Workspace) keepGold(e *Entry, gold Gold) error {
	if before, err := w.History(e.ID); err != nil || gold.Text == nil || !e.Gold || slices.ContainsFunc(before, func(a Action) bool { return a.Set != nil }) {
		return err
	}
	old, err := w.read(e.ID, goldFile)
	if err != nil {
		return err
	}
	return w.write(e.ID, beforeFile, old)
}

func (w *Workspace) writeBoxes(id string, boxes map[regions.Name][]page.Box) error {
	if len(boxes) > 0 {
		raw, err := eval.WriteBoxes(boxes)
		if err != nil {
			return err
		}
		return w.write(id, boxesFile, raw)
	}
	path, err := w.path(id, boxesFile)
	if err != nil {
		return err
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// write puts a file in the place of the one before, in one step.
func (w *Workspace) write(id, name string, raw []byte) error {
	path, err := w.path(id, name)
	if err != nil {
		return err
	}
	return whole.WriteFile(path, raw)
}
