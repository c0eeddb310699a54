package site

import (
	"bytes"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// Places are of one kind where the elements around them have the same tags and classes, whatever numbers are in these and
// whatever the body is called.
func TestKinds(t *testing.T) {
	kindOf := func(html string) uint64 {
		p := parse(t, html)
		return Kinds(p)[p.Find(0, "i")]
	}
	base := kindOf(`<body class="post-17"><div class="main  page-3"><i>x</i></div>`)
	for html, same := range map[string]bool{
		`<body class="home"><p>before</p><div class="main page-12"><i>y</i></div>`: true,
		`<div id=a class="main page-3"><i>x</i></div>`:                             true,
		`<div class="main page"><i>x</i></div>`:                                    false,
		`<section class="main page-3"><i>x</i></section>`:                          false,
		`<div class="main page-3"><div><i>x</i></div></div>`:                       false,
		`<div><i class="main page-3">x</i></div>`:                                  false,
	} {
		if got := kindOf(html) == base; got != same {
			t.Errorf("%s is of the same kind: %t, want %t", html, got, same)
		}
	}
	p := parse(t, `<div class="main page-3"><i>x</i></div>`)
	i := p.Find(0, "i")
	if kinds := Kinds(p); kinds[i+1] != kinds[i] {
		t.Error("a text is not where its element is")
	}
	if got := PlaceName(p, i); got != "div.main.page-0/i" {
		t.Errorf("the place is called %q", got)
	}
}

// said are made-up verdicts of a page about places that some pages have.
func said(page int) []Verdict {
	list := []Verdict{{1, "div/p", float64(page%5) - 1}}
	if page%3 == 0 {
		list = append(list, Verdict{2, "div/aside", -float64(page)})
	}
	return list
}

// What a page says of itself does not count for it: its places stand as the other pages alone have them.
func TestStandingIsOfOtherPages(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(1, 9).Draw(rt, "pages")
		asks := rapid.IntRange(0, 9).Draw(rt, "page that asks")
		all, others := learn(t, 0, n), &Places{}
		for i := range n {
			all.Hear(newsPage(t, i), said(i))
			all.Hear(newsPage(t, i), said(i+1)) // only once
			if i != asks {
				others.Hear(newsPage(t, i), said(i))
			}
		}
		told := all.Site(all.Options).Standing(newsPage(t, asks), said(asks))
		for kind := range uint64(4) {
			got, want := told.At(kind), Place{}
			if p := others.List[kind]; p != nil {
				want = *p
			}
			if got.Pages != want.Pages || math.Abs(got.Sum-want.Sum) > 1e-9 || math.Abs(got.Squares-want.Squares) > 1e-9 {
				rt.Fatalf("place %d stands at %+v, by the others alone at %+v", kind, got, want)
			}
			if got.Pages > 1 {
				mean, squares := 0.0, 0.0
				for i := range n {
					for _, v := range said(i) {
						if i != asks && v.Kind == kind {
							mean += v.Margin / float64(want.Pages)
							squares += v.Margin * v.Margin / float64(want.Pages)
						}
					}
				}
				if math.Abs(got.Mean()-mean) > 1e-9 || math.Abs(got.Variance()-(squares-mean*mean)) > 1e-6 {
					rt.Fatalf("place %d has mean %v and variance %v, want %v and %v", kind, got.Mean(), got.Variance(), mean, squares-mean*mean)
				}
			}
		}
	})
}

// Two halves that were learned apart and merged say what one profile says, also out of their files; pages that were not
// learned are not heard.
func TestPlacesAreKeptAndMerged(t *testing.T) {
	hear := func(from, to int) *Profile {
		p := learn(t, from, to)
		for i := from; i < to; i++ {
			p.Hear(newsPage(t, i), said(i))
		}
		p.Hear(newsPage(t, 99), said(99))
		file := filepath.Join(t.TempDir(), "p"+FileSuffix)
		if err := p.Save(file); err != nil {
			t.Fatal(err)
		}
		again, err := Load(file)
		if err != nil {
			t.Fatal(err)
		}
		return again
	}
	whole, merged := hear(0, 9), hear(0, 4)
	if err := merged.Merge(hear(4, 9)); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(whole.Places, merged.Places, sameProfile); diff != "" {
		t.Errorf("merged (+) is not what was learned as one (-):\n%s", diff)
	}
	if s := merged.Summary(merged.Options, 1); s.Heard != 9 || len(s.Places) != 2 || s.Places[0].Pages != 9 || s.Places[1].Path != "div/aside" {
		t.Errorf("the summary says %d heard, %+v", s.Heard, s.Places)
	}
	merged.Prune(4)
	if len(merged.Places.List) != 1 {
		t.Errorf("a place of three pages is not pruned: %v", merged.Places.List)
	}
}

