package site

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/mullionhq/mullion/page"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// newsPage is page i of a small site: navigation, an article of its own, a footer.
func newsPage(t testing.TB, i int) *page.Page {
	var story []string
	for k := range 20 {
		story = append(story, fmt.Sprintf("w%d", (i+1)*(k+3)*7919%10007))
	}
	p := parse(t, fmt.Sprintf(`<div class=nav><a href=/>Home</a><a href=/world>World</a></div>
<div class=main><div class=text><h1>Story %c</h1><p>What happened: %s.</p></div></div>
<div class=foot>Imprint and terms of the whole site</div>`, 'A'+i, strings.Join(story, " ")))
	p.URL = fmt.Sprintf("https://news.example/%d", i)
	return p
}

func learn(t testing.TB, from, to int) *Profile {
	p := New("news.example", DefaultOptions())
	for i := from; i < to; i++ {
		if !p.Add(newsPage(t, i), noon.Add(time.Duration(i)*time.Minute)) {
			t.Fatalf("page %d is not new", i)
		}
	}
	return p
}

var sameProfile = cmp.Options{cmpopts.IgnoreUnexported(Profile{}, Library{}, Clusters{}, Cluster{}, Node{}), cmpopts.EquateEmpty(), cmpopts.EquateApprox(1e-12, 1e-12)}

// Learning in two runs, with the file between them, gives what one run gives: also within the batch that was open.
func TestLearningIsIncremental(t *testing.T) {
	file := filepath.Join(t.TempDir(), "sub", "p"+FileSuffix)
	if err := learn(t, 0, 7).Save(file); err != nil {
		t.Fatal(err)
	}
	p, err := Load(file)
	if err != nil {
		t.Fatal(err)
	}
	for i := 5; i < 15; i++ {
		if fresh := p.Add(newsPage(t, i), noon.Add(time.Duration(i)*time.Minute)); fresh != (i >= 7) {
			t.Errorf("page %d is new: %t", i, fresh)
		}
		if i != 8 && i != 14 {
			continue
		}
		if diff := cmp.Diff(learn(t, 0, i+1), p, sameProfile); diff != "" {
			t.Errorf("after %d pages: %s", i+1, diff)
		}
	}
}

// Two profiles of pages that are built alike become what one that learned them all is: with a batch that was over, with
// one that is not, and with one that ends as they meet.
func TestMergeOfProfiles(t *testing.T) {
	for _, cut := range []struct{ at, to int }{{10, 15}, {4, 7}, {7, 10}} {
		p := learn(t, 0, cut.at)
		if err := p.Merge(learn(t, cut.at, cut.to)); err != nil {
			t.Fatal(err)
		}
		want := learn(t, 0, cut.to)
		want.Library.Known, want.Library.Measured = 0, 0 // neither of the two knew a template when its pages came
		if diff := cmp.Diff(want, p, sameProfile); diff != "" {
			t.Errorf("%d and %d pages: %s", cut.at, cut.to-cut.at, diff)
		}
	}
	for _, profiles := range [][2]*Profile{{learn(t, 0, 5), learn(t, 5, 9)}, {learn(t, 5, 9), learn(t, 0, 5)}, {learn(t, 0, 9), New("news.example", DefaultOptions())}, {New("news.example", DefaultOptions()), learn(t, 0, 9)}} {
		p := profiles[0]
		if err := p.Merge(profiles[1]); err != nil || p.Pages != 9 || !p.First.Equal(noon) || !p.Last.Equal(noon.Add(8*time.Minute)) {
			t.Errorf("%d pages, from %v to %v: %v", p.Pages, p.First, p.Last, err)
		}
	}
	p, before := learn(t, 0, 15), learn(t, 0, 15)
	if err := p.Merge(New(p.Name, p.Options)); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(before, p, sameProfile); diff != "" {
		t.Errorf("one that knows nothing changes it: %s", diff)
	}
	if err := p.Merge(learn(t, 14, 16)); !errors.Is(err, ErrDiffer) {
		t.Errorf("a page counts twice: %v", err)
	}
	other := DefaultOptions()
	other.Templates.Batch, other.Style.Threshold = 20, 0.5 // of which the second says how it is applied
	if err := p.Merge(New(p.Name, other)); !errors.Is(err, ErrDiffer) || !strings.Contains(err.Error(), "(templates.batch: 10 and 20)") {
		t.Errorf("other settings: %v", err)
	}
	if err := p.Merge(New("other.example", p.Options)); !errors.Is(err, ErrDiffer) {
		t.Errorf("another site: %v", err)
	}
}

