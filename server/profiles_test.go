package server_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mullionhq/mullion/config"
	"github.com/mullionhq/mullion/site/sitetest"
	"github.com/mullionhq/mullion/source"
)

// story is a page of a site whose pages have all but their text in common.
func story(n int) string {
	return fmt.Sprintf(`<!doctype html><title>Story %d</title><div class=nav><a href=/>Home</a> <a href=/news>News</a></div>
<div id=text><h1>Story %[1]d</h1><p>On day %[1]d the keeper of the lamp walked to the shore, lit it, and wrote what the sea was like that night.</p>
<p>All stories of this paper are free to read for everybody, as our readers pay for what they like.</p></div><div>Imprint of the Lamp</div>`, n)
}

// learned is a folder with the profile of the stories' site.
func learned(t *testing.T, name string) string {
	t.Helper()
	var stories []source.Input
	for n := range 12 {
		stories = append(stories, source.Input{URL: fmt.Sprintf("https://%s/%d", name, n), HTML: []byte(story(n))})
	}
	return sitetest.Learn(t, name, stories)
}

// Explanations are of the labels that /v1/clean gives: by the profile of the page's site, and by every method that has any.
func TestExplainSaysWhyOfTheSameLabels(t *testing.T) {
	s := start(t, func(c *config.Config) { c.Profiles = learned(t, "lamp.example") })
	type block struct {
		Label string
		Score float64
		Why   []struct{ Evidence string }
	}
	blocks := func(path, method string) []block {
		w := ask(s, "POST", path+"?method="+method, posted(t, map[string]any{"html": story(20), "url": "https://lamp.example/20"}), "Content-Type: application/json")
		var d struct{ Blocks []block }
		if err := json.Unmarshal(w.Body.Bytes(), &d); err != nil || w.Code != 200 || len(d.Blocks) == 0 {
			t.Fatalf("%s %s: %d %s", path, method, w.Code, w.Body)
		}
		return d.Blocks
	}
	for method, evidence := range map[string]string{"fused": "profile", "template-svm": "text share", "density-svm": "link density", "cluster": ""} {
		plain, explained := blocks("/v1/clean", method), blocks("/v1/explain", method)
		told := false
		for i, b := range explained {
			if b.Label != plain[i].Label || b.Score != plain[i].Score || len(plain[i].Why) > 0 {
				t.Errorf("%s, block %d: %+v explained, %+v labelled", method, i, b, plain[i])
			}
			told = told || slices.ContainsFunc(b.Why, func(e struct{ Evidence string }) bool { return e.Evidence == evidence })
		}
		if told != (evidence != "") {
			t.Errorf("%s: explained by %q: %v", method, evidence, told)
		}
	}
}

// A site is named as people name it, as on the command line.
func TestProfileOfASite(t *testing.T) {
	s := start(t, func(c *config.Config) { c.Profiles = learned(t, "lamp.example") })
	for _, name := range []string{"lamp.example", "WWW.Lamp.example"} {
		w := ask(s, "GET", "/v1/profiles/"+name, "")
		if d := object(t, w.Body.Bytes()); w.Code != 200 || d["site"] != "lamp.example" || d["pages"] != 12.0 {
			t.Errorf("%s: %d %s", name, w.Code, w.Body)
		}
	}
}

// What is no name of a site has no profile either.
func TestNoProfileOfANameThatIsNone(t *testing.T) {
	s := start(t, func(c *config.Config) { c.Profiles = learned(t, "lamp.example") })
	for _, name := range []string{
		strings.Repeat("a", 5000), strings.Repeat("%E7", 100), "%00", "%FF", "%2F", "..%2F..%2Fpasswd", "%0A", "xn--", "*", "%25", "lamp.example%2F",
	} {
		w := ask(s, "GET", "/v1/profiles/"+name, "")
		if d := object(t, w.Body.Bytes()); w.Code != 404 || w.Body.Len() > 1000 {
			t.Errorf("%.20s: %d %.200v", name, w.Code, d)
		}
	}
}
