package measure

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/mullionhq/mullion/bench/peer"
)

// A Run runs peers over sets and keeps their rows.
type Run struct {
	Store    Store
	Loader   Loader
	Place    peer.Place
	Timeout  time.Duration // of a page
	Progress func(set string, done, total int)
	Warn     func(text string)

	// Start makes a peer's process; nil starts its command.
	Start func(p peer.Peer) *peer.Process
}

// Do asks every peer for every page that it has no row of yet. A page goes to html.Parse and then to all peers in
// turn, one at a time, before the next page comes, so that all meet the machine in the same state. A peer that is not
// installed is left out and named with the reason. Rows are kept as they are made, so that an end by ctx loses none.
func (r *Run) Do(ctx context.Context, sets []Set, peers []peer.Peer) (missing map[string]string, err error) {
	missing = map[string]string{}
	team := map[string]*peer.Process{}
	defer func() {
		for _, p := range team {
			p.Close()
		}
	}()
	team[peer.Bare] = r.start(peer.Peer{Name: peer.Bare, Runtime: peer.Go})
	for i := range sets {
		todo, err := r.todo(&sets[i], peers)
		if err != nil {
			return nil, err
		}
		for n := range sets[i].Items {
			if r.Progress != nil {
				r.Progress(sets[i].Name, n, len(sets[i].Items))
			}
			if err := r.page(ctx, &sets[i], n, todo, team, missing); err != nil {
				return nil, err
			}
		}
	}
	return missing, nil
}

func (r *Run) start(p peer.Peer) *peer.Process {
	if r.Start != nil {
		return r.Start(p)
	}
	return peer.New(p.Command(r.Place), r.Timeout)
}

// todo lists for every page of the set the peers that have no row of it.
func (r *Run) todo(s *Set, peers []peer.Peer) ([][]peer.Peer, error) {
	out := make([][]peer.Peer, len(s.Items))
	for _, p := range peers {
		rows, err := r.Store.Read(p.Name, s.Name)
		if err != nil {
			return nil, err
		}
		for i := range s.Items {
			if _, ok := rows[s.Items[i].ID]; !ok {
				out[i] = append(out[i], p)
			}
		}
	}
	return out, nil
}

// page runs one page through the peers that need it.
func (r *Run) page(ctx context.Context, s *Set, n int, todo [][]peer.Peer, team map[string]*peer.Process, missing map[string]string) error {
	it := &s.Items[n]
	var ready []peer.Peer
	for _, p := range todo[n] {
		if missing[p.Name] != "" {
			continue
		}
		if team[p.Name] == nil {
			team[p.Name] = r.start(p)
		}
		_, err := team[p.Name].Hello(ctx)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, peer.ErrMissing):
			missing[p.Name] = err.Error()
		case err != nil:
			return fmt.Errorf("%s: %w", p.Name, err)
		default:
			ready = append(ready, p)
		}
	}
	if len(ready) == 0 {
		return ctx.Err()
	}
	q, done, err := r.Loader.Load(ctx, s, it)
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return fmt.Errorf("loading: %w", err)
	}
	defer done()
	bare, err := team[peer.Bare].Ask(ctx, q)
	if err != nil {
		return err
	}
	for _, p := range ready {
		out, err := team[p.Name].Ask(ctx, q)
		if err != nil {
			return err
		}
		h, err := team[p.Name].Hello(ctx) // starts it again where the page ended it
		if err != nil {
			return fmt.Errorf("%s: %w", p.Name, err)
		}
		row := newRow(it, out, bare.CPU, h)
		if out.Err != nil && r.Warn != nil {
			r.Warn(fmt.Sprintf("%s: page %s: %v", p.Name, it.ID, out.Err))
		}
		if err := r.Store.append(p.Name, s.Name, row); err != nil {
			return err
		}
	}
	return nil
}
