package gate

import (
	"context"
	"errors"
	"math"
	"sync"
	"time"
)

// ErrBusy says that too many requests are waiting already, or that one waited too long.
var ErrBusy = errors.New("the server is busy")

// A Queue lets a few callers run at a time and a few more wait, first come first served. It is safe for concurrent use.
type Queue struct {
	o     Options
	slots chan struct{}

	mu      sync.Mutex
	waiting int
	mean    time.Duration // of the time that callers run, the newest weighing an eighth
}

// NewQueue is an empty queue.
func NewQueue(o Options) *Queue { return &Queue{o: o, slots: make(chan struct{}, o.Running)} }

// Enter waits until the caller may run; leave must be called after that. The error is ErrBusy when the queue is
// full or the wait was too long, else that of ctx.
func (q *Queue) Enter(ctx context.Context) (leave func(), err error) {
	select {
	case q.slots <- struct{}{}:
		return q.leave(), nil
	default:
	}
	if !q.line() {
		return nil, ErrBusy
	}
	defer q.unline()
	late := time.NewTimer(q.o.Patience)
	defer late.Stop()
	select {
	case q.slots <- struct{}{}:
		return q.leave(), nil
	case <-late.C:
		return nil, ErrBusy
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (q *Queue) line() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.waiting >= q.o.Waiting {
		return false
	}
	q.waiting++
	return true
}

func (q *Queue) unline() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.waiting--
}

func (q *Queue) leave() func() {
	begun := time.Now()
	return sync.OnceFunc(func() {
		q.mu.Lock()
		if took := time.Since(begun); q.mean == 0 {
			q.mean = took
		} else {
			q.mean += (took - q.mean) / 8
		}
		q.mu.Unlock()
		<-q.slots
	})
}

// Running and Waiting tell how full the queue is.
func (q *Queue) Running() int { return len(q.slots) }

// Waiting tells how many callers wait.
func (q *Queue) Waiting() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.waiting
}

// RetryAfter is when a caller who was turned away should come again, in whole seconds: the time in which those who
// wait will have run, by the mean so far; at least 1.
func (q *Queue) RetryAfter() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	turns := float64(q.waiting+1) / float64(q.o.Running)
	return max(1, int(math.Ceil(turns*q.mean.Seconds())))
}
