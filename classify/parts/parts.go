// Package parts does work at the same time: in parts, one a processor, or piece by piece.
package parts

import (
	"context"
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
