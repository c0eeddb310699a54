// Package parts does work at the same time: in parts, one a processor, or piece by piece, also with results in order. It knows
// nothing of the work; who starts it waits for all of it.
package parts

import (
	"context"
	"iter"
	"runtime"
	"sync"
)

// Do does 0 … n−1 in parts at the same time, at most one a processor and none smaller than least, and waits for all.
func Do(n, least int, do func(from, to int)) {
	parts := max(1, min(runtime.GOMAXPROCS(0), n/least))
	var all sync.WaitGroup
	for k := 1; k < parts; k++ {
		all.Go(func() { do(k*n/parts, (k+1)*n/parts) })
	}
	do(0, n/parts)
	all.Wait()
}

// Each does 0 … n−1 one by one, workers of them at a time, until ctx ends, and waits for those that are begun. after is told
// how many are done, by one call at a time.
func Each(ctx context.Context, n, workers int, do func(i int), after func(done int)) {
	var mu sync.Mutex
	var all sync.WaitGroup
	next, done := 0, 0
	for range workers {
		all.Go(func() {
			for ctx.Err() == nil {
				mu.Lock()
				i := next
				next++
				mu.Unlock()
				if i >= n {
					return
				}
				do(i)
				mu.Lock()
				done++
				after(done)
				mu.Unlock()
			}
		})
	}
	all.Wait()
}

// How many jobs for each worker may be done or under way before the one whose result is waited for, where results are small
// and where they hold whole pages. A page may take half a minute, and others a tenth of a second meanwhile. Guesses.
const (
	Small = 128
	Large = 4
)

// InOrder does jobs, workers of them at a time, and yields their results in the order of the jobs; ahead is Small or Large. When
// ctx ends, or nobody wants another result, what the jobs are done with ends, and no others are begun; those that are begun are
// waited for.
func InOrder[J, R any](ctx context.Context, jobs iter.Seq[J], workers, ahead int, do func(context.Context, J) R) iter.Seq[R] {
	return func(yield func(R) bool) {
		ctx, stop := context.WithCancel(ctx)
		defer stop()
		queue := make(chan chan R, ahead*workers) // in the order of the jobs
		free := make(chan struct{}, workers)
		go func() {
			defer close(queue)
			for j := range jobs {
				free <- struct{}{}
				if ctx.Err() != nil {
					return
				}
				place := make(chan R, 1)
				select {
				case queue <- place:
				case <-ctx.Done():
					return
				}
				go func() {
					defer func() { <-free }()
					place <- do(ctx, j)
				}()
			}
		}()
		wanted := true
		for place := range queue {
			if r := <-place; wanted && !yield(r) {
				wanted = false
				stop()
			}
		}
	}
}
