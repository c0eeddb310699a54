package mullion_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/output"
	"github.com/mullionhq/mullion/render"
	"github.com/mullionhq/mullion/site"
	"github.com/mullionhq/mullion/site/sitetest"
	"github.com/mullionhq/mullion/source"
)

// story is page i of a small site, whose text may be missing.
func story(i int, text string) source.Input {
	return source.Input{URL: fmt.Sprintf("https://news.example/%d", i), HTML: fmt.Appendf(nil, `<!DOCTYPE html><title>Story %d</title><body>
<div class=nav><a href=/>Home</a><a href=/world>World</a></div><div class=main><div class=text>%s</div></div>
<div class=foot>Imprint and terms of the whole site</div>`, i, text)}
}

// learned keeps a profile of the small site in a folder.
func learned(t *testing.T) string {
	t.Helper()
	var stories []source.Input
	for i := range 15 {
		stories = append(stories, story(i, fmt.Sprintf("<p>Report %c of what happened on day %d, in the words of those who were there: %s.</p>", 'a'+i, i, strings.Repeat(string(rune('a'+i)), 40))))
	}
	return sitetest.Learn(t, "news.example", stories)
}

const told = "<p>Something that nobody had expected took place in the harbour last night, and many came to see it.</p>"

// Beside an error there is no Cleaner.
func TestNewThatFails(t *testing.T) {
	o := mullion.DefaultOptions()
	o.Method = mullion.Learned // which needs profiles
	if c, err := mullion.New(t.Context(), o); c != nil || err == nil {
		t.Errorf("%v, %v", c, err)
	}
}

// A page that fits its site's profile is read without Chrome, which here would be an error; others are rendered, or
// flagged where they must not be.
func TestPagesThatFitNeedNoChrome(t *testing.T) {
	dir := learned(t)
	clean := func(rendering, method string, in source.Input) (*mullion.Document, error) {
		o := mullion.DefaultOptions()
		o.Rendering, o.Method, o.Profiles, o.Record = rendering, method, dir, true
		o.Render.Chrome = filepath.Join(dir, "no-such-chrome")
		c, err := mullion.New(context.Background(), o)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		return c.Clean(t.Context(), in)
	}
	for _, method := range []string{mullion.Fused, mullion.Learned, mullion.Cluster} {
		for _, rendering := range []string{"auto", "never"} {
			d, err := clean(rendering, method, story(20, told))
			if err != nil {
				t.Fatalf("%s, %s: %v", rendering, method, err)
			}
			if d.Fit != site.Fits || d.Page.Rendered || len(d.Warnings) != 0 || !strings.Contains(output.Text(d), "harbour") {
				t.Errorf("%s, %s: fit %q, warnings %q, text %q", rendering, method, d.Fit, d.Warnings, output.Text(d))
			}
		}
	}
	if d, err := clean("auto", mullion.Fused, story(21, "")); !errors.Is(err, render.ErrNoChrome) {
		t.Errorf("a page without its text was not to be rendered: %+v, %v", d, err)
	}
	d, err := clean("never", mullion.Fused, story(21, ""))
	if err != nil || d.Fit != site.NoText || !slices.Contains(d.Warnings, site.NoText.Advice()) {
		t.Errorf("a page without its text is not flagged: %+v, %v", d, err)
	}
	if d, err := clean("auto", mullion.Fused, story(22, "<a href=/>Home</a> <a href=/world>World</a> / /")); !errors.Is(err, render.ErrNoChrome) {
		t.Errorf("a page that fits, but has no main content, was not to be rendered: %+v, %v", d, err)
	}
	// Other sites are not the profile's business.
	other := story(1, told)
	other.URL = "https://other.example/"
	if d, err := clean("never", mullion.Fused, other); err != nil || d.Fit != "" || len(d.Warnings) != 0 {
		t.Errorf("a page of another site: %+v, %v", d, err)
	}
	if _, err := clean("never", mullion.Learned, other); err == nil {
		t.Error("a page of a site without profile was judged by it")
	}
	w, err := site.OpenWatch(t.Context(), site.Folder{Dir: dir}, "news.example")
	if err != nil || w.Fits[site.Fits] != 6 || w.Fits[site.NoText] == 0 {
		t.Errorf("counted %+v, %v", w, err)
	}
}

