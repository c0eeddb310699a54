// Package sitetest makes site profiles for tests of other packages.
package sitetest

import (
	"testing"
	"time"

	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/site"
	"github.com/mullionhq/mullion/source"
)

// Learn makes a folder of the test with the profile of a site: what these pages of it teach, one after the other.
func Learn(t testing.TB, name string, pages []source.Input) (dir string) {
	t.Helper()
	dir = t.TempDir()
	l := site.NewLearner(site.Folder{Dir: dir}, name, site.DefaultOptions())
	for _, in := range pages {
		p, err := page.Parse(in.HTML, page.ParseOptions{URL: in.URL})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := l.Learn(t.Context(), p, nil, time.Unix(1_700_000_000, 0)); err != nil {
			t.Fatal(err)
		}
	}
	if err := l.Save(t.Context()); err != nil {
		t.Fatal(err)
	}
	return dir
}
