package tune_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/mullionhq/mullion/config"
	"github.com/mullionhq/mullion/tune"
)

func TestParseSpace(t *testing.T) {
	for _, test := range []struct {
		text   string
		values string // or the mistake
	}{
		{"classify.threshold", "0 0.125 0.25 0.375 0.5 0.625 0.75 0.875 1"},
		{"regions.fixed.left=0.1:0.4:4", "0.1 0.2 0.3 0.4"},
		{"regions.fixed.left=0.3|200", "0.3 200"},
		{"regions.adaptive.prose_chars=1:4:9", "1 2 3 4"},
		{"classify.min_words=1:1000:4:log", "1 10 100 1000"},
		{"train.gamma=0.001:10:log", "0.001 0.003162 0.01 0.03162 0.1 0.3162 1 3.162 10"},
		{"regions.adaptive.prose_chars=1:4:9:log", "1 2 3 4"},
		{"classify.min_words=0:100:log", "0 is not above 0"},
		{"classify.min_words=1:100:few", `"few" is not a number of steps`},
		{"classify.min_words=1:100:3:log:4", "is not min:max"},
		{"classify.min_words=log", "is not min:max"},
		{"classify.headline", "false true"},
		{"regions.mode", "fixed adaptive"},
		{"method=vlps|sst", "vlps sst"},
		{"method=best", "is not one of fused, vlps"},
		{"classify.threshold=0:2:2", "2 is not between 0 and 1"},
		{"classify.threshold=0.5:0.5", "is not below"},
		{"classify.threshold=0:1:1", "is not a number of steps"},
		{"classify.threshold=1:2:3:4", "is not min:max"},
		{"classify.threshold=low:1", `"low" is not a number`},
		{"classify.threshold=0:high", `"high" is not a number`},
		{"regions.adaptive.prose_chars=1:2:10000", "1 2"},
		{"regions.adaptive.prose_chars=1:2:10001", "is not a number of steps"},
		{"classify.threshold=0:1:2", "0 1"},
		{"model", "only numbers"},
		{"train.seed=", "it has no range of its own: write train.seed=min:max"},
		{"render.timeout", "only numbers"},
		{"classify.sharpness", "is no setting"},
	} {
		space, err := tune.ParseSpace([]string{test.text}, config.Fields())
		if err != nil {
			if !strings.Contains(err.Error(), test.values) {
				t.Errorf("%s: %v, want %s", test.text, err, test.values)
			}
			continue
		}
		if got := strings.Join(space[0].Values, " "); got != test.values {
			t.Errorf("%s: %s, want %s", test.text, got, test.values)
		}
	}
	if _, err := tune.ParseSpace([]string{"method", "method"}, config.Fields()); err == nil {
		t.Error("a setting that is named twice is no mistake")
	}
}

// A grid that no number holds is told as a large one: its size must not come out small, or below 0.
func TestSizeOfAGrid(t *testing.T) {
	values := make([]string, 10000)
	space := tune.Space{{Values: values}, {Values: values}}
	if n := space.Size(); n != 100_000_000 {
		t.Errorf("two axes of 10,000 values have %d points", n)
	}
	for range 30 {
		space = append(space, tune.Axis{Values: values[:8000]})
		if n := space.Size(); n < 100_000_000 {
			t.Errorf("%d axes have %d points", len(space), n)
		}
	}
}

// Half of the random draws from 1 … 100 by factors lie below 10, all in the range.
func TestRandomDrawsByFactors(t *testing.T) {
	space, err := tune.ParseSpace([]string{"classify.min_words=1:100:log"}, config.Fields())
	if err != nil {
		t.Fatal(err)
	}
	below := 0
	for _, p := range space.Random(400, 1) {
		x, err := strconv.ParseFloat(p[0], 64)
		if err != nil || x < 1 || x > 100 {
			t.Fatalf("drawn %q", p[0])
		}
		if x < 10 {
			below++
		}
	}
	if below < 160 || below > 240 {
		t.Errorf("%d of 400 draws lie below 10", below)
	}
}

