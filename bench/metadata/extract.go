package main

import (
	"net/url"
	"strings"
	"time"

	"codeberg.org/readeck/go-readability/v2"
	shiori "github.com/go-shiori/go-readability"
	"github.com/markusmobius/go-trafilatura"
	"golang.org/x/net/html"

	"github.com/mullionhq/mullion/meta"
	"github.com/mullionhq/mullion/page"
)

// An extractor tells what a page says of itself.
type extractor struct {
	name string
	read func(text, address string) (said, error) // address "" where it is unknown
}

var extractors = []extractor{{"mullion", ours}, {"go-trafilatura", trafilaturaSays}, {"readeck", readeck}, {"go-shiori", goShiori}}

// try is what the extractor tells; a page on which it fails or panics has nothing.
func (e extractor) try(text, address string) (s said) {
	defer func() {
		if recover() != nil {
			s = said{}
		}
	}()
	s, err := e.read(text, address)
	if err != nil {
		return said{}
	}
	return s
}

func ours(text, address string) (said, error) {
	p, err := page.Parse([]byte(text), page.ParseOptions{URL: address, ContentType: "text/html; charset=utf-8"})
	if err != nil {
		return said{}, err
	}
	m := meta.Of(p)
	return said{m.Title, m.Author, m.Date}, nil
}

// parse is the page as the peers need it, with an address.
func parse(text, address string) (*html.Node, *url.URL, error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		u = &url.URL{Scheme: "https", Host: "page.example", Path: "/"}
	}
	doc, err := html.Parse(strings.NewReader(text))
	return doc, u, err
}

func trafilaturaSays(text, address string) (said, error) {
	doc, u, err := parse(text, address)
	if err != nil {
		return said{}, err
	}
	r, err := trafilatura.ExtractDocument(doc, trafilatura.Options{OriginalURL: u, ExcludeComments: true})
	if err != nil {
		return said{}, err
	}
	return said{r.Metadata.Title, r.Metadata.Author, day(&r.Metadata.Date)}, nil
}

func readeck(text, address string) (said, error) {
	doc, u, err := parse(text, address)
	if err != nil {
		return said{}, err
	}
	a, err := readability.FromDocument(doc, u)
	if err != nil {
		return said{}, err
	}
	s := said{title: a.Title(), author: a.Byline()}
	if published, err := a.PublishedTime(); err == nil {
		s.date = day(&published)
	}
	return s, nil
}

func goShiori(text, address string) (said, error) {
	doc, u, err := parse(text, address)
	if err != nil {
		return said{}, err
	}
	a, err := shiori.FromDocument(doc, u)
	return said{a.Title, a.Byline, day(a.PublishedTime)}, err
}

// day is a day as gold has it, "" for none.
func day(t *time.Time) string {
	if t == nil || t.IsZero() {
		return ""
	}
	return t.Format(time.DateOnly)
}
