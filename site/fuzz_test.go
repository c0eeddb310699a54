package site

import (
	"bytes"
	"compress/gzip"
	"io"
	"testing"
	"time"

	"github.com/mullionhq/mullion/page"
)

// zipped is text as gzip packs it.
func zipped(text []byte) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = z.Write(text)
	_ = z.Close()
	return b.Bytes()
}

// unzipped is what zipped packed.
func unzipped(t testing.TB, packed []byte) []byte {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// Whatever stands in a profile, it is refused or can be used for all that profiles are for.
func FuzzProfile(f *testing.F) {
	learned := learn(f, 0, 7)
	raw, err := learned.encode()
	if err != nil {
		f.Fatal(err)
	}
	text := unzipped(f, raw)
	f.Add(text)
	for _, changed := range [][2]string{
		{`"pages":7`, `"pages":-7`},
		{`"count":7`, `"count":9223372036854775807`},
		{`"pages":7,"votes"`, `"pages":1,"votes"`},
		{`"votes":[{`, `"votes":[{"pages":-1},{"density":-1e308},{`},
		{`"log_text":`, `"log_text":1e308,"log_text":-`},
		{`"library":{`, `"library":{"known":-1e308,"measured":-9,"pages":-9,`},
		{`"feature":["`, `"feature":["","body1","body1","`},
		{`"squares":`, `"squares":-1,"pages":3,"sum":1e308,"path`},
		{`"heard":[`, `"heard":[1,2,3,4,5,6,7,8,9,`},
		{`"h":`, `"h":1e308,"x":`},
		{`"style_tree":{`, `"style_tree":{"attr":"\u0000\n","features":{"":{"n":9223372036854775807,"h":1e308}},`},
	} {
		f.Add(bytes.ReplaceAll(text, []byte(changed[0]), []byte(changed[1])))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		p, err := read(bytes.NewReader(zipped(text)))
		if err != nil {
			return
		}
		pg, err := page.Parse([]byte("<title>t</title><body><div id=nav><a href=/>Home</a></div><div><p>The bell rang at noon.</p><p>Nobody looked up from work.</p></div>"), page.ParseOptions{URL: "https://new.example/"})
		if err != nil {
			t.Fatal(err)
		}
		if again, err := p.encode(); err != nil {
			t.Errorf("it cannot be written: %v", err)
		} else if _, err := read(bytes.NewReader(again)); err != nil {
			t.Errorf("it cannot be read again: %v", err)
		}
		s := p.Site(p.Options)
		_, _ = s.Content(pg)
		_ = s.Extract(pg)
		_, _ = s.Templates(pg), s.Importance(pg)
		_ = p.Summary(p.Options, 1)
		_ = Diff(p, learned)
		_ = s.Standing(pg, []Verdict{{Kind: 1}}).At(1)
		p.Add(pg, time.Unix(1_700_000_000, 0))
		p.Hear(pg, []Verdict{{1, "p", 0.5}})
		_ = p.Merge(learned)
		p.Prune(2)
		_ = p.Site(p.Options).Fit(pg)
	})
}