// peak scores pages of eight sites; each site has a best value of its own around 0.5, and one is far off.
func peak(calls *int) tune.Objective {
	memo := map[string]*tune.Trial{}
	return func(_ context.Context, p tune.Point) (*tune.Trial, error) {
		if t := memo[fmt.Sprint(p)]; t != nil {
			return t, nil
		}
		x, _ := strconv.ParseFloat(p[0], 64)
		if x == 0.4 {
			return nil, tune.ErrPoint
		}
		*calls++
		t := &tune.Trial{Point: p}
		for i := range 16 {
			best := 0.5
			if i/2 == 7 {
				best = 0.1
			}
			t.Pages = append(t.Pages, 1-math.Abs(x-best))
		}
		t.Pages[3] = math.NaN()
		if len(p) > 1 && p[1] == "true" {
			for i := range t.Pages {
				t.Pages[i] += 0.1
			}
		}
		memo[fmt.Sprint(p)] = t
		return t, nil
	}
}

func plan(t *testing.T, calls *int, search string, over ...string) tune.Plan {
	t.Helper()
	space, err := tune.ParseSpace(over, config.Fields())
	if err != nil {
		t.Fatal(err)
	}
	p := tune.Plan{Space: space, Search: search, Draws: 40, Seed: 1, Score: peak(calls), Start: tune.Point{"0", "false"}[:len(space)]}
	for i := range 16 {
		p.Sites, p.Folds = append(p.Sites, strconv.Itoa(i/2)), append(p.Folds, i/2%4)
	}
	return p
}