// Two profiles differ in the places that one of them does not know, and in those that hold main content by one of them only.
func TestDiffOfPlaces(t *testing.T) {
	places := func(list map[uint64]*Place) *Profile {
		p := New("news.example", DefaultOptions())
		p.Places = &Places{List: list}
		return p
	}
	a := places(map[uint64]*Place{2: {Path: "kept", Pages: 9, Sum: 18}, 3: {Path: "turned", Pages: 2, Sum: 3}, 4: {Path: "gone", Pages: 4, Sum: -8}})
	b := places(map[uint64]*Place{2: {Path: "kept", Pages: 9, Sum: 1}, 3: {Path: "turned", Pages: 6, Sum: -3}, 5: {Path: "new", Pages: 4, Sum: 2}})
	want := []PlaceChange{
		{"turned", [2]int{2, 6}, [2]float64{1.5, -0.5}},
		{"gone", [2]int{4, 0}, [2]float64{-2, 0}},
		{"new", [2]int{0, 4}, [2]float64{0, 0.5}},
	}
	if got := Diff(a, b).Places; !slices.Equal(got, want) {
		t.Errorf("%+v", got)
	}
	if got := Diff(a, New("news.example", DefaultOptions())).Places; len(got) != 3 {
		t.Errorf("against a profile that heard nothing: %+v", got)
	}
}

// A profile whose places no pages can have made is refused.
func TestBrokenPlaces(t *testing.T) {
	for name, spoil := range map[string]func(*Place){
		"pages":     func(p *Place) { p.Pages = 8 },
		"no page":   func(p *Place) { p.Pages = 0 },
		"squares":   func(p *Place) { p.Squares = -1 },
		"not a sum": func(p *Place) { p.Sum = math.Inf(1) },
	} {
		p := learn(t, 0, 7)
		for i := range 7 {
			p.Hear(newsPage(t, i), said(i))
		}
		if err := p.check(); err != nil {
			t.Fatal(err)
		}
		if spoil(p.Places.List[1]); p.check() == nil {
			t.Errorf("%s: it is taken", name)
		}
	}
}

// Of a site's pages the first ones are asked, and then one in a few; what two learners heard at the same time is not lost.
func TestLearnerAsks(t *testing.T) {
	o := DefaultOptions()
	o.Places = PlaceOptions{First: 2, Every: 3}
	store := Folder{Dir: t.TempDir()}
	var asked []int
	learnAll := func(l *Learner, from, to int) {
		for i := from; i < to; i++ {
			ask := func() []Verdict { asked = append(asked, i); return said(i) }
			if _, err := l.Learn(t.Context(), newsPage(t, i), ask, noon); err != nil {
				t.Fatal(err)
			}
		}
	}
	one, other := NewLearner(store, "news.example", o), NewLearner(store, "news.example", o)
	learnAll(other, 20, 21) // which has not saved yet
	learnAll(one, 0, 9)
	learnAll(one, 0, 9) // nobody is asked again
	if want := []int{20, 0, 1, 2, 5, 8}; !cmp.Equal(asked, want) {
		t.Errorf("asked are %v, want %v", asked, want)
	}
	for _, l := range []*Learner{one, other} {
		if err := l.Save(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	p, err := Open(t.Context(), store, "news.example")
	if err != nil {
		t.Fatal(err)
	}
	if got := len(p.Places.Heard); got != 6 {
		t.Errorf("%d pages are heard, want 6", got)
	}
}

// A profile of a build that knew no places is read, and learns them from then on.
func TestProfileWithoutPlaces(t *testing.T) {
	raw, err := learn(t, 0, 3).encode()
	if err != nil {
		t.Fatal(err)
	}
	text := unzipped(t, raw)
	older := regexp.MustCompile(`"Places":\{[^}]*\},?`).ReplaceAll(text, nil)
	if len(older) == len(text) {
		t.Fatalf("the settings of places are not in %.300s", text)
	}
	p, err := read(bytes.NewReader(zipped(older)))
	if err != nil {
		t.Fatal(err)
	}
	if p.Add(newsPage(t, 5), noon); !p.Wants() {
		t.Error("nobody is asked")
	}
	if p.Hear(newsPage(t, 5), said(5)); p.Options.Places != DefaultOptions().Places || p.Site(p.Options).Standing(newsPage(t, 9), nil).At(1).Pages != 1 {
		t.Errorf("places %+v by %+v", p.Places, p.Options.Places)
	}
}