// A profile that was pruned knows what many pages have, and learns on. A cluster keeps its rule, of however few pages.
func TestPrune(t *testing.T) {
	p := New("news.example", DefaultOptions())
	add := func(from, to int, block func(i int) string) {
		for i := from; i < to; i++ {
			pg := parse(t, block(i)+"<div>Of all pages</div>")
			pg.URL = fmt.Sprintf("https://news.example/%d", i)
			p.Add(pg, noon)
		}
	}
	story := func(i int) string {
		id, offer := "new", ""
		if i < 3 {
			id, offer = "old", "<p>A special offer"
		}
		return fmt.Sprintf("<div id=%s><p>Word%d and more%d of it%s</div>", id, i*7919, i*6007, offer)
	}
	add(0, 9, story)
	add(9, 10, func(int) string { return "<table><td>One page is of another kind</table>" })
	own := func(i int) string { return fmt.Sprintf("<main id=own%d><p>Word%d and more%[1]d</main>", i, i*7919) }
	add(10, 16, own)
	if n := len(p.Library.Templates); n != 2 || len(p.Clusters.List) != 3 {
		t.Fatalf("%d templates, %d clusters", n, len(p.Clusters.List))
	}
	p.Prune(4)
	if got := p.Library.Templates; len(got) != 1 || got[0].Text != "Of all pages" {
		t.Errorf("templates %+v", got)
	}
	pages := func() (sizes, voted []int) {
		for _, c := range p.Clusters.List {
			rule, _ := c.Rule()
			sizes, voted = append(sizes, c.Pages), append(voted, rule.Pages)
			if len(c.Votes) != 1 {
				t.Errorf("a cluster has %d votes: %+v", len(c.Votes), c.Votes)
			}
		}
		return sizes, voted
	}
	if sizes, voted := pages(); !slices.Equal(sizes, []int{9, 6}) || !slices.Equal(voted, []int{6, 1}) {
		t.Errorf("clusters of %v pages, rules of %v", sizes, voted)
	}
	add(20, 23, story)
	add(23, 24, func(int) string { return own(13) }) // whose vote is the one that was kept
	if sizes, voted := pages(); !slices.Equal(sizes, []int{12, 7}) || !slices.Equal(voted, []int{9, 2}) || p.Library.Templates[0].Count != 20 {
		t.Errorf("later clusters of %v pages, rules of %v, templates %+v", sizes, voted, p.Library.Templates)
	}
}

// Two texts of one library that are near to a text of another, but not to each other, may stand on the same pages: the text is
// then on no more pages than there are.
func TestMergeCountsNoMorePagesThanThereAre(t *testing.T) {
	o := DefaultOptions().Templates
	learned := func(pages int, texts ...string) *Library {
		l := &Library{}
		for range pages {
			var labels []label
			for _, text := range texts {
				labels = append(labels, label{"a", text})
			}
			l.add(labels, o)
		}
		return l
	}
	l, other := learned(1, "all of the news"), learned(2, "All of the news", "all of the newS", "to the market", "To the market") // 15 characters may differ by one, 13 too
	l.merge(other, o)
	want := []Template{{"a", "all of the news", 1 + 2}, {"a", "to the market", 2}}
	if diff := cmp.Diff(want, l.Cache); diff != "" || l.Pages != 3 {
		t.Errorf("%d pages (-want +got):\n%s", l.Pages, diff)
	}
}

// A site knows its navigation and footer as templates and as noise, and where the text stands.
func TestSiteOfProfile(t *testing.T) {
	o := DefaultOptions()
	o.Style.Threshold = 0.5 // two words stand on every page
	s := learn(t, 0, 12).Site(o)
	p := newsPage(t, 20)
	templates, importance, x := s.Templates(p), s.Importance(p), s.Extract(p)
	if x.Node < 0 || p.Nodes[x.Node].Attr("class") != "text" || !x.ByRule {
		t.Errorf("extraction %+v", x)
	}
	for i := range p.Nodes {
		n := &p.Nodes[i]
		if n.Kind != page.Text || strings.TrimSpace(n.Text) == "" || n.Hidden {
			continue
		}
		content := strings.Contains(n.Text, "Story") || strings.Contains(n.Text, "happened")
		want := 10 // pages of the batch that is over
		if content {
			want = 0
		}
		if templates[n.Parent] != want {
			t.Errorf("%q is a template of %d pages, not %d", n.Text, templates[n.Parent], want)
		}
		if s.Noise(importance[i]) == content {
			t.Errorf("%q has importance %g", n.Text, importance[i])
		}
	}
}

