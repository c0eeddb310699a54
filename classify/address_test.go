package classify

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/mullionhq/mullion/page"
)

// addressed is the view of a page that was loaded from an address and names another as its own; either may be "".
func addressed(t *testing.T, from, canonical string) *View {
	t.Helper()
	html := "<title>t</title><p>Some words of a page.</p>"
	if canonical != "" {
		html = `<link rel="canonical" href="` + canonical + `">` + html
	}
	p, err := page.Parse([]byte(html), page.ParseOptions{URL: from})
	if err != nil {
		t.Fatal(err)
	}
	return NewView(p, nil, nil)
}

// Of an address its kind counts: neither the site's name nor a title.
func TestWordsOfAddresses(t *testing.T) {
	for _, test := range []struct {
		from, canonical, words string
		segments, last, digits int
		query, unknown         bool
	}{
		{from: "https://www.example.com/", words: ""},
		{from: "https://forum.example.com/t/is-my-bread-too-wet/1204", words: "forum t", segments: 3, digits: 4},
		{from: "https://docs.example.co.uk/en/v2/user-guide.html?a=1", words: "docs en guide html user v", segments: 3, last: 3, digits: 1, query: true},
		{from: "https://example.com/the-ten-best-kettles-of-the-year", segments: 1, last: 7},
		{from: "https://例子.cn/新闻/2026", words: "新闻", segments: 2, digits: 4},
		{canonical: "https://shop.example.com/p/9", words: "p shop", segments: 2, digits: 1},
		{from: "https://a.example/blog", canonical: "https://shop.example.com/p/9", words: "blog", segments: 1, last: 1},
		{unknown: true},
		{from: "https://192.0.2.1/x", words: "x", segments: 1, last: 1},
	} {
		v := addressed(t, test.from, test.canonical)
		a := v.address
		if got := strings.Join(slices.Sorted(maps.Keys(a.words)), " "); got != test.words {
			t.Errorf("%s%s: words %q, want %q", test.from, test.canonical, got, test.words)
		}
		if a.known == test.unknown || a.segments != test.segments || a.last != test.last || a.digits != test.digits || a.query != test.query {
			t.Errorf("%s%s: %+v", test.from, test.canonical, a)
		}
		row := (&TypeStage{Words: []string{"blog", "t"}}).row(v)
		for k, x := range row[len(row)-len(addressColumns)-2:] {
			if (x != x) != test.unknown {
				t.Errorf("%s%s: column %d is %v", test.from, test.canonical, k, x)
			}
		}
	}
}

// A word of few sites is a name, however many pages they have.
func TestWordsOfFewSitesAreNone(t *testing.T) {
	var examples []*Example
	for _, e := range []struct{ site, from string }{
		{"a", "https://a.example/blog/acme"}, {"a", "https://a.example/acme/1"}, {"a", "https://a.example/acme/2"},
		{"b", "https://b.example/blog"}, {"c", "https://c.example/news/blog"}, {"d", "https://d.example/news"},
	} {
		examples = append(examples, &Example{View: addressed(t, e.from, ""), Site: e.site})
	}
	if got, want := sharedWords(examples, 2), []string{"blog", "news"}; !slices.Equal(got, want) {
		t.Errorf("words %q, want %q", got, want)
	}
}
