package bucket

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gocloud.dev/blob"
	"gocloud.dev/blob/memblob"

	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/site"
)

func newStore(t *testing.T) *Store {
	s := New(blob.PrefixedBucket(memblob.OpenBucket(nil), "some/prefix/"), "mem://some/prefix")
	t.Cleanup(func() { s.Close() })
	return s
}

func put(t *testing.T, s site.Store, name, text string) {
	t.Helper()
	if _, err := s.Update(t.Context(), name, "", func(site.Stored) ([]byte, error) { return []byte(text), nil }); err != nil {
		t.Fatal(err)
	}
}

func TestReadWhatWasWritten(t *testing.T) {
	s := newStore(t)
	if _, err := s.Read(t.Context(), "a"); !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	for i := range 12 {
		put(t, s, "a", fmt.Sprint(i))
	}
	put(t, s, "a.b", "another")
	got, err := s.Read(t.Context(), "a")
	if err != nil || string(got.Data) != "11" || got.Version != "12" {
		t.Errorf("%+v, %v", got, err)
	}
	if names, err := s.Names(t.Context()); err != nil || !slices.Equal(names, []string{"a", "a.b"}) {
		t.Errorf("%v, %v", names, err)
	}
}

// Who knows what is stored need not read it, and who changes nothing writes nothing.
func TestUpdateReadsOnlyWhatIsNew(t *testing.T) {
	s := newStore(t)
	put(t, s, "a", "one")
	for known, want := range map[string]string{"": "one", "1": "", "7": "one"} {
		version, err := s.Update(t.Context(), "a", known, func(got site.Stored) ([]byte, error) {
			if string(got.Data) != want || got.Version != "1" {
				t.Errorf("known %q: %+v", known, got)
			}
			return nil, nil
		})
		if version != "1" || err != nil {
			t.Errorf("%q, %v", version, err)
		}
	}
}

