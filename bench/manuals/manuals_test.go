package main

import (
	"archive/tar"
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/mullionhq/mullion/eval"
)

const sentence = "Opens the window and returns its handle, which the caller closes when the last of its views is gone."

// pages are what generators write, with what of them is text.
var pages = map[string]struct{ html, gold string }{
	"sphinx": {`<link href="_static/pygments.css" rel=stylesheet><div class=related><a href=/>index</a></div>
		<div class=body role=main><h1>open<a class=headerlink href="#open">¶</a></h1><p>` + sentence + `</p></div><div class=sphinxsidebar>Next topic</div>`,
		"open\n" + sentence},
	"doxygen": {`<meta name=generator content="Doxygen 1.9"><div id=top>Main Page</div><div class=header><div class=summary>Classes</div><div class=headertitle>Window</div></div>
		<div class=contents><div class=toc>Contents</div><p>` + sentence + `</p></div><address class=footer>Generated on Monday</address>`,
		"Window\n" + sentence},
	"javadoc": {`<meta name=generator content="javadoc/PackageSummaryWriter"><header><nav><div class=sub-nav>Overview</div></nav></header>
		<main><div class=header><h1>Class Window</h1></div><p>` + sentence + `</p></main><footer>© 2026</footer>`,
		"Class Window\n" + sentence},
	"docbook": {`<meta name=generator content="DocBook XSL Stylesheets V1.79"><div class=navheader>Prev Next</div><div class=sect1><h2>Windows</h2><p>` + sentence + `</p></div><div class=navfooter>Up</div>`,
		"Windows\n" + sentence},
}

// What the generator writes around the text is no gold, and what stands in two of its elements is gold once.
func TestGoldIsWhatTheGeneratorFrames(t *testing.T) {
	for name, c := range pages {
		doc, err := html.Parse(strings.NewReader(c.html))
		if err != nil {
			t.Fatal(err)
		}
		g := generatorOf(doc)
		if g == nil || g.name != name {
			t.Errorf("%s was taken for %v", name, g)
			continue
		}
		if got := g.gold(doc); got != c.gold {
			t.Errorf("%s: got %q, want %q", name, got, c.gold)
		}
	}
}

// Pages by nobody known, indexes and pages of few words teach nothing.
func TestPagesWithoutGold(t *testing.T) {
	index := strings.Repeat("<li><a href=x>"+sentence+"</a>", 3)
	for what, body := range map[string]string{
		"unknown": "<p>" + sentence + sentence,
		"index":   `<meta name=generator content="Doxygen 1.9"><div class=contents>` + index + `</div>`,
		"short":   `<meta name=generator content="Doxygen 1.9"><div class=contents>Two words</div>`,
	} {
		if taken := pick([]manual{{name: "a.html", raw: []byte(body)}}, func(string) bool { return true }); len(taken) > 0 {
			t.Errorf("%s: taken with %q", what, taken[0].gold)
		}
	}
}

// A package becomes pages of a corpus that eval opens; one that Debian does not have is left out.
func TestCorpusOfAPackage(t *testing.T) {
	dir := t.TempDir()
	files := map[string]string{}
	for name, c := range pages {
		files["usr/share/doc/windows/"+name+".html"] = c.html
	}
	files["usr/share/doc/windows/README"] = sentence
	deb(t, filepath.Join(dir, "debs", "windows-doc_1.0_all.deb"), files)
	t.Setenv("PATH", fakes(t)+":"+os.Getenv("PATH"))
	if err := run(context.Background(), dir, []string{"gone-doc", "windows-doc"}); err != nil {
		t.Fatal(err)
	}
	c, err := eval.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Items) != each {
		t.Fatalf("%d pages, want %d", len(c.Items), each)
	}
	for _, it := range c.Items {
		raw, err := it.HTML()
		if err != nil || !bytes.Contains(raw, []byte(sentence)) || !strings.HasSuffix(it.Gold.Text, sentence) {
			t.Errorf("page %s: gold %q, %v", it.ID, it.Gold.Text, err)
		}
		if it.Site != "windows-doc" || it.Weight != weight {
			t.Errorf("page %s is of site %q and counts for %v", it.ID, it.Site, it.Weight)
		}
	}
}

// deb writes a file that the fake dpkg-deb unpacks: the archive alone.
func deb(t *testing.T, name string, files map[string]string) {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for name, text := range files {
		if err := w.WriteHeader(&tar.Header{Name: name, Typeflag: tar.TypeReg, Mode: 0o644, Size: int64(len(text))}); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// fakes is a folder with a Debian that has no further packages.
func fakes(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, script := range map[string]string{"apt-get": "exit 100", "dpkg-deb": `cat "$2"`} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := exec.LookPath("sh"); err != nil {
		t.Fatal(err)
	}
	return dir
}
