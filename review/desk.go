// Package review judges the pages of a workspace again and again, as a person moves thresholds and labels blocks: what
// a page looks like, how settings label it, how far that is from its gold, and the gold as the person corrects it. It
// knows no HTTP.
package review

import (
	"container/list"
	"context"
	"fmt"
	"sync"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/config"
	"github.com/mullionhq/mullion/eval"
	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/workspace"
)

// A Desk has the pages of a workspace at hand. It is safe for concurrent use.
type Desk struct {
	pages   *workspace.Workspace
	cleaner *mullion.Cleaner // whose model and profiles are used
	base    config.Config    // what others are compared with
	kept    int

	mu    sync.Mutex
	seats map[string]*list.Element // of *seat
	order *list.List               // the last used first
}

// A seat is a page at hand.
type seat struct {
	id    string
	ready func() error // reads the page, once
	page  *page.Page
	trial *mullion.Sitting // by changing settings
	plain *mullion.Sitting // by the desk's own

	mu   sync.Mutex // of what labelling changes
	gold *eval.Item // nil where there is none
	base *float64   // the score by the desk's own settings; nil when it is not known
}

// New takes the pages of a workspace. The cleaner's Options are those of base; kept pages stay in memory.
func New(w *workspace.Workspace, cleaner *mullion.Cleaner, base config.Config, kept int) *Desk {
	return &Desk{pages: w, cleaner: cleaner, base: base, kept: kept, seats: map[string]*list.Element{}, order: list.New()}
}

// Workspace is where the pages are.
func (d *Desk) Workspace() *workspace.Workspace { return d.pages }

// seat returns the page, which is read when it is not at hand.
func (d *Desk) seat(id string) (*seat, error) {
	d.mu.Lock()
	at := d.seats[id]
	if at == nil {
		s := &seat{id: id}
		s.ready = sync.OnceValue(func() error { return s.read(d.pages) })
		at = d.order.PushFront(s)
		d.seats[id] = at
		for d.order.Len() > d.kept {
			d.drop(d.order.Back())
		}
	}
	d.order.MoveToFront(at)
	d.mu.Unlock()
	s := at.Value.(*seat)
	err := s.ready()
	if err != nil { // it may be mended
		d.mu.Lock()
		if d.seats[id] == at {
			d.drop(at)
		}
		d.mu.Unlock()
	}
	return s, err
}

func (d *Desk) drop(at *list.Element) {
	d.order.Remove(at)
	delete(d.seats, at.Value.(*seat).id)
}

func (s *seat) read(w *workspace.Workspace) error {
	e, err := w.Entry(s.id)
	if err != nil {
		return err
	}
	if s.gold, err = w.Item(e); err != nil {
		return err
	}
	s.page, err = w.Page(s.id)
	s.trial, s.plain = mullion.NewSitting(s.page), mullion.NewSitting(s.page)
	return err
}

// judge labels the page by the settings.
func (d *Desk) judge(ctx context.Context, sitting *mullion.Sitting, c *config.Config) (*mullion.Document, error) {
	cleaner, err := d.cleaner.With(c.Options)
	if err != nil {
		return nil, fmt.Errorf("preparing %s: %w", c.Method, err)
	}
	return cleaner.Judge(ctx, sitting)
}
