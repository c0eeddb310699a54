package peer

import (
	"fmt"
	"io"
	"net/url"
	"os"
	"runtime/debug"
	"strings"

	"codeberg.org/readeck/go-readability/v2"
	shiori "github.com/go-shiori/go-readability"
	distiller "github.com/markusmobius/go-domdistiller"
	"github.com/markusmobius/go-trafilatura"
	"golang.org/x/net/html"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/output"
	"github.com/mullionhq/mullion/page"
)

// goPeers are the modules of the Go peers and how they are made. All get the page parsed by html.Parse: their own
// readers would guess the encoding of a text that is decoded already.
var goPeers = map[string]struct {
	module string
	make   func(at Place) (Extractor, error)
}{
	Ours:                      {"", func(at Place) (Extractor, error) { return ours(at.Model) }},
	Learned:                   {"", func(at Place) (Extractor, error) { return learned(at.Profiles) }},
	Bare:                      {"golang.org/x/net", always(bare)},
	"go-trafilatura":          {"github.com/markusmobius/go-trafilatura", always(trafilaturaWith(false))},
	"go-trafilatura-fallback": {"github.com/markusmobius/go-trafilatura", always(trafilaturaWith(true))},
	"readeck":                 {"codeberg.org/readeck/go-readability/v2", always(readeck)},
	"go-shiori":               {"github.com/go-shiori/go-readability", always(goShiori)},
	"go-domdistiller":         {"github.com/markusmobius/go-domdistiller", always(domDistiller)},
}

func always(e Extractor) func(Place) (Extractor, error) {
	return func(Place) (Extractor, error) { return e, nil }
}

// NewGo makes the extractor of a Go peer and tells its version. The place has mullion's model and profiles.
func NewGo(name string, at Place) (e Extractor, version string, err error) {
	p, ok := goPeers[name]
	if !ok {
		return nil, "", fmt.Errorf("%q is not a Go peer", name)
	}
	e, err = p.make(at)
	return e, moduleVersion(p.module), err
}

// moduleVersion is the version of a module in this program, "this checkout" for mullion.
func moduleVersion(path string) string {
	if path == "" {
		return "this checkout"
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range info.Deps {
			if m.Path == path {
				return m.Version
			}
		}
	}
	return "unknown"
}

// ours labels a page as `mullion clean --render never` does, or one that is rendered already.
func ours(model string) (Extractor, error) {
	m, err := mullion.OpenModel(model)
	if err != nil {
		return nil, err
	}
	o := mullion.DefaultOptions()
	return func(q Request) (Answer, error) {
		p, err := ourPage(q)
		if err != nil {
			return Answer{}, err
		}
		return Answer{Text: output.Text(mullion.Judge(p, m, o))}, nil
	}, nil
}

func ourPage(q Request) (*page.Page, error) {
	if q.Snapshot == "" {
		return page.Parse([]byte(q.HTML), page.ParseOptions{URL: q.URL, ContentType: "text/html; charset=utf-8"})
	}
	f, err := os.Open(q.Snapshot)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return page.Load(f)
}

func parse(q Request) (*html.Node, *url.URL, error) {
	doc, err := html.Parse(strings.NewReader(q.HTML))
	if err != nil {
		return nil, nil, err
	}
	u, err := url.Parse(q.URL)
	if err != nil || u.Host == "" {
		u = &url.URL{Scheme: "https", Host: "page.example", Path: "/"}
	}
	return doc, u, nil
}

func bare(q Request) (Answer, error) {
	_, _, err := parse(q)
	return Answer{}, err
}

func trafilaturaWith(fallback bool) Extractor {
	return func(q Request) (Answer, error) {
		doc, u, err := parse(q)
		if err != nil {
			return Answer{}, err
		}
		r, err := trafilatura.ExtractDocument(doc, trafilatura.Options{OriginalURL: u, EnableFallback: fallback, ExcludeComments: true})
		if err != nil {
			return Answer{}, err
		}
		return Answer{Text: r.ContentText}, nil
	}
}

func readeck(q Request) (Answer, error) {
	doc, u, err := parse(q)
	if err != nil {
		return Answer{}, err
	}
	a, err := readability.FromDocument(doc, u)
	if err != nil || a.Node == nil {
		return Answer{}, err
	}
	var b strings.Builder
	err = a.RenderText(&b)
	return Answer{Text: b.String()}, err
}

func goShiori(q Request) (Answer, error) {
	doc, u, err := parse(q)
	if err != nil {
		return Answer{}, err
	}
	a, err := shiori.FromDocument(doc, u)
	return Answer{HTML: a.Content}, err
}

func domDistiller(q Request) (Answer, error) {
	doc, u, err := parse(q)
	if err != nil {
		return Answer{}, err
	}
	r, err := distiller.Apply(doc, &distiller.Options{OriginalURL: u, SkipPagination: true})
	if err != nil {
		return Answer{}, err
	}
	var b strings.Builder
	err = html.Render(&b, r.Node)
	return Answer{HTML: b.String()}, err
}

// ServeGo is the process of a Go peer.
func ServeGo(name string, at Place, r io.Reader, w io.Writer) error {
	e, version, err := NewGo(name, at)
	if err != nil {
		return err
	}
	return Serve(r, w, version, e)
}
