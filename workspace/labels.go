package workspace

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"sort"
	"time"

	"github.com/mullionhq/mullion/eval"
	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/regions"
	"github.com/mullionhq/mullion/whole"
)

// An Action is one step of labelling a page by hand, a line of its history.jsonl. Blocks go by their number in a Cut.
type Action struct {
	At      time.Time            `json:"at"`
	Cut     Cut                  `json:"cut,omitempty"`     // of the blocks here and from now on; where none stands, as in old files, the page's own
	Base    []int                `json:"base,omitzero"`     // of a Set where none stands: the content blocks before; not nil there
	Set     map[int]bool         `json:"set,omitempty"`     // what is content from now on (true), and what is not
	Regions map[int]regions.Name `json:"regions,omitempty"` // what stands in which region from now on
	Undo    bool                 `json:"undo,omitempty"`    // takes back the last Set or Regions that stands
	Redo    bool                 `json:"redo,omitempty"`    // gives back what the last Undo took, where no label came since
}

// A Cut is how a program cut a page into blocks: the node of each block's first text. Nodes stay as they were rendered,
// where another version of the program may cut other blocks.
type Cut []int

// CutOf is the cut of a page into these blocks.
func CutOf(blocks []page.Block) Cut {
	c := make(Cut, len(blocks))
	for i := range blocks {
		c[i] = blocks[i].Texts[0]
	}
	return c
}

// in tells for each block of the cut now in which block of this one it begins: that of the last first text up to there;
// -1 for none.
func (c Cut) in(now Cut) []int {
	byNode := make([]int, len(c)) // hidden blocks stand behind the run that they are in
	for b := range c {
		byNode[b] = b
	}
	slices.SortFunc(byNode, func(a, b int) int { return cmp.Compare(c[a], c[b]) })
	in := make([]int, len(now))
	for b, node := range now {
		later := sort.Search(len(c), func(n int) bool { return c[byNode[n]] > node })
		if in[b] = -1; later > 0 {
			in[b] = byNode[later-1]
		}
	}
	return in
}

// Labels are what a page's blocks are by hand.
type Labels struct {
	Content []int                `json:"content"` // the blocks of the gold text, in order; nil where no label of content stands
	Judged  []int                `json:"judged"`  // those that somebody labelled content or not
	Regions map[int]regions.Name `json:"regions"` // the regions that somebody gave, by block
	Undo    bool                 `json:"undo"`    // whether there is something to take back
	Redo    bool                 `json:"redo"`    // whether there is something to give back
}

// Count is how many labels were given by hand.
func (l *Labels) Count() int {
	if l == nil {
		return 0
	}
	return len(l.Judged) + len(l.Regions)
}

// Append adds an action in blocks of the cut now to a history. One that has no cut, of an old file, is of that one too.
func Append(history []Action, a Action, now Cut) []Action {
	var last Cut
	for i := range history {
		if history[i].Cut != nil {
			last = history[i].Cut
		}
	}
	switch {
	case last == nil && len(history) > 0:
		history[0].Cut = now
	case !slices.Equal(last, now):
		a.Cut = now
	}
	return append(history, a)
}

// Replay tells the labels after a history, in blocks of the cut now; nil when nothing was labelled.
func Replay(history []Action, now Cut) *Labels {
	if len(history) == 0 {
		return nil
	}
	l := &Labels{Regions: map[int]regions.Name{}}
	var base []int
	var standing, undone []Action
	for _, a := range carried(history, now) {
		if a.Base != nil {
			base = a.Base
		}
		switch {
		case a.Undo:
			standing, undone = pass(standing, undone)
		case a.Redo:
			undone, standing = pass(undone, standing)
		default:
			standing, undone = append(standing, a), nil
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
	l.Judged, l.Undo, l.Redo = sorted(judged), len(standing) > 0, len(undone) > 0
	return l
}

// pass moves the last action, if there is one, to the end of the others.
func pass(from, to []Action) (left, more []Action) {
	if len(from) == 0 {
		return from, to
	}
	last := len(from) - 1
	return from[:last], append(to, from[last])
}

// carried is a history in blocks of the cut now. A block has the labels of the one in which it begins: the parts of a
// block have its labels, and what was joined has those of its first part.
func carried(history []Action, now Cut) []Action {
	var in []int // nil while the blocks are those of now
	list := make([]Action, len(history))
	for i, a := range history {
		if a.Cut != nil {
			if in = nil; !slices.Equal(a.Cut, now) {
				in = a.Cut.in(now)
			}
		}
		if in != nil {
			a = a.carried(in)
		}
		list[i] = a
	}
	return list
}

// carried is the action in other blocks, each of which begins in one of the action's.
func (a Action) carried(in []int) Action {
	base := a.Base
	if base != nil {
		a.Base = []int{}
	}
	for b, old := range in {
		if slices.Contains(base, old) {
			a.Base = append(a.Base, b)
		}
	}
	a.Set, a.Regions = carriedMap(a.Set, in), carriedMap(a.Regions, in)
	return a
}

func carriedMap[V any](labels map[int]V, in []int) map[int]V {
	carried := map[int]V{}
	for b, old := range in {
		if v, ok := labels[old]; ok {
			carried[b] = v
		}
	}
	return carried
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
		return w.inPlace(id, name, err)
	}
	return nil
}

// write puts a file in the place of the one before, in one step.
func (w *Workspace) write(id, name string, raw []byte) error {
	path, err := w.path(id, name)
	if err != nil {
		return err
	}
	return w.inPlace(id, name, whole.WriteFile(path, raw))
}
