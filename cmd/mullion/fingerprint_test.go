package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/mullionhq/mullion/config"
	"github.com/mullionhq/mullion/output"
)

// What changes documents changes the fingerprint; what only carries pages, or says who asks, does not.
func TestFingerprint(t *testing.T) {
	model := filepath.Join(t.TempDir(), "mine.model")
	write := func(text string) {
		if err := os.WriteFile(model, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("one")
	of := func(change func(*config.Config, *cleanOptions)) string {
		c, o := config.Default(), cleanOptions{}
		change(&c, &o)
		return fingerprint(&c, &o, output.FormatMarkdown)
	}
	plain := of(func(*config.Config, *cleanOptions) {})
	taught := of(func(c *config.Config, _ *cleanOptions) { c.Model = model })
	write("two")
	for _, test := range []struct {
		name   string
		than   string
		change func(*config.Config, *cleanOptions)
		same   bool
	}{
		{"nothing", plain, func(*config.Config, *cleanOptions) {}, true},
		{"method", plain, func(c *config.Config, _ *cleanOptions) { c.Method = "density-svm" }, false},
		{"threshold", plain, func(c *config.Config, _ *cleanOptions) { c.Classify.Threshold = .99 }, false},
		{"title", plain, func(c *config.Config, _ *cleanOptions) { c.Output.TitleHeading = true }, false},
		{"reasons", plain, func(_ *config.Config, o *cleanOptions) { o.why = true }, false},
		{"language", plain, func(c *config.Config, _ *cleanOptions) { c.Render.Headers = []string{"Accept-Language: de"} }, false},
		{"a model of the same name", taught, func(c *config.Config, _ *cleanOptions) { c.Model = model }, false},
		{"credentials", plain, func(c *config.Config, _ *cleanOptions) { c.Render.Headers = []string{"authorization: Bearer x"} }, true},
		{"session", plain, func(c *config.Config, _ *cleanOptions) { c.Render.Cookies = []string{"a=b"} }, true},
		{"tabs", plain, func(c *config.Config, _ *cleanOptions) { c.Render.Tabs = 7 }, true},
		{"training", plain, func(c *config.Config, _ *cleanOptions) { c.Train.Rows = 7 }, true},
	} {
		if got := of(test.change); (got == test.than) != test.same {
			t.Errorf("%s: %s beside %s", test.name, got, test.than)
		}
	}
}

// A carrier that is misspelt would be in the fingerprint.
func TestCarriersAreSettings(t *testing.T) {
	for _, key := range append(carriers, named...) {
		if _, ok := config.Field(key); !ok {
			t.Errorf("there is no setting %s", key)
		}
	}
}
