package review

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/mullionhq/mullion/config"
	"github.com/mullionhq/mullion/workspace"
)

// What a job does.
const (
	Evaluate = "evaluate" // estimates how well models do, the one in use and one that would be taught
	Train    = "train"    // the same, and keeps a model that all gold has taught until somebody decides
)

// Errors of teaching.
var (
	ErrBusy = errors.New("the workspace is already being evaluated or trained on")
	ErrIdle = errors.New("nothing is running")
)

// A job runs in the background, one at a time.
type job struct {
	mu    sync.Mutex
	stop  context.CancelFunc
	done  chan struct{} // closed when it is over; nil before the first
	state Progress
}

// Progress is how far the last job is, or how it ended.
type Progress struct {
	Kind    string `json:"kind"` // Evaluate or Train; "" when there was none
	Running bool   `json:"running"`
	Step    string `json:"step"` // "pages" are read, models taught without "parts", or one with "all"
	Done    int    `json:"done"`
	Total   int    `json:"total"`
	Error   string `json:"error"` // why it failed; "" when it did not
	Stopped bool   `json:"stopped"`
}

// Training is what is known about teaching the workspace's gold.
type Training struct {
	Job      Progress   `json:"job"`
	Report   *Estimate  `json:"report"`   // of the last run; nil before the first
	Proposed *Estimate  `json:"proposed"` // of the model that waits for a decision; nil when none does
	Model    string     `json:"model"`    // file of the model in use, or the server's setting
	Taught   bool       `json:"taught"`   // whether the model in use was taught here
	History  []Estimate `json:"history"`  // every run, the oldest first, without its pages
	Gold     int        `json:"gold"`     // pages with gold text
}

// Training tells how teaching stands.
func (d *Desk) Training() (*Training, error) {
	t := &Training{Model: d.base.Model, History: []Estimate{}}
	d.job.mu.Lock()
	t.Job = d.job.state
	d.job.mu.Unlock()
	all, err := workspace.Estimates[Estimate](d.pages)
	if err != nil {
		return nil, err
	}
	for i := range all {
		if i == len(all)-1 {
			last := all[i]
			t.Report = &last
		}
		all[i].Rows = nil
		t.History = append(t.History, all[i])
	}
	switch info, err := d.pages.Proposed(); {
	case errors.Is(err, workspace.ErrNoModel):
	case err != nil:
		return nil, err
	default:
		if err := json.Unmarshal(info, &t.Proposed); err != nil {
			return nil, fmt.Errorf("reading what is known of the model that waits: %w", err)
		}
	}
	file, _, err := d.pages.InUse(d.base.Model)
	if err != nil {
		return nil, err
	}
	if file != "" {
		t.Model, t.Taught = file, true
	}
	list, err := d.pages.List()
	for i := range list {
		if list[i].Gold {
			t.Gold++
		}
	}
	return t, err
}

// Start begins a job with the settings; it ends with ctx at the latest. While one runs, another is ErrBusy.
func (d *Desk) Start(ctx context.Context, kind string, c config.Config) error {
	j := &d.job
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.state.Running {
		return ErrBusy
	}
	ctx, j.stop = context.WithCancel(ctx)
	j.done = make(chan struct{})
	j.state = Progress{Kind: kind, Running: true, Step: "pages"}
	done := j.done
	go func() {
		defer close(done)
		err := d.run(ctx, kind, c)
		j.mu.Lock()
		defer j.mu.Unlock()
		j.stop()
		j.state.Running = false
		switch {
		case err == nil:
		case ctx.Err() != nil && errors.Is(err, context.Canceled):
			j.state.Stopped = true
		default:
			j.state.Error = err.Error()
		}
	}()
	return nil
}

// run is the job itself.
func (d *Desk) run(ctx context.Context, kind string, c config.Config) error {
	l, err := d.newLesson(ctx, c, func(step string, done, total int) {
		d.job.mu.Lock()
		defer d.job.mu.Unlock()
		d.job.state.Step, d.job.state.Done, d.job.state.Total = step, done, total
	})
	if err != nil {
		return err
	}
	e, err := l.estimate(ctx)
	if err != nil {
		return err
	}
	if kind == Train {
		if err := l.propose(ctx, e); err != nil {
			return err
		}
	}
	return d.pages.AddEstimate(ctx, e)
}

// Cancel stops the job and waits until it is over. What it had not finished is lost, and nothing else.
func (d *Desk) Cancel() error {
	d.job.mu.Lock()
	running, stop, done := d.job.state.Running, d.job.stop, d.job.done
	d.job.mu.Unlock()
	if !running {
		return ErrIdle
	}
	stop()
	<-done
	return nil
}

// Close stops the job that runs.
func (d *Desk) Close() {
	_ = d.Cancel() // nothing may be running
}

// Accept puts the model that waits into use.
func (d *Desk) Accept(ctx context.Context) error { return d.decide(ctx, d.pages.Accept) }

// Return puts the model into use that was before the last that was accepted.
func (d *Desk) Return(ctx context.Context) error { return d.decide(ctx, d.pages.Return) }

// Reject drops the model that waits.
func (d *Desk) Reject(ctx context.Context) error {
	return d.decide(ctx, func(ctx context.Context, _ string) error { return d.pages.Reject(ctx) })
}

// decide changes the models while no job does.
func (d *Desk) decide(ctx context.Context, change func(ctx context.Context, base string) error) error {
	d.job.mu.Lock()
	defer d.job.mu.Unlock()
	if d.job.state.Running {
		return ErrBusy
	}
	if err := change(ctx, d.base.Model); err != nil {
		return err
	}
	return d.use()
}
