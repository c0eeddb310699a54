package measure

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mullionhq/mullion/bench/peer"
	"github.com/mullionhq/mullion/eval"
	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/study"
)

// TestMain is also every peer of these tests: the test program again, as "fake-peer NAME".
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == "fake-peer" {
		fake(os.Args[2])
		return
	}
	os.Exit(m.Run())
}

func fake(name string) {
	if name == "absent" {
		fmt.Println(`{"missing":"no such library"}`)
		return
	}
	peer.Serve(os.Stdin, os.Stdout, "v-"+name, func(q peer.Request) (peer.Answer, error) {
		if strings.Contains(q.HTML, "poison") && name == "weak" {
			os.Exit(3)
		}
		return peer.Answer{Text: name + " read " + q.HTML + q.Snapshot[:0]}, nil
	})
}

// corpus is a set of pages a, b, … with the given texts.
func corpus(t *testing.T, texts ...string) []Set {
	t.Helper()
	s := Set{Name: "demo"}
	for i, text := range texts {
		id := string(rune('a' + i))
		path := filepath.Join(t.TempDir(), id+".html")
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		s.Items = append(s.Items, eval.Item{ID: id, Corpus: "demo", HTMLPath: path})
	}
	return []Set{s}
}

func newRun(dir string) *Run {
	return &Run{Store: Store{dir}, Timeout: time.Minute, Start: func(p peer.Peer) *peer.Process {
		return peer.New([]string{os.Args[0], "fake-peer", p.Name}, time.Minute)
	}}
}

func texts(t *testing.T, s Store, peer, set string) map[string]string {
	t.Helper()
	rows, err := s.Read(peer, set)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for id, r := range rows {
		out[id] = r.Text + r.Error
	}
	return out
}

func TestRunKeepsRowsAndRunsOnlyWhatIsMissing(t *testing.T) {
	sets := corpus(t, "one", "two")
	r := newRun(t.TempDir())
	peers := []peer.Peer{{Name: "strong"}, {Name: "absent"}}
	missing, err := r.Do(context.Background(), sets, peers)
	if err != nil {
		t.Fatal(err)
	}
	if missing["absent"] != "is not installed here: no such library" || len(missing) != 1 {
		t.Errorf("missing: %v", missing)
	}
	want := map[string]string{"a": "strong read one", "b": "strong read two"}
	if got := texts(t, r.Store, "strong", "demo"); !maps.Equal(got, want) {
		t.Errorf("%v", got)
	}
	rows, _ := r.Store.Read("strong", "demo")
	if row := rows["a"]; row.Version != "v-strong" || row.Corpus != "demo" || row.Wall <= 0 || !strings.HasPrefix(row.Runtime, "go") {
		t.Errorf("%+v", row)
	}

	// The file is as a killed run leaves it: b's line is cut off. Only b is run again, and its page has changed.
	name := r.Store.path("strong", "demo")
	raw, _ := os.ReadFile(name)
	if err := os.WriteFile(name, raw[:len(raw)-9], 0o666); err != nil {
		t.Fatal(err)
	}
	for i := range sets[0].Items {
		os.WriteFile(sets[0].Items[i].HTMLPath, []byte("new"), 0o666)
	}
	if _, err := r.Do(context.Background(), sets, peers); err != nil {
		t.Fatal(err)
	}
	want["b"] = "strong read new"
	if got := texts(t, r.Store, "strong", "demo"); !maps.Equal(got, want) {
		t.Errorf("after a killed run: %v", got)
	}

	// What is forgotten is run again.
	if err := r.Store.Forget("strong", "demo", sets[0].Items[:1]); err != nil {
		t.Fatal(err)
	}
	if got := texts(t, r.Store, "strong", "demo"); len(got) != 1 || got["b"] == "" {
		t.Errorf("forgetting a: %v", got)
	}
	if err := r.Store.Forget("nobody", "demo", sets[0].Items); err != nil {
		t.Errorf("forgetting nothing: %v", err)
	}
}

