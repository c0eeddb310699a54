// Package review judges the pages of a workspace again and again, as a person moves thresholds and labels blocks: what
// a page looks like, how settings label it, how far that is from its gold, and the gold as the person corrects it. It
// knows no HTTP.
package review

import (
	"container/list"
	"context"
	"fmt"
	"path/filepath"
	"sync"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/config"
	"github.com/mullionhq/mullion/eval"
	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/workspace"
)

// A Desk has the pages of a workspace at hand. It is safe for concurrent use.
type Desk struct {
	pages *workspace.Workspace
	plain *mullion.Cleaner // by the server's own model
	base  config.Config    // what others are compared with
	kept  int

	mu      sync.Mutex
	cleaner *mullion.Cleaner          // by the model in use
	seats   map[seatKey]*list.Element // of *seat
	order   *list.List                // the last used first
	job     job
}

// A seatKey tells a page from another one that has its name since it was removed.
type seatKey struct {
	id, from string
	added    int64 // seconds since 1970
}

// A seat is a page at hand.
type seat struct {
	key   seatKey
	ready func() error // reads the page, once
	page  *page.Page
	trial *mullion.Sitting // by changing settings
	plain *mullion.Sitting // by the desk's own

	mu   sync.Mutex // of what labelling changes
	gold *eval.Item // nil where there is none
	base *float64   // the score by the desk's own settings; nil when it is not known
}

// New takes the pages of a workspace, and the model that they taught where one was accepted. The cleaner's Options are
// those of base; kept pages stay in memory. Close the desk before the cleaner.
func New(w *workspace.Workspace, cleaner *mullion.Cleaner, base config.Config, kept int) (*Desk, error) {
	d := &Desk{pages: w, plain: cleaner, cleaner: cleaner, base: base, kept: kept, seats: map[seatKey]*list.Element{}, order: list.New()}
	return d, d.use()
}

// use takes the model that was accepted last, or the server's own.
func (d *Desk) use() error {
	file, _, err := d.pages.InUse(d.base.Model)
	if err != nil {
		return err
	}
	cleaner := d.plain
	if file != "" {
		m, err := mullion.OpenModel(file)
		if err != nil {
			return fmt.Errorf("the model that this workspace taught: %w; or remove %s to go on without it", err, filepath.Join(filepath.Dir(file), "history.jsonl"))
		}
		cleaner = d.plain.Taught(m)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.cleaner = cleaner
	for at := d.order.Front(); at != nil; at = at.Next() {
		at.Value.(*seat).forget()
	}
	return nil
}

// Model is the model in use as the setting model names it: a file of the workspace, or what the server began with.
func (d *Desk) Model() (string, error) {
	file, _, err := d.pages.InUse(d.base.Model)
	if file == "" || err != nil {
		return d.base.Model, err
	}
	return filepath.Abs(file)
}

// Now are the settings and the Cleaner in use: by the model that the workspace taught, where one was accepted.
func (d *Desk) Now() (config.Config, *mullion.Cleaner) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.base, d.cleaner
}

// Workspace is where the pages are.
func (d *Desk) Workspace() *workspace.Workspace { return d.pages }

// seat returns the page, which is read when it is not at hand.
func (d *Desk) seat(id string) (*seat, error) {
	e, err := d.pages.Entry(id)
	if err != nil {
		return nil, err
	}
	key := seatKey{e.ID, e.From, e.Added.Unix()}
	d.mu.Lock()
	at := d.seats[key]
	if at == nil {
		s := &seat{key: key}
		s.ready = sync.OnceValue(func() error { return s.read(d.pages) })
		at = d.order.PushFront(s)
		d.seats[key] = at
		for d.order.Len() > d.kept {
			d.drop(d.order.Back())
		}
	}
	d.order.MoveToFront(at)
	d.mu.Unlock()
	s := at.Value.(*seat)
	if err = s.ready(); err == nil {
		err = s.look(d.pages)
	}
	if err != nil { // it may be mended
		d.mu.Lock()
		if d.seats[key] == at {
			d.drop(at)
		}
		d.mu.Unlock()
	}
	return s, err
}

// forget drops the score by the desk's own settings.
func (s *seat) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.base = nil
}

func (d *Desk) drop(at *list.Element) {
	d.order.Remove(at)
	delete(d.seats, at.Value.(*seat).key)
}

func (s *seat) read(w *workspace.Workspace) (err error) {
	s.page, err = w.Page(s.key.id)
	s.trial, s.plain = mullion.NewSitting(s.page), mullion.NewSitting(s.page)
	return err
}

// look reads the gold, each time anew: another program may have changed it.
func (s *seat) look(w *workspace.Workspace) error {
	s.mu.Lock() // not while labelling writes it
	defer s.mu.Unlock()
	e, err := w.Entry(s.key.id)
	if err != nil {
		return err
	}
	gold, err := w.Item(e)
	if err != nil {
		return err
	}
	if textOfGold(gold) != textOfGold(s.gold) {
		s.base = nil
	}
	s.gold = gold
	return nil
}

// textOfGold is the gold text, "" where there is none.
func textOfGold(it *eval.Item) string {
	if it == nil {
		return ""
	}
	return it.Gold.Text
}

// judge labels the page by the settings.
func (d *Desk) judge(ctx context.Context, sitting *mullion.Sitting, c *config.Config) (*mullion.Document, error) {
	_, now := d.Now()
	cleaner, err := now.With(c.Options)
	if err != nil {
		return nil, fmt.Errorf("preparing %s: %w", c.Method, err)
	}
	return cleaner.Judge(ctx, sitting)
}
