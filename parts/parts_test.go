package parts

import (
	"context"
	"iter"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
)

func TestEveryIndexIsDoneOnce(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(3))
	for _, c := range []struct{ n, least, parts int }{{0, 1, 1}, {1, 1, 1}, {7, 1, 3}, {7, 3, 2}, {7, 8, 1}, {1000, 10, 3}} {
		done := make([]atomic.Int32, c.n)
		var parts atomic.Int32
		Do(c.n, c.least, func(from, to int) {
			parts.Add(1)
			for i := from; i < to; i++ {
				done[i].Add(1)
			}
		})
		for i := range done {
			if n := done[i].Load(); n != 1 {
				t.Errorf("%d of %d was done %d times", i, c.n, n)
			}
		}
		if n := int(parts.Load()); n != c.parts {
			t.Errorf("%d in parts of at least %d: %d parts, want %d", c.n, c.least, n, c.parts)
		}
	}
}

func TestEachIsDoneOnceAndTold(t *testing.T) {
	for _, workers := range []int{1, 3} {
		const n = 10
		done := make([]atomic.Int32, n)
		var told []int
		Each(t.Context(), n, workers, func(i int) { done[i].Add(1) }, func(k int) { told = append(told, k) })
		for i := range done {
			if k := done[i].Load(); k != 1 {
				t.Errorf("%d was done %d times by %d workers", i, k, workers)
			}
		}
		if !slices.Equal(told, []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}) {
			t.Errorf("told %v", told)
		}
	}
}

func TestEachEndsWithItsContext(t *testing.T) {
	ctx, end := context.WithCancel(t.Context())
	done := 0
	Each(ctx, 10, 1, func(i int) {
		if done++; i == 2 {
			end()
		}
	}, func(int) {})
	if done != 3 {
		t.Errorf("%d were done, not the three that were begun", done)
	}
}

// Later jobs are done while the first is waited for, and their results come after its.
func TestResultsComeInOrder(t *testing.T) {
	last := make(chan struct{})
	do := func(_ context.Context, j int) int {
		switch j {
		case 0:
			<-last
		case 3:
			close(last)
		}
		return 10 * j
	}
	if got := slices.Collect(InOrder(t.Context(), slices.Values([]int{0, 1, 2, 3, 4}), 2, Large, do)); !slices.Equal(got, []int{0, 10, 20, 30, 40}) {
		t.Errorf("%v", got)
	}
}

// While one job takes long, others are done until as many results wait as may.
func TestResultsWaitForTheirTurn(t *testing.T) {
	for _, ahead := range []int{Large, Small} {
		const workers = 2
		enough, done := make(chan struct{}), atomic.Int32{}
		do := func(_ context.Context, j int) int {
			if j == 0 {
				<-enough
			} else if int(done.Add(1)) == workers*ahead {
				close(enough)
			}
			return j
		}
		n := 0
		for j := range InOrder(t.Context(), count(workers*ahead+5), workers, ahead, do) {
			if j != n {
				t.Fatalf("result %d at place %d", j, n)
			}
			n++
		}
	}
}

// count yields 0 … n−1.
func count(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := 0; i < n && yield(i); i++ {
		}
	}
}

// Who wants no more ends the others, and leaves none of them behind.
func TestNoMoreResults(t *testing.T) {
	var begun, ended atomic.Int32
	forever := func(yield func(int) bool) {
		for j := 0; yield(j); j++ {
		}
	}
	for range InOrder(t.Context(), forever, 3, Large, func(ctx context.Context, j int) int {
		begun.Add(1)
		if j > 0 {
			<-ctx.Done()
		}
		ended.Add(1)
		return 0
	}) {
		break
	}
	if b, e := begun.Load(), ended.Load(); b != e {
		t.Errorf("%d were begun, and %d ended", b, e)
	}
}

// Nothing is begun when the context has ended, however many jobs have room.
func TestNothingIsBegunAfterTheEnd(t *testing.T) {
	ctx, end := context.WithCancel(t.Context())
	end()
	var begun atomic.Int32
	for range 20 {
		for range InOrder(ctx, slices.Values(make([]int, 100)), 4, Large, func(context.Context, int) int { return int(begun.Add(1)) }) {
		}
	}
	if n := begun.Load(); n > 0 {
		t.Errorf("%d jobs were begun", n)
	}
}