func TestRunGoesOnAfterACrash(t *testing.T) {
	r := newRun(t.TempDir())
	var warned []string
	r.Warn = func(text string) { warned = append(warned, text) }
	if _, err := r.Do(context.Background(), corpus(t, "poison", "fine"), []peer.Peer{{Name: "weak"}, {Name: "strong"}}); err != nil {
		t.Fatal(err)
	}
	got := texts(t, r.Store, "weak", "demo")
	if !strings.Contains(got["a"], "its process ended") || got["b"] != "weak read fine" {
		t.Errorf("%v", got)
	}
	if texts(t, r.Store, "strong", "demo")["a"] != "strong read poison" {
		t.Error("the other peer did not get the page")
	}
	if len(warned) != 1 || !strings.Contains(warned[0], "weak: page a") {
		t.Errorf("%q", warned)
	}
}

func TestRunStopsWhenInterrupted(t *testing.T) {
	r := newRun(t.TempDir())
	ctx, cancel := context.WithCancel(context.Background())
	r.Progress = func(_ string, done, _ int) {
		if done == 1 {
			cancel()
		}
	}
	if _, err := r.Do(ctx, corpus(t, "one", "two", "three"), []peer.Peer{{Name: "strong"}}); err == nil {
		t.Error("no error")
	}
	if got := texts(t, r.Store, "strong", "demo"); len(got) != 1 || got["a"] == "" {
		t.Errorf("kept: %v", got)
	}
}

func TestLoadDecodes(t *testing.T) {
	sets := corpus(t, "<meta charset=gbk><p>\xc4\xe3\xba\xc3\xca\xc0\xbd\xe7")
	q, done, err := new(Loader).Load(context.Background(), &sets[0], &sets[0].Items[0])
	if err != nil {
		t.Fatal(err)
	}
	defer done()
	if !strings.Contains(q.HTML, "你好世界") {
		t.Errorf("%q", q.HTML)
	}
}

func TestLoadRendered(t *testing.T) {
	p, err := page.Parse([]byte(`<html lang=en><body><p class="a&b">x &lt; y<br>z</p><script>if (a < b) {}</script></body></html>`), page.ParseOptions{URL: "https://demo.example/"})
	if err != nil {
		t.Fatal(err)
	}
	s := Set{Name: "sites" + DOMSuffix, DOM: true, Items: []eval.Item{{ID: "demo-00", Corpus: "sites", URL: "https://demo.example/"}}}
	dir := t.TempDir()
	name := filepath.Join(dir, "sites", fmt.Sprintf("demo-00-v%d.json.gz", page.Version))
	os.MkdirAll(filepath.Dir(name), 0o777)
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Save(f); err != nil {
		t.Fatal(err)
	}
	f.Close()
	l := Loader{Study: study.Loader{Snapshots: dir}}
	q, done, err := l.Load(context.Background(), &s, &s.Items[0])
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(q.HTML, "<!DOCTYPE html><html lang=\"en\">") || !strings.Contains(q.HTML, `<p class="a&amp;b">x &lt; y<br/>z</p>`) {
		t.Errorf("%s", q.HTML)
	}
	saved, err := os.Open(q.Snapshot)
	if err != nil {
		t.Fatal(err)
	}
	again, err := page.Load(saved)
	saved.Close()
	if err != nil || len(again.Nodes) != len(p.Nodes) {
		t.Errorf("the page for mullion: %v", err)
	}
	done()
	if _, err := os.Stat(q.Snapshot); !os.IsNotExist(err) {
		t.Error("the page's file stays behind")
	}
}

func TestSets(t *testing.T) {
	c := &eval.Corpus{Name: "c", Rendered: true}
	for i := range 10 {
		c.Items = append(c.Items, eval.Item{ID: fmt.Sprint(i)})
	}
	sets := Sets(c, eval.Filter{}, 4)
	var ids []string
	for _, it := range sets[1].Items {
		ids = append(ids, it.ID)
	}
	if len(sets) != 2 || sets[0].DOM || !sets[1].DOM || sets[1].Name != "c+dom" || !slices.Equal(ids, []string{"0", "2", "5", "7"}) {
		t.Errorf("%d sets, pages %v", len(sets), ids)
	}
	c.Rendered = false
	if diff := cmp.Diff(1, len(Sets(c, eval.Filter{}, 0))); diff != "" {
		t.Error(diff)
	}
}