// flipped is raw with one bit turned.
func flipped(raw []byte, at int) []byte {
	out := slices.Clone(raw)
	out[at] ^= 1
	return out
}

// Other files are refused, with a reason.
func TestBrokenProfilesAreRefused(t *testing.T) {
	dir := t.TempDir()
	good := filepath.Join(dir, "good"+FileSuffix)
	if err := learn(t, 0, 3).Save(good); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	zip := func(s string) []byte {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		z.Write([]byte(s))
		z.Close()
		return b.Bytes()
	}
	changed := func(change func(p *Profile)) []byte {
		p := learn(t, 0, 3)
		change(p)
		raw, err := p.encode()
		if err != nil {
			t.Fatal(err)
		}
		return raw
	}
	for name, c := range map[string]struct {
		raw  []byte
		want string
	}{
		"html":            {[]byte("<html>"), "not a site profile"},
		"empty":           {nil, "it is empty: learn the site again"},
		"flipped bit":     {flipped(raw, len(raw)-6), "damaged"}, // of the checksum
		"half":            {raw[:len(raw)/2], "truncated"},
		"no checksum":     {raw[:len(raw)-3], "truncated"},
		"other JSON":      {zip(`{"nodes":[]}`), "not a site profile"},
		"not JSON":        {zip(`hello`), "not a site profile"},
		"version":         {zip(`{"format":"mullion site profile","version":99}`), "version 99"},
		"counts":          {zip(`{"format":"mullion site profile","version":2,"site":"a","pages":5,"style_tree":{"tag":"body","pages":5}}`), "contradict"},
		"template":        {changed(func(p *Profile) { p.Library.Cache[0].Count = 0 }), "template"},
		"cluster":         {changed(func(p *Profile) { p.Clusters.List[0].Pages = 4 }), "cluster 1 is broken"},
		"cluster of none": {changed(func(p *Profile) { p.Clusters.List[0].Pages = 0 }), "cluster 1 is broken"},
		"no cluster":      {changed(func(p *Profile) { p.Clusters.List[0] = nil }), "cluster 1 is broken"},
		"no text":         {changed(func(p *Profile) { p.Library.Cache[0].Text = "" }), "template"},
		"styles":          {changed(func(p *Profile) { p.Style.Styles = append(p.Style.Styles, &Style{Pages: 1}) }), "more styles than pages"},
		"child":           {changed(func(p *Profile) { p.Style.Styles[0].Children[0].Pages = 4 }), "not on all pages of its style"},
		"no child":        {changed(func(p *Profile) { p.Style.Styles[0].Children[0] = nil }), "style tree is broken"},
		"no style":        {changed(func(p *Profile) { p.Style.Styles[0] = nil }), "style tree is broken"},
		"style of none":   {changed(func(p *Profile) { p.Style.Styles[0].Pages = 0 }), "style tree is broken"},
		"pruned":          {changed(func(p *Profile) { p.Style.Pruned = -1 }), "style tree is broken"},
		"no tag":          {changed(func(p *Profile) { p.Style.Tag = "" }), "style tree is broken"},
		"a page unseen":   {changed(func(p *Profile) { p.Seen = p.Seen[1:] }), "contradict"},
		"a page less":     {changed(func(p *Profile) { p.Style.Pages-- }), "contradict"},
		"no name":         {changed(func(p *Profile) { p.Name = "" }), "contradict"},
		"no tree":         {changed(func(p *Profile) { p.Style = nil }), "contradict"},
		"a setting":       {changed(func(p *Profile) { p.Options.Clusters.Similarity = 2 }), "clusters.similarity: 2 "},
		"word":            {changed(func(p *Profile) { p.Style.Features = map[string]Feature{"a": {}} }), "a word has no count"},
		"another type":    {zip(`{"format":"mullion site profile","version":2,"pages":0,"site":7}`), "not a site profile"},
		"something after": {append(append([]byte{}, raw...), zip("{}")...), "something follows"},
		"a word after":    {append(append([]byte{}, raw...), zip("x")...), "not a site profile"},
		"rubbish after":   {append(append([]byte{}, raw...), "rubbish of ten bytes"...), "damaged"},
		"a bomb":          {zip(`{"format":"mullion site profile"` + strings.Repeat(" ", 1<<20)), "more than 100 times its size"},
		"JSON of a list":  {zip("[]"), "bad: it is not a site profile"},
	} {
		file := filepath.Join(dir, "bad")
		if err := os.WriteFile(file, c.raw, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Load(file); err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), file) {
			t.Errorf("%s: %v", name, err)
		}
	}
	whole, err := read(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	const header = 10 // of gzip, before what is compressed
	for at := range raw {
		if _, err := read(bytes.NewReader(raw[:at])); err == nil || at > header && !strings.Contains(err.Error(), "truncated") {
			t.Errorf("cut at byte %d: %v", at, err)
		}
		if at < header {
			continue
		}
		switch p, err := read(bytes.NewReader(flipped(raw, at))); {
		case err == nil && cmp.Equal(p, whole, sameProfile): // it is one of the bits that fill the last byte
		case err == nil || errors.Is(err, errForeign):
			t.Errorf("a bit flipped in byte %d: %v", at, err)
		}
	}
	if _, err := Open(t.Context(), Folder{dir}, "other.example"); !errors.Is(err, ErrNoProfile) || !strings.Contains(err.Error(), "mullion learn") {
		t.Errorf("no profile: %v", err)
	}
}

