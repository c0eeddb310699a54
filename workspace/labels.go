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

	"github.com/mullionhq/mullion/whole"
)

// An Action is one step of labelling a page by hand, a line of its history.jsonl. Blocks go by their number on the page.
type Action struct {
	At   time.Time    `json:"at"`
	Base []int        `json:"base,omitempty"` // of the first: the content blocks before anything was labelled
	Set  map[int]bool `json:"set,omitempty"`  // what is content from now on (true), and what is not
	Undo bool         `json:"undo,omitempty"` // takes back the last Set that stands
}

// Labels are what a page's blocks are by hand.
type Labels struct {
	Content []int `json:"content"` // the blocks of the gold, in order
	Judged  []int `json:"judged"`  // those that somebody looked at
	Undo    bool  `json:"undo"`    // whether there is something to take back
}

// Replay tells the labels after a history; nil when nothing was labelled.
func Replay(history []Action) *Labels {
	if len(history) == 0 {
		return nil
	}
	var standing []map[int]bool
	for _, a := range history {
		switch {
		case a.Undo && len(standing) > 0:
			standing = standing[:len(standing)-1]
		case a.Set != nil:
			standing = append(standing, a.Set)
		}
	}
	content, judged := map[int]bool{}, map[int]bool{}
	for _, b := range history[0].Base {
		content[b] = true
	}
	for _, set := range standing {
		for b, is := range set {
			judged[b] = true
			if delete(content, b); is {
				content[b] = true
			}
		}
	}
	return &Labels{Content: sorted(content), Judged: sorted(judged), Undo: len(standing) > 0}
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
	raw, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var history []Action
	for n, line := range bytes.Split(bytes.TrimSpace(raw), []byte("\n")) {
		var a Action
		if err := json.Unmarshal(line, &a); err != nil {
			return nil, fmt.Errorf("workspace: %s/history.jsonl:%d: %w: remove the line", id, n+1, err)
		}
		history = append(history, a)
	}
	return history, nil
}

// SetLabels replaces a page's history, and its gold by the text that the history's labels leave; each file is there
// whole or not at all. The gold that the page came with is kept as gold.before.txt.
func (w *Workspace) SetLabels(id string, history []Action, text string) error {
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
	if before, err := w.History(id); err == nil && before == nil && e.Gold {
		old, err := w.read(id, "gold.txt")
		if err != nil {
			return err
		}
		if err := w.write(id, "gold.before.txt", old); err != nil {
			return err
		}
	}
	if err := w.write(id, "history.jsonl", b.Bytes()); err != nil {
		return err
	}
	if err := w.write(id, "gold.txt", []byte(text)); err != nil || e.Gold {
		return err
	}
	e.Gold = true
	info, err := json.MarshalIndent(e, "", "  ")
	if err != nil {
		return fmt.Errorf("describing %s: %w", id, err)
	}
	return w.write(id, "info.json", append(info, '\n'))
}

// write puts a file in the place of the one before, in one step.
func (w *Workspace) write(id, name string, raw []byte) error {
	path, err := w.path(id, name)
	if err != nil {
		return err
	}
	return whole.WriteFile(path, raw)
}