func TestEverySearchFindsThePeak(t *testing.T) {
	for _, search := range tune.Searches {
		calls := 0
		p := plan(t, &calls, search, "classify.threshold=0:1:11", "classify.headline")
		var told [][2]int
		p.Progress = func(done, total int) { told = append(told, [2]int{done, total}) }
		r, err := tune.Run(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		// The start is in the grid; two of its points have settings that do not go together.
		if want := map[string]int{tune.Grid: 20, tune.Random: 41, tune.Coordinate: calls}[search]; calls != want || len(r.Trials) != want || slices.Contains(r.Trials, nil) {
			t.Errorf("%s: %d trials, %d in the result, want %d in both", search, calls, len(r.Trials), want)
		}
		total := map[string]int{tune.Grid: 22, tune.Random: 40}[search] // of a coordinate search it is not known
		for i, at := range told {
			if at != [2]int{i + 1, total} {
				t.Errorf("%s: progress %v after %d points of %d", search, at, i+1, total)
			}
		}
		if len(told) == 0 || total > 0 && len(told) != total {
			t.Errorf("%s: progress was told %d times", search, len(told))
		}
		if len(r.Chosen) != 4 || r.Flat() {
			t.Errorf("%s: %d points chosen for 4 folds, flat %v", search, len(r.Chosen), r.Flat())
		}
		if x, _ := strconv.ParseFloat(r.Best.Point[0], 64); math.Abs(x-0.5) > 0.05 || r.Best.Point[1] != "true" {
			t.Errorf("%s found %v", search, r.Best.Point)
		}
		gain, low, high := r.Against(r.Apart)
		if !(low <= gain && gain <= high && low < 0.3 && high > 0.4) {
			t.Errorf("%s: gain %.3f (%.3f to %.3f)", search, gain, low, high)
		}
		if gains := r.Gains(); len(gains) != 8 || !slices.IsSortedFunc(gains, func(a, b tune.SiteGain) int { return cmp.Compare(b.Gain(), a.Gain()) }) || gains[7].Site != "7" || gains[7].Gain() > 0 {
			t.Errorf("%s: the odd site is not the loser: %+v", search, gains)
		}
		for _, g := range r.Gains() { // at the start, 0, sites are .5 from their best, the odd one .1; page 3 has no score
			pages, start, apart := 2, 0.5, 1.1
			switch g.Site {
			case "1":
				pages = 1
			case "7":
				start, apart = 0.9, 0.7
			}
			near := 1e-9
			if search == tune.Random {
				near = 0.05
			}
			if g.Pages != pages || math.Abs(g.Start-start) > 1e-9 || math.Abs(g.Apart-apart) > near {
				t.Errorf("%s: site %s: %+v, want %d pages from %v to %v", search, g.Site, g, pages, start, apart)
			}
		}
		if search == tune.Coordinate && calls > 22 {
			t.Errorf("a coordinate search made %d trials of a grid of 22", calls)
		}
	}
}

// Settings that change nothing stay as they were, whichever way they are searched, and no site gains.
func TestTheStartWinsTies(t *testing.T) {
	for _, search := range tune.Searches {
		p := plan(t, new(int), search, "classify.threshold=0:1:3", "classify.headline")
		p.Score = func(_ context.Context, at tune.Point) (*tune.Trial, error) {
			return &tune.Trial{Point: at, Pages: slices.Repeat([]float64{0.5}, len(p.Sites))}, nil
		}
		p.Start = tune.Point{"0.3", "true"}
		r, err := tune.Run(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		if !r.Flat() || r.Best != r.Start || slices.ContainsFunc(r.Chosen, func(c *tune.Trial) bool { return c != r.Start }) {
			t.Errorf("%s: flat %v, the best is %v, for the folds %v", search, r.Flat(), r.Best, r.Chosen)
		}
		var sites []string
		for _, g := range r.Gains() {
			sites = append(sites, g.Site)
		}
		if !slices.IsSorted(sites) || len(sites) != 8 {
			t.Errorf("%s: sites that gain the same are listed as %v", search, sites)
		}
	}
}

// A page's own site has no say in the settings that score it: here two sites outvote all others where they take part.
func TestSitesAreHeldApart(t *testing.T) {
	space, err := tune.ParseSpace([]string{"classify.threshold=0|1"}, config.Fields())
	if err != nil {
		t.Fatal(err)
	}
	r, err := tune.Run(t.Context(), tune.Plan{
		Space: space, Search: tune.Grid, Start: tune.Point{"0"}, Sites: []string{"a", "b"}, Folds: []int{0, 1},
		Score: func(_ context.Context, p tune.Point) (*tune.Trial, error) {
			if p[0] == "0" {
				return &tune.Trial{Point: p, Pages: []float64{0.9, 0.2}}, nil
			}
			return &tune.Trial{Point: p, Pages: []float64{0.1, 0.3}}, nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(r.Apart, []float64{0.1, 0.2}) {
		t.Errorf("held apart the pages score %v, want each by what the other site chose: 0.1 and 0.2", r.Apart)
	}
	if r.Best.Point[0] != "0" {
		t.Errorf("the best of all pages is %v", r.Best.Point)
	}
}

func TestUnitOfSites(t *testing.T) {
	if a, b := (&tune.Result{}).Unit(), (&tune.Result{ByPage: true}).Unit(); a != "site" || b != "page" {
		t.Errorf("pages of many sites are held apart by %s, of one site by %s", a, b)
	}
}

// A measure that has no gold on a page scores it the same, and so it is flat where all other pages are.
func TestFlat(t *testing.T) {
	none := math.NaN()
	for _, test := range []struct {
		pages []float64
		want  bool
	}{
		{[]float64{0.5, none}, true},
		{[]float64{0.5, 0.1}, false},
		{[]float64{none, none}, false},
		{[]float64{0.6, none}, false},
	} {
		start := &tune.Trial{Pages: []float64{0.5, none}}
		r := tune.Result{Start: start, Trials: []*tune.Trial{start, {Pages: test.pages}}}
		if got := r.Flat(); got != test.want {
			t.Errorf("%v beside %v: flat is %v", test.pages, start.Pages, got)
		}
	}
}

// Nothing is to be gained where every page that has gold scores 1.
func TestPerfect(t *testing.T) {
	none := math.NaN()
	for want, pages := range map[bool][]float64{true: {1, none, 1}, false: {1, none, 0.9}} {
		r := tune.Result{Start: &tune.Trial{Pages: pages}}
		if got := r.Perfect(); got != want {
			t.Errorf("%v: perfect is %v", pages, got)
		}
	}
}

func TestPointsAreWrittenAsSettings(t *testing.T) {
	calls := 0
	p := plan(t, &calls, tune.Grid, "classify.threshold=0:1:11", "classify.headline")
	if got := p.Space.String(p.Start); got != "classify.threshold=0, classify.headline=false" {
		t.Errorf("the start is written %q", got)
	}
}

func TestStoppingASearch(t *testing.T) {
	calls := 0
	p := plan(t, &calls, tune.Grid, "classify.threshold=0:1:11")
	score := p.Score
	p.Score = func(ctx context.Context, at tune.Point) (*tune.Trial, error) {
		if calls == 3 {
			return nil, context.Canceled
		}
		return score(ctx, at)
	}
	if _, err := tune.Run(t.Context(), p); !errors.Is(err, context.Canceled) {
		t.Errorf("it ended with %v", err)
	}
}

func TestLogGoesOn(t *testing.T) {
	file := filepath.Join(t.TempDir(), "trials.jsonl")
	l, err := tune.OpenLog(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Add("k1", map[string]any{"a": "1"}, map[string][]float64{"f1": {0.5, math.NaN()}}); err != nil {
		t.Fatal(err)
	}
	if got := l.Find("k1")["f1"]; len(got) != 2 {
		t.Errorf("a trial that was added is found as %v", got)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, append(whole, `{"key":"k2","pag`...), 0o600); err != nil { // killed while it wrote
		t.Fatal(err)
	}
	if l, err = tune.OpenLog(file); err != nil {
		t.Fatal(err)
	}
	got := l.Find("k1")["f1"]
	if len(got) != 2 || got[0] != 0.5 || !math.IsNaN(got[1]) || l.Find("k2") != nil {
		t.Errorf("read back: %v, %v", got, l.Find("k2"))
	}
	if err := l.Add("k3", nil, map[string][]float64{"f1": {1}}); err != nil {
		t.Fatal(err)
	}
	l.Close()
	if l, err = tune.OpenLog(file); err != nil || l.Find("k1") == nil || l.Find("k3") == nil {
		t.Fatalf("after half a line: %v", err)
	}
	l.Close()
}

// A file that is no log is left as it is.
func TestLogRefusesOtherFiles(t *testing.T) {
	for _, text := range []string{"method: vlps\n", "method: vlps", "{}\n", "[1]\n", `{"method": "vlps"}`, `{"key":""}` + "\n", `{"key":"a","pages":1}` + "\n"} {
		file := filepath.Join(t.TempDir(), "notes")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := tune.OpenLog(file); err == nil {
			t.Errorf("%q is taken for a log", text)
		}
		if left, _ := os.ReadFile(file); string(left) != text {
			t.Errorf("%q was changed to %q", text, left)
		}
	}
}

func FuzzParseSpace(f *testing.F) {
	for _, text := range []string{"classify.threshold=0.1:0.9:5", "method", "regions.fixed.left=1|2", "classify.sure=::", "classify.min_words=0:1e300:3"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		space, err := tune.ParseSpace([]string{text}, config.Fields())
		if err != nil || space.Size() > 1000 {
			return
		}
		for _, p := range append(space.Grid(), space.Random(3, 1)...) {
			if _, err := config.Default().With("a test", space.Settings(p)); err != nil && !strings.Contains(err.Error(), " is more than ") {
				t.Errorf("%s gives %v: %v", text, p, err)
			}
		}
	})
}