// Every one of many writers at the same time is heard.
func TestWritersLoseNothing(t *testing.T) {
	s := newStore(t)
	var wg sync.WaitGroup
	for w := range 6 {
		wg.Go(func() {
			for i := range 5 {
				_, err := s.Update(t.Context(), "log", "", func(got site.Stored) ([]byte, error) {
					return fmt.Appendf(got.Data, "%d.%d\n", w, i), nil
				})
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	got, err := s.Read(t.Context(), "log")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Fields(string(got.Data))
	slices.Sort(lines)
	if len(slices.Compact(lines)) != 30 {
		t.Errorf("%d of 30 lines: %v", len(lines), lines)
	}
}

// A writer that finds the next generation taken sees what the other wrote.
func TestConflictIsSeen(t *testing.T) {
	s := newStore(t)
	put(t, s, "a", "one")
	var seen []string
	_, err := s.Update(t.Context(), "a", "", func(got site.Stored) ([]byte, error) {
		seen = append(seen, string(got.Data))
		if len(seen) == 1 {
			put(t, s, "a", "two")
		}
		return append(bytes.Clone(got.Data), "+"...), nil
	})
	if err != nil || !slices.Equal(seen, []string{"one", "two"}) {
		t.Errorf("%v, %v", seen, err)
	}
	if got, _ := s.Read(t.Context(), "a"); string(got.Data) != "two+" {
		t.Errorf("%q", got.Data)
	}
}

// Objects of others beside the generations are none, whatever they are called.
func TestForeignObjects(t *testing.T) {
	for _, foreign := range []string{"a/9", "a/+00000000009", "a/backup", "a/000000000002.bak", "a/9223372036854775807", "a/1000000000000", "a/x/000000000009", "a/", "a"} {
		s := newStore(t)
		put(t, s, "a", "one")
		if err := s.bucket.WriteAll(t.Context(), foreign, []byte("foreign"), nil); err != nil {
			t.Fatal(err)
		}
		_, err := s.Update(t.Context(), "a", "", func(got site.Stored) ([]byte, error) { return append(got.Data, "+"...), nil })
		if got, read := s.Read(t.Context(), "a"); err != nil || read != nil || string(got.Data) != "one+" {
			t.Errorf("%s: %q, %v, %v", foreign, got.Data, err, read)
		}
	}
}

// What is written is never lost in silence, also where no generation can follow.
func TestLastGeneration(t *testing.T) {
	s := newStore(t)
	if err := s.bucket.WriteAll(t.Context(), "a/999999999999", []byte("foreign"), nil); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Update(t.Context(), "a", "", func(site.Stored) ([]byte, error) { return []byte("new"), nil }); err == nil || !strings.Contains(err.Error(), "delete it") {
		t.Error(err)
	}
}

// An object that is no profile by its size is not read into memory.
func TestHugeObject(t *testing.T) {
	s := newStore(t)
	put(t, s, "a", "12345")
	s.most = 4
	_, err := s.Read(t.Context(), "a")
	_, update := s.Update(t.Context(), "a", "", func(site.Stored) ([]byte, error) { return []byte("new"), nil })
	if !errors.Is(err, site.ErrBroken) || !errors.Is(update, site.ErrBroken) {
		t.Errorf("%v, %v", err, update)
	}
}

// A write that is broken off leaves what was there, and can be made again.
func TestBrokenWrite(t *testing.T) {
	s := newStore(t)
	put(t, s, "a", "one")
	ctx, cancel := context.WithCancel(t.Context())
	edit := func(got site.Stored) ([]byte, error) {
		cancel()
		return append(got.Data, "+"...), nil
	}
	if _, err := s.Update(ctx, "a", "", edit); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	for _, want := range []string{"one", "one+"} {
		if got, err := s.Read(t.Context(), "a"); err != nil || string(got.Data) != want {
			t.Errorf("%q, %v", got.Data, err)
		}
		if _, err := s.Update(t.Context(), "a", "", edit); err != nil {
			t.Error(err)
		}
	}
}

// Learners of one site keep their pages through a bucket as through a folder.
func TestLearnersShareABucket(t *testing.T) {
	s := newStore(t)
	var wg sync.WaitGroup
	for w := range 3 {
		wg.Go(func() {
			l := site.NewLearner(s, "a.example", site.DefaultOptions())
			for i := range 12 {
				p, err := page.Parse(fmt.Appendf(nil, "<title>t</title><div><p>page %d of writer %d</p></div>", i, w), page.ParseOptions{URL: fmt.Sprintf("https://a.example/%d/%d", w, i)})
				if err != nil {
					t.Error(err)
					return
				}
				if _, err := l.Learn(t.Context(), p, nil, time.Unix(1_700_000_000, 0)); err != nil {
					t.Error(err)
				}
			}
			if err := l.Save(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	p, err := site.Open(t.Context(), s, "a.example")
	if err != nil || p.Pages != 36 {
		t.Errorf("%+v, %v", p, err)
	}
}

// A generation is kept for as long as a writer may take it for the last, however old it is.
func TestExpired(t *testing.T) {
	at := func(minutes ...int) (all []generation) {
		for i, m := range minutes {
			all = append(all, generation{int64(i + 1), time.Unix(int64(m)*60, 0)})
		}
		return all
	}
	for _, c := range []struct {
		all  []generation
		want int
	}{
		{nil, 0}, {at(0), 0}, {at(0, 1000), 0}, {at(0, 1000, 1009), 0}, {at(0, 1000, 1010), 1}, {at(0, 1, 2, 995, 1000, 1010), 4},
	} {
		if got := len(expired(c.all)); got != c.want {
			t.Errorf("%d of %v have expired, not %d", got, c.all, c.want)
		}
	}
	if retention <= deadline {
		t.Error("a slow writer can create a generation that was deleted")
	}
}

func TestOpenSaysWhatItKnows(t *testing.T) {
	for where, want := range map[string]string{"ftp://host/x": "knows folders and mem", "s3://[": "not the URL"} {
		if _, err := Open(context.Background(), where); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", where, err)
		}
	}
	s, err := Open(t.Context(), "mem://name/some/prefix/")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	put(t, s, "a", "x")
	if !IsURL("s3://b") || IsURL("file:///b") || IsURL("b/c") {
		t.Error("folders and buckets are taken for each other")
	}
}
