package classify

import (
	"runtime"
	"sync"
)

// partRows is the least number of rows that are worth a goroutine of their own: about a tenth of a millisecond's work.
const partRows = 256

// inParts does 0 … n−1 in parts at the same time, one a processor, and waits for all.
func inParts(n int, do func(from, to int)) {
	parts := max(1, min(runtime.GOMAXPROCS(0), n/partRows))
	var all sync.WaitGroup
	for k := 1; k < parts; k++ {
		all.Go(func() { do(k*n/parts, (k+1)*n/parts) })
	}
	do(0, n/parts)
	all.Wait()
}
