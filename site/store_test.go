package site

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mullionhq/mullion/page"
)

// Learners that learn pages of one site at the same time, some of them the same pages, lose none and count none twice.
func TestLearnersLoseNothing(t *testing.T) {
	store := Folder{filepath.Join(t.TempDir(), "profiles")}
	var wg sync.WaitGroup
	for w := range 4 {
		wg.Go(func() {
			l := NewLearner(store, "news.example", DefaultOptions())
			for i := range 25 {
				if _, err := l.Learn(t.Context(), newsPage(t, w*20+i), nil, noon); err != nil {
					t.Error(err)
				}
			}
			if err := l.Save(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	p, err := Open(t.Context(), store, "news.example")
	if err != nil {
		t.Fatal(err)
	}
	if p.Pages != 85 || p.Clusters.List[0].Pages != 85 || p.Style.Pages != 85 {
		t.Errorf("%d pages, %d in the cluster, %d in the tree", p.Pages, p.Clusters.List[0].Pages, p.Style.Pages)
	}
	if names, err := List(t.Context(), store); err != nil || !slices.Equal(names, []string{"news.example"}) {
		t.Errorf("%v, %v", names, err)
	}
}

// An address that led to a page is known like the page's own, also in a profile that had learned the page by another one, and
// in one that it was merged into. It is no page: what else stands there is learned.
func TestLearnerKnowsRedirects(t *testing.T) {
	store := Folder{t.TempDir()}
	moved := newsPage(t, 1)
	moved.URL, moved.FinalURL = "https://news.example/moved", newsPage(t, 1).URL
	for i, pg := range []*page.Page{newsPage(t, 1), moved, moved} {
		l := NewLearner(store, "news.example", DefaultOptions())
		if known, err := l.Knows(t.Context(), "https://me:secret@news.example/moved#top"); err != nil || known != (i == 2) {
			t.Errorf("run %d: known %t, %v", i, known, err)
		}
		if fresh, err := l.Learn(t.Context(), pg, nil, noon); err != nil || fresh != (i == 0) {
			t.Errorf("run %d: fresh %t, %v", i, fresh, err)
		}
		if err := l.Save(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	p, err := Open(t.Context(), store, "news.example")
	if err != nil {
		t.Fatal(err)
	}
	other := learn(t, 2, 3)
	if err := other.Merge(p); err != nil || len(other.Led) != 1 || other.Pages != 2 {
		t.Errorf("merged: %v, %d addresses, %d pages", err, len(other.Led), other.Pages)
	}
	moved.FinalURL = ""
	if !p.Add(moved, noon) {
		t.Error("what stands at the address itself is not learned")
	}
}

// A learner saves after every batch, so that who is killed loses less than one.
func TestLearnerSavesBatches(t *testing.T) {
	store := Folder{t.TempDir()}
	o := DefaultOptions()
	l := NewLearner(store, "news.example", o)
	l.cost = 0
	for i := range 2*o.Templates.Batch + 3 {
		if _, err := l.Learn(t.Context(), newsPage(t, i), nil, noon); err != nil {
			t.Fatal(err)
		}
		l.saved = time.Time{} // long ago
	}
	p, err := Open(t.Context(), store, "news.example")
	if err != nil || p.Pages != 2*o.Templates.Batch {
		t.Fatalf("%+v, %v", p, err)
	}
	if err := l.Save(t.Context()); err != nil {
		t.Fatal(err)
	}
	p, err = Open(t.Context(), store, "news.example")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(learn(t, 0, 23).Clusters, p.Clusters, sameProfile); diff != "" {
		t.Error(diff)
	}
}

// A learner that begins anew forgets what others saved before it did, and nothing that they save afterwards.
func TestLearnerAnew(t *testing.T) {
	store := Folder{t.TempDir()}
	learner := func(page int) *Learner {
		l := NewLearner(store, "news.example", DefaultOptions())
		if page == 1 {
			l.Anew()
		}
		if _, err := l.Learn(t.Context(), newsPage(t, page), nil, noon); err != nil {
			t.Fatal(err)
		}
		return l
	}
	save := func(l *Learner, want int) {
		t.Helper()
		if err := l.Save(t.Context()); err != nil {
			t.Fatal(err)
		}
		if p, err := Open(t.Context(), store, "news.example"); err != nil || p.Pages != want {
			t.Errorf("%+v, %v, want %d pages", p, err, want)
		}
	}
	save(learner(0), 1)
	anew := learner(1)
	save(learner(2), 2)
	save(anew, 1)
	save(learner(3), 2)
	if _, err := anew.Learn(t.Context(), newsPage(t, 4), nil, noon); err != nil {
		t.Fatal(err)
	}
	save(anew, 3)
}

// broken is a store that cannot be written until it is mended.
type broken struct {
	Store
	mended bool
}

func (b *broken) Update(ctx context.Context, name, known string, edit func(Stored) ([]byte, error)) (string, error) {
	if _, err := edit(Stored{Version: known}); err != nil || !b.mended {
		return "", errors.New("the disk is full")
	}
	return b.Store.Update(ctx, name, known, edit)
}

// What could not be saved is saved later, once.
func TestLearnerForgetsNothingWhenSavingFails(t *testing.T) {
	store := &broken{Store: Folder{t.TempDir()}}
	l := NewLearner(store, "news.example", DefaultOptions())
	for i := range 5 {
		if _, err := l.Learn(t.Context(), newsPage(t, i), nil, noon); err != nil {
			t.Fatal(err)
		}
	}
	if err := l.Save(t.Context()); err == nil {
		t.Fatal("saved in a broken store")
	}
	store.mended = true
	if err := l.Save(t.Context()); err != nil {
		t.Fatal(err)
	}
	if p, err := Open(t.Context(), store, "news.example"); err != nil || p.Pages != 5 {
		t.Errorf("%+v, %v", p, err)
	}
}

// A learner does not go on from a file that is no profile, and leaves it alone.
func TestLearnerRefusesForeignFiles(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, FileName("news.example"))
	if err := writeFile(file, []byte("my own notes")); err != nil {
		t.Fatal(err)
	}
	l := NewLearner(Folder{dir}, "news.example", DefaultOptions())
	if _, err := l.Learn(t.Context(), newsPage(t, 1), nil, noon); err == nil {
		t.Fatal("learned into a foreign file")
	}
	if err := Change(t.Context(), Folder{dir}, "news.example", func(p *Profile) (*Profile, error) { return p, nil }); err == nil {
		t.Fatal("changed a foreign file")
	}
	if s, err := (Folder{dir}).Read(t.Context(), FileName("news.example")); err != nil || string(s.Data) != "my own notes" {
		t.Errorf("%q, %v", s.Data, err)
	}
}

// What cannot be read may be a profile: a learner does not begin another one.
func TestLearnerStopsWhereNothingCanBeRead(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, FileName("news.example")), 0o700); err != nil {
		t.Fatal(err)
	}
	l := NewLearner(Folder{dir}, "news.example", DefaultOptions())
	if _, err := l.Learn(t.Context(), newsPage(t, 1), nil, noon); err == nil || !strings.Contains(err.Error(), "profile of news.example in "+dir) {
		t.Errorf("learned: %v", err)
	}
}

func TestOpenFolder(t *testing.T) {
	for where, want := range map[string]string{"profiles": "profiles", "file:///srv/my%20profiles": "/srv/my profiles", "s3://bucket": "", "file://host/x": "", "file:///x?y": "", "file:///%zz": ""} {
		if f, err := OpenFolder(where); (err != nil) != (want == "") || f.Dir != want {
			t.Errorf("%s: %q, %v", where, f.Dir, err)
		}
	}
	if _, err := (Folder{t.TempDir()}).Read(t.Context(), "none"); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

// Pages that do not fit show after some were judged, and when the site was learned again, counting begins anew.
func TestDrift(t *testing.T) {
	store, o := Folder{t.TempDir()}, DefaultOptions()
	o.Fit.Window = 100
	p := learn(t, 0, 15)
	s := p.Site(o)
	drift := func() Drift {
		w, err := OpenWatch(t.Context(), store, p.Name)
		if err != nil {
			t.Fatal(err)
		}
		return p.Drift(w, o)
	}
	record := func(fits map[Fit]int) {
		if err := s.Record(t.Context(), store, fits, noon); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		fits   map[Fit]int
		judged int
		again  bool
	}{
		{nil, 0, false},
		{map[Fit]int{NoRule: 10}, 10, false}, // too few to tell
		{map[Fit]int{Fits: 80}, 90, false},
		{map[Fit]int{NoRule: 20, NoText: 1}, 55, true}, // of which 90 are worth 55, by the window
	} {
		record(c.fits)
		if d := drift(); d.Judged != c.judged || d.Again != c.again || c.again != (d.Why == NoRule.Advice()) {
			t.Errorf("after %v: %+v", c.fits, d)
		}
	}
	old := s
	p.Add(newsPage(t, 30), noon.Add(time.Hour))
	if d := drift(); d.Judged != 0 || d.Again {
		t.Errorf("learned again: %+v", d)
	}
	s = p.Site(o)
	record(map[Fit]int{Fits: 3})
	if err := old.Record(t.Context(), store, map[Fit]int{NoRule: 50}, noon); err != nil {
		t.Fatal(err)
	}
	if d := drift(); d.Judged != 3 {
		t.Errorf("what was judged by an old profile counts: %+v", d)
	}
	if d := learn(t, 0, 3).Drift(&Watch{}, o); !d.Again {
		t.Error("a profile without clusters is taken for useful")
	}
	for _, broken := range []string{
		fmt.Sprintf(`{"format":%q,"site":%q,"fits":{"well":3}}`, watchFormat, p.Name),
		fmt.Sprintf(`{"format":%q,"site":%q,"fits":{"fits":-3}}`, watchFormat, p.Name),
		fmt.Sprintf(`{"format":%q,"site":"other.example","fits":{"fits":3}}`, watchFormat),
		fmt.Sprintf(`{"site":%q,"fits":{"fits":3}}`, p.Name), "{",
	} {
		if err := writeFile(filepath.Join(store.Dir, watchName(p.Name)), []byte(broken)); err != nil {
			t.Fatal(err)
		}
		if _, err := OpenWatch(t.Context(), store, p.Name); err == nil {
			t.Errorf("a broken watch is read: %s", broken)
		}
	}
}

// A colon may be escaped in the name of a file, as it is where systems have none in names.
func TestPortsInFileNames(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "localhost%3A8080"+FileSuffix), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if names, err := List(t.Context(), Folder{dir}); err != nil || !slices.Equal(names, []string{"localhost:8080"}) {
		t.Errorf("%q, %v", names, err)
	}
}

// A name that is too long for a file is none of a site: nothing is asked of the store. One that is as long as may be is learned.
func TestLongNames(t *testing.T) {
	store, ctx := Folder{t.TempDir()}, t.Context()
	longest := strings.Repeat("a", maxFileName-len(FileSuffix))
	same := func(p *Profile) (*Profile, error) { return New(longest, DefaultOptions()), nil }
	if err := Change(ctx, store, longest, same); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(ctx, store, longest); err != nil {
		t.Error(err)
	}
	for _, name := range []string{longest + "a", strings.Repeat("京", 30)} {
		_, opened := Open(ctx, store, name)
		_, learned := NewLearner(store, name, DefaultOptions()).Learn(ctx, newsPage(t, 1), nil, noon)
		for _, err := range []error{opened, learned, Change(ctx, store, name, same)} {
			if !errors.Is(err, ErrNoProfile) || !strings.Contains(err.Error(), "240 at most") || len(err.Error()) > 300 {
				t.Errorf("%v", err)
			}
		}
	}
}
