package review

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/config"
	"github.com/mullionhq/mullion/eval"
	"github.com/mullionhq/mullion/output"
	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/regions"
	"github.com/mullionhq/mullion/workspace"
)

// ErrLabels says that labels cannot be given so.
var ErrLabels = errors.New("wrong labels")

// Label says of blocks whether they are content (true). A page that has no labels by hand yet begins with those that
// its gold gives, or else the settings; its gold then is the text of its content blocks.
func (d *Desk) Label(ctx context.Context, id string, set map[int]bool, c config.Config) (*workspace.Labels, error) {
	return d.relabel(ctx, id, workspace.Action{Set: set}, c)
}

// Place says in which region blocks stand. Their boxes become gold boxes; where the page came with some, so do those of
// the other blocks in them.
func (d *Desk) Place(ctx context.Context, id string, in map[int]regions.Name, c config.Config) (*workspace.Labels, error) {
	return d.relabel(ctx, id, workspace.Action{Regions: in}, c)
}

// Undo takes back the last labels that were given. A page on which no label of content is left has the gold that it came
// with, or none. Where nothing is left to take back, nothing changes.
func (d *Desk) Undo(ctx context.Context, id string, c config.Config) (*workspace.Labels, error) {
	return d.relabel(ctx, id, workspace.Action{Undo: true}, c)
}

// Redo gives back what the last Undo took; once a label was given since, there is nothing to give back.
func (d *Desk) Redo(ctx context.Context, id string, c config.Config) (*workspace.Labels, error) {
	return d.relabel(ctx, id, workspace.Action{Redo: true}, c)
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
	if err := check(&a, doc); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	unlock, err := d.pages.Lock(ctx) // another program may label the page, too
	if err != nil {
		return nil, err
	}
	defer unlock()
	blocks := s.page.Blocks()
	history, before, err := d.history(id, blocks)
	if err != nil {
		return nil, err
	}
	a.At = time.Now().UTC()
	switch {
	case (a.Undo || a.Redo) && before == nil:
		return &workspace.Labels{Judged: []int{}, Regions: map[int]regions.Name{}}, nil
	case a.Undo && !before.Undo, a.Redo && !before.Redo:
		return before, nil
	case a.Set != nil && (before == nil || before.Content == nil):
		a.Base = contents(doc, blocks, s.gold)
	}
	cut := workspace.CutOf(blocks)
	history = workspace.Append(history, a, cut)
	labels := workspace.Replay(history, cut)
	e, err := d.pages.Entry(id)
	if err != nil {
		return nil, err
	}
	gold := workspace.Gold{Boxes: boxesOf(doc, labels.Regions, e.Boxes)}
	if labels.Content != nil {
		text := textOf(doc, labels.Content)
		gold.Text = &text
	}
	if err := d.pages.SetLabels(id, history, gold); err != nil {
		return nil, err
	}
	if e, err = d.pages.Entry(id); err != nil {
		return nil, err
	}
	s.base = nil
	s.gold, err = d.pages.Item(e)
	return labels, err
}

// history reads what was labelled on a page with these blocks, and the labels after it. Where they are of other blocks, as
// the file is another page's, or of a version of the program that did not say how it cut pages, that is a
// workspace.ErrBroken.
func (d *Desk) history(id string, blocks []page.Block) ([]workspace.Action, *workspace.Labels, error) {
	history, err := d.pages.History(id)
	if err != nil || len(history) == 0 {
		return nil, nil, err
	}
	labels := workspace.Replay(history, workspace.CutOf(blocks))
	if err := d.fits(id, labels, blocks); err != nil {
		return nil, nil, fmt.Errorf("%w: page %s: %w: remove history.jsonl from its folder and label it again, beginning with its gold", workspace.ErrBroken, id, err)
	}
	return history, labels, nil
}

// fits tells why labels cannot be of these blocks: there are not as many, or the gold that the labels made is not in them.
func (d *Desk) fits(id string, labels *workspace.Labels, blocks []page.Block) error {
	for _, b := range slices.Concat(labels.Content, labels.Judged, slices.Sorted(maps.Keys(labels.Regions))) {
		if b < 0 || b >= len(blocks) {
			return fmt.Errorf("block %d is labelled, and the page has %d", b, len(blocks))
		}
	}
	if labels.Content == nil {
		return nil
	}
	e, err := d.pages.Entry(id)
	if err != nil {
		return err
	}
	it, err := d.pages.Item(e)
	if err != nil || it == nil || !it.Gold.HasText {
		return err
	}
	shares := make([]float64, len(blocks))
	for _, b := range labels.Content {
		shares[b] = 1
	}
	if fit := eval.Fit(blocks, shares, it.Gold.Text); fit < d.base.Study.MinFit {
		return fmt.Errorf("the labelled blocks have word F1 %.2f with the gold that was made of them", fit)
	}
	return nil
}

// check refuses labels of blocks that the page does not have, and regions of blocks that stand nowhere.
func check(a *workspace.Action, doc *mullion.Document) error {
	blocks := slices.Concat(slices.Sorted(maps.Keys(a.Set)), slices.Sorted(maps.Keys(a.Regions)))
	for _, b := range blocks {
		if b < 0 || b >= len(doc.Blocks) {
			return fmt.Errorf("%w: there is no block %d, the page has %d", ErrLabels, b, len(doc.Blocks))
		}
		switch region, ok := a.Regions[b]; {
		case ok && region == regions.None:
			return fmt.Errorf("%w: block %d needs one of %v", ErrLabels, b, regions.Names)
		case ok && (doc.Blocks[b].Hidden || doc.Blocks[b].Box.Empty()):
			return fmt.Errorf("%w: block %d is in no region, as it is not shown", ErrLabels, b)
		}
	}
	return nil
}

// boxesOf are the gold boxes of a page: those of the blocks whose region was given by hand, and those of the others by
// the boxes that the page came with. There are none where no region was given.
func boxesOf(doc *mullion.Document, by map[int]regions.Name, came map[regions.Name][]page.Box) map[regions.Name][]page.Box {
	if len(by) == 0 {
		return nil
	}
	boxes := map[regions.Name][]page.Box{}
	for i := range doc.Blocks {
		b := &doc.Blocks[i]
		if b.Hidden || b.Box.Empty() {
			continue
		}
		region, ok := by[i]
		if !ok {
			region = eval.RegionAt(came, b.Box)
		}
		if region != regions.None {
			boxes[region] = append(boxes[region], b.Box)
		}
	}
	return boxes
}

// contents are the blocks of a page that its gold says are content, or without gold the document; never nil.
func contents(d *mullion.Document, blocks []page.Block, gold *eval.Item) []int {
	list := []int{}
	if gold == nil || !gold.Gold.HasText {
		for i := range d.Blocks {
			if d.Blocks[i].Content {
				list = append(list, i)
			}
		}
		return list
	}
	for i, share := range eval.Align(blocks, gold.Gold.Text) {
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