// A page that departs from its site's profile is rendered, and says why.
func TestPagesThatDoNotFitAreRendered(t *testing.T) {
	o := mullion.DefaultOptions()
	o.Profiles = learned(t)
	c, err := mullion.New(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	d, err := c.Clean(t.Context(), story(20, "<script>document.write('"+told+"')</script>"))
	if err != nil || !d.Page.Rendered || !strings.Contains(output.Text(d), "harbour") {
		t.Fatalf("%+v, %v", d, err)
	}
	if want := "rendered, because without its scripts " + site.NoText.Advice(); !slices.Contains(d.Warnings, want) {
		t.Errorf("warnings %q, want %q", d.Warnings, want)
	}
}

// A profile that all hosts of a domain taught is of their pages, and counts them, whatever the settings say of grouping.
func TestProfileOfADomain(t *testing.T) {
	for group, counted := range map[string]int{site.ByDomain: 1, "host": 0} {
		file := filepath.Join(learned(t), site.FileName("news.example"))
		profile, err := site.Load(file)
		if err != nil {
			t.Fatal(err)
		}
		profile.Options.Group = group
		if err := profile.Save(file); err != nil {
			t.Fatal(err)
		}
		o := mullion.DefaultOptions()
		o.Rendering, o.Profiles, o.Record = mullion.RenderNever, filepath.Dir(file), true
		c, err := mullion.New(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		in := story(20, told)
		in.URL = "https://sport.news.example/20"
		d, err := c.Clean(t.Context(), in)
		if err != nil || (d.Fit == site.Fits) != (counted > 0) {
			t.Errorf("%s: fit %q, %v", group, d.Fit, err)
		}
		c.Close()
		w, err := site.OpenWatch(t.Context(), site.Folder{Dir: filepath.Dir(file)}, "news.example")
		if err != nil || w.Fits[site.Fits] != counted {
			t.Errorf("%s: counted %v, %v", group, w.Fits, err)
		}
	}
}

// A profile of the domain that cannot be read is told, as one of the host is, and not taken for none.
func TestBrokenProfileOfADomain(t *testing.T) {
	file := filepath.Join(learned(t), site.FileName("news.example"))
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, raw[:len(raw)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	o := mullion.DefaultOptions()
	o.Rendering, o.Profiles = mullion.RenderNever, filepath.Dir(file)
	c, err := mullion.New(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for _, host := range []string{"news.example", "sport.news.example"} {
		in := story(20, told)
		in.URL = "https://" + host + "/20"
		d, err := c.Clean(t.Context(), in)
		if err != nil || len(d.Warnings) != 1 || !strings.Contains(d.Warnings[0], "truncated") {
			t.Errorf("%s: warnings %q, %v", host, d.Warnings, err)
		}
	}
}

// A page is counted once, when it is cleaned: not for what was tried before, nor when it is judged again.
func TestFitsAreCountedOnce(t *testing.T) {
	o := mullion.DefaultOptions()
	o.Profiles, o.Record = learned(t), true
	c, err := mullion.New(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	// Its scripts leave nothing of a page that does not fit, so it is rendered and then read again.
	in := source.Input{URL: "https://news.example/other", HTML: []byte(`<html><body><main><h1>Tides</h1>` + strings.Repeat(told, 8) + `</main><script>document.body.innerHTML = ""</script>`)}
	d, err := c.Clean(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	if d.Page.Rendered || d.Fit == site.Fits || d.Fit == "" {
		t.Fatalf("rendered %t, fit %q, warnings %q", d.Page.Rendered, d.Fit, d.Warnings)
	}
	sitting := mullion.NewSitting(d.Page)
	for range 3 {
		if _, err := c.Judge(t.Context(), sitting); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	w, err := site.OpenWatch(t.Context(), site.Folder{Dir: o.Profiles}, "news.example")
	if err != nil || len(w.Fits) != 1 || w.Fits[d.Fit] != 1 {
		t.Errorf("counted %+v, %v", w, err)
	}
}

// A page whose text scripts bring is rendered, and says why.
func TestPagesWithoutTextAreRendered(t *testing.T) {
	o := mullion.DefaultOptions()
	o.Profiles, o.Method = learned(t), mullion.Learned
	c, err := mullion.New(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	d, err := c.Clean(t.Context(), story(22, `</div><script>document.querySelector(".text").innerHTML = `+"`"+told+"`"+`</script>`))
	if err != nil {
		t.Fatal(err)
	}
	if !d.Page.Rendered || d.Fit != site.Fits || len(d.Warnings) != 1 || !strings.Contains(d.Warnings[0], "rendered") || !strings.Contains(output.Text(d), "harbour") {
		t.Errorf("rendered %t, fit %q, warnings %q, text %q", d.Page.Rendered, d.Fit, d.Warnings, output.Text(d))
	}
}

// A profile that cannot be read costs pages what it knows, and no more, where the method does without; the page says so.
func TestBrokenProfileStopsOnlyMethodsThatNeedIt(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, site.FileName("news.example")), []byte("no profile"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		method string
		stops  bool
	}{{mullion.Fused, false}, {mullion.Learned, true}} {
		o := mullion.DefaultOptions()
		o.Profiles, o.Method = dir, c.method
		cleaner, err := mullion.New(context.Background(), o)
		if err != nil {
			t.Fatal(err)
		}
		d, err := cleaner.Clean(t.Context(), story(1, told))
		switch {
		case c.stops && !errors.Is(err, site.ErrBroken):
			t.Errorf("%s: %v", c.method, err)
		case !c.stops && (err != nil || !d.Page.Rendered || !strings.Contains(strings.Join(d.Warnings, "\n"), "not a site profile")):
			t.Errorf("%s: %+v, %v", c.method, d, err)
		}
		if err := cleaner.Close(); err != nil {
			t.Error(err)
		}
	}
}

// stuck is a store that does not answer about one site until it is let.
type stuck struct {
	site.Folder
	name  string
	asked chan struct{} // closed when it is asked about the site
	let   chan struct{}
}

func (s stuck) Read(ctx context.Context, name string) (site.Stored, error) {
	if strings.Contains(name, s.name) {
		close(s.asked)
		<-s.let
	}
	return s.Folder.Read(ctx, name)
}

// While a store is asked about one site, pages of others are not held up.
func TestSitesDoNotWaitForEachOther(t *testing.T) {
	s := stuck{site.Folder{Dir: learned(t)}, "slow.example", make(chan struct{}), make(chan struct{})}
	o := mullion.DefaultOptions()
	o.Rendering, o.Store = "never", s
	c, err := mullion.New(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	slow, quick := make(chan error, 1), make(chan error, 1)
	clean := func(in source.Input, done chan error) {
		_, err := c.Clean(t.Context(), in)
		done <- err
	}
	in := story(1, told)
	in.URL = "https://slow.example/"
	go clean(in, slow)
	<-s.asked
	go clean(story(20, told), quick)
	select {
	case err := <-quick:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(30 * time.Second):
		t.Error("a page waits for the profile of another site")
	}
	close(s.let)
	if err := <-slow; err != nil {
		t.Error(err)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
}

// What other programs learn of a site is known a minute later, to servers that run for months.
func TestProfilesAreReadAnew(t *testing.T) {
	dir, later := t.TempDir(), learned(t)
	synctest.Test(t, func(t *testing.T) {
		o := mullion.DefaultOptions()
		o.Rendering, o.Profiles = "never", dir
		c, err := mullion.New(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		fits := func() string {
			d, err := c.Clean(t.Context(), story(20, told))
			if err != nil {
				t.Fatal(err)
			}
			return string(d.Fit)
		}
		if got := fits(); got != "" {
			t.Errorf("without a profile: %q", got)
		}
		if err := os.CopyFS(dir, os.DirFS(later)); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Minute) // of the bubble's time, which is none
		if got := fits(); got == "" {
			t.Error("a profile that was learned meanwhile is not known")
		}
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
}
