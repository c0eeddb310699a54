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
	Base    []int                `json:"base,omitzero"`     // of a Set where none stands: the content blocks before; not nil there
	Set     map[int]bool         `json:"set,omitempty"`     // what is content from now on (true), and what is not
	Regions map[int]regions.Name `json:"regions,omitempty"` // what stands in which region from now on
	Undo    bool                 `json:"undo,omitempty"`    // takes back the last Set or Regions that stands
}

// Labels are what a page's blocks are by hand.
type Labels struct {
	Content []int                `json:"content"` // the blocks of the gold text, in order; nil where no label of content stands
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
	var base []int
	var standing []Action
	for _, a := range history {
		if a.Base != nil {
			base = a.Base
		}
		switch {
		case !a.Undo:
			standing = append(standing, a)
		case len(standing) > 0:
			standing = standing[:len(standing)-1]
		}
	}
	content, judged := map[int]bool{}, map[int]bool{}
	for _, b := range base {
		content[b] = true
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
	if len(judged) > 0 {
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
	path, err := w.path(id, historyFile)
	if err != nil {
		return nil, err
	}
	return readLines[Action](path)
}

// Gold is what a history's labels leave.
type Gold struct {
	Text  *string                     // nil where no label of content stands
	Boxes map[regions.Name][]page.Box // none where no label of a region stands
}

// The files of gold: its text and its boxes by hand, as a rendered corpus has them, and the text that a page came with.
const (
	goldFile   = "gold.txt"
	boxesFile  = "boxes.json"
	beforeFile = "gold.before.txt"
)

// SetLabels replaces a page's history, and its gold by what the history's labels leave; each file is there whole or not
// at all. The gold text that the page came with is kept as gold.before.txt, its boxes in info.json: where no label of
// content stands any more that text is the gold again, and a page that came without has none.
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
	if err := w.keepGold(e, gold); err != nil {
		return err
	}
	if err := w.write(id, historyFile, b.Bytes()); err != nil {
		return err
	}
	if err := w.writeBoxes(id, gold.Boxes); err != nil {
		return err
	}
	switch {
	case gold.Text != nil:
		return w.setGold(e, []byte(*gold.Text))
	case labelsContent(history):
		return w.restoreGold(e)
	}
	return nil
}

// labelsContent reports whether a history has, or had, labels of content: the gold text then is, or was, by hand.
func labelsContent(history []Action) bool {
	return slices.ContainsFunc(history, func(a Action) bool { return a.Set != nil })
}

// restoreGold gives a page the gold text back that it came with, or none.
func (w *Workspace) restoreGold(e Entry) error {
	switch before, err := w.read(e.ID, beforeFile); {
	case err == nil:
		return w.setGold(e, before)
	case !errors.Is(err, ErrNoPage):
		return err
	}
	if err := w.setHasGold(e, false); err != nil {
		return err
	}
	return w.remove(e.ID, goldFile)
}

func (w *Workspace) setGold(e Entry, text []byte) error {
	if err := w.write(e.ID, goldFile, text); err != nil {
		return err
	}
	return w.setHasGold(e, true)
}

func (w *Workspace) setHasGold(e Entry, has bool) error {
	if e.Gold == has {
		return nil
	}
	e.Gold = has
	info, err := e.info()
	if err != nil {
		return err
	}
	return w.write(e.ID, infoFile, info)
}

// keepGold copies the text that the page came with, before the first that is made by hand.
func (w *Workspace) keepGold(e Entry, gold Gold) error {
	if before, err := w.History(e.ID); err != nil || gold.Text == nil || !e.Gold || labelsContent(before) {
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
	return w.remove(id, boxesFile)
}

// remove deletes a file of a page, where it is there.
func (w *Workspace) remove(id, name string) error {
	path, err := w.path(id, name)
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
