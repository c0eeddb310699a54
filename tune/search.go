package tune

import (
	"context"
	"errors"
	"math"
	"slices"
)

// A Trial is what a point scored on every page.
type Trial struct {
	Point Point
	Pages []float64 // NaN where the measure has no gold on the page
}

// Mean is the mean over the pages that are in; NaN when none is scored. in may be nil for all.
func (t *Trial) Mean(in func(page int) bool) float64 {
	sum, n := 0.0, 0.0
	for i, x := range t.Pages {
		if !math.IsNaN(x) && (in == nil || in(i)) {
			sum, n = sum+x, n+1
		}
	}
	return sum / n
}

// ErrPoint says that a point's settings do not go together. The point is left out.
var ErrPoint = errors.New("the settings do not go together")

// An Objective scores every page with the settings of a point. It remembers what it has scored.
type Objective func(ctx context.Context, p Point) (*Trial, error)

// The kinds of search.
const (
	Grid       = "grid"       // every point of the grid
	Random     = "random"     // points drawn from the whole range
	Coordinate = "coordinate" // one setting after the other through its values, until none gains
)

// Searches lists the kinds of search.
var Searches = []string{Grid, Random, Coordinate}

// list scores points one by one. Points whose settings do not go together are left out.
func list(ctx context.Context, points []Point, score Objective, each func(done, total int)) ([]*Trial, error) {
	var trials []*Trial
	for i, p := range points {
		t, err := score(ctx, p)
		if err != nil && !errors.Is(err, ErrPoint) {
			return nil, err
		}
		if err == nil {
			trials = append(trials, t)
		}
		each(i+1, len(points))
	}
	return trials, nil
}

// best is the trial with the highest mean over the pages; of equal ones the first.
func best(trials []*Trial, in func(page int) bool) *Trial {
	var top *Trial
	for _, t := range trials {
		if top == nil || t.Mean(in) > top.Mean(in) {
			top = t
		}
	}
	return top
}

// climb moves from the start along one axis after the other to the value that scores best on the pages, until a whole
// round gains nothing.
func climb(ctx context.Context, space Space, start *Trial, score Objective, in func(page int) bool, each func()) (*Trial, error) {
	at := start
	for moved := true; moved; {
		moved = false
		for i, a := range space {
			for _, v := range a.Values {
				p := slices.Clone(at.Point)
				p[i] = v
				t, err := score(ctx, p)
				if errors.Is(err, ErrPoint) {
					continue
				}
				if err != nil {
					return nil, err
				}
				each()
				if t.Mean(in) > at.Mean(in) {
					at, moved = t, true
				}
			}
		}
	}
	return at, nil
}
