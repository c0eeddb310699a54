// Package parts does work in parts at the same time.
package parts

import (
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
