package review

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/config"
	"github.com/mullionhq/mullion/eval"
	"github.com/mullionhq/mullion/output"
	"github.com/mullionhq/mullion/workspace"
)

// ErrLabels says that labels cannot be given so.
var ErrLabels = errors.New("wrong labels")

// Label says of blocks whether they are content (true). A page that has no labels by hand yet begins with those that
// its gold gives, or else the settings; its gold then is the text of its content blocks.
func (d *Desk) Label(ctx context.Context, id string, set map[int]bool, c config.Config) (*workspace.Labels, error) {
	return d.relabel(ctx, id, workspace.Action{Set: set}, c)
}

// Undo takes back the last labels that were given.
func (d *Desk) Undo(ctx context.Context, id string, c config.Config) (*workspace.Labels, error) {
	return d.relabel(ctx, id, workspace.Action{Undo: true}, c)
}

func (d *Desk) relabel(ctx context.Context, id string, a workspace.Action, c config.Config) (*workspace.Labels, error) {
	s, err := d.seat(id)
	if err != nil {
		return nil, err
	}
	doc, err := d.judge(ctx, s.trial, &c)
	if err != nil {
		return nil, err
	}
	for b := range a.Set {
		if b < 0 || b >= len(doc.Blocks) {
			return nil, fmt.Errorf("%w: there is no block %d, the page has %d", ErrLabels, b, len(doc.Blocks))
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	history, err := d.pages.History(id)
	if err != nil {
		return nil, err
	}
	a.At = time.Now().UTC()
	if before := workspace.Replay(history); before == nil {
		a.Base = contents(doc, s.gold)
	} else if a.Undo && !before.Undo {
		return before, nil
	}
	history = append(history, a)
	labels := workspace.Replay(history)
	text := textOf(doc, labels.Content)
	if err := d.pages.SetLabels(id, history, text); err != nil {
		return nil, err
	}
	e, err := d.pages.Entry(id)
	if err != nil {
		return nil, err
	}
	s.base = nil
	s.gold, err = d.pages.Item(e)
	return labels, err
}

// contents are the blocks that the gold says are content, or without gold the document.
func contents(d *mullion.Document, gold *eval.Item) []int {
	var list []int
	if gold == nil {
		for i := range d.Blocks {
			if d.Blocks[i].Content {
				list = append(list, i)
			}
		}
		return list
	}
	texts, hidden := make([]string, len(d.Blocks)), make([]bool, len(d.Blocks))
	for i := range d.Blocks {
		texts[i], hidden[i] = d.Blocks[i].Text, d.Blocks[i].Hidden
	}
	for i, share := range eval.AlignVisible(texts, hidden, gold.Gold.Text) {
		if share >= eval.ContentShare {
			list = append(list, i)
		}
	}
	return list
}

// textOf is the text of the document if these blocks are its content. It changes the document.
func textOf(d *mullion.Document, content []int) string {
	for i := range d.Blocks {
		d.Blocks[i].Content = false
	}
	for _, b := range content {
		d.Blocks[b].Content = true
	}
	return output.Text(d)
}