func TestKey(t *testing.T) {
	o := DefaultOptions()
	domain, deep := o, o
	domain.Group, deep.PathSegments = "domain", 1
	for _, c := range []struct {
		address, want string
		o             Options
	}{
		{"https://www.Example.com/a/b?c", "example.com", o}, {"http://news.example.co.uk:8080/", "news.example.co.uk:8080", o},
		{"https://news.example.co.uk/", "example.co.uk", domain}, {"https://host.example/~me/x.html", "host.example/~me", deep},
		{"https://WWW.München.example/", "münchen.example", o}, {"https://xn--mnchen-3ya.example/", "münchen.example", o},
		{"https://news.xn--55qx5d.cn/", "news.公司.cn", domain}, {"http://my_host:80/", "my_host", o}, {"http://[::1]:8080/", "::1:8080", o},
		{"http://192.168.0.7/", "192.168.0.7", domain}, {"http://localhost/", "localhost", domain}, {"https://a.github.io/", "a.github.io", domain},
	} {
		if got, err := Key(c.address, c.o); got != c.want || err != nil {
			t.Errorf("%s: %q, %v", c.address, got, err)
		}
	}
	for _, address := range []string{"page.html", "https://%zz/"} {
		if got, err := Key(address, o); err == nil {
			t.Errorf("%s has the site %q", address, got)
		}
	}
	for name, want := range map[string]string{
		"WWW.Example.com.": "example.com", "host.example/~Me": "host.example/~Me", "127.0.0.1:8080": "127.0.0.1:8080", "xn--mnchen-3ya.example": "münchen.example",
	} {
		if got := Name(name); got != want {
			t.Errorf("%s: %q, not %q", name, got, want)
		}
	}
}

// A link to a place in a page is one to the page, but scripts make pages of their own fragments.
func TestFragmentsAreOfOnePage(t *testing.T) {
	p := New("news.example", DefaultOptions())
	for _, c := range []struct {
		address string
		fresh   bool
	}{
		{"https://news.example/1", true}, {"https://news.example/1#comments", false}, {"https://news.example/1#", false},
		{"https://news.example/#!1", true}, {"https://news.example/#!2", true}, {"https://news.example/#/1", true}, {"https://news.example/#/1", false},
	} {
		pg := newsPage(t, 1)
		pg.FinalURL = c.address
		if got := p.Add(pg, noon); got != c.fresh {
			t.Errorf("%s is new: %t", c.address, got)
		}
	}
}

// Learning is measured without parsing.
func BenchmarkAdd(b *testing.B) {
	pages := make([]*page.Page, 25)
	for i := range pages {
		pages[i] = newsPage(b, i)
	}
	for b.Loop() {
		p := New("news.example", DefaultOptions())
		for _, pg := range pages {
			p.Add(pg, noon)
		}
	}
}
