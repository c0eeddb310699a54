package server

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/config"
	"github.com/mullionhq/mullion/output"
	"github.com/mullionhq/mullion/source"
)

// A view is one way to look at a page: it answers a call in one of the types that it offers.
type view struct {
	path, summary string
	offers        []string
	settings      func(*config.Config) // that the view insists on; nil for none
	show          func(d *mullion.Document, kind string, c *config.Config) (*answer, error)
}

var views = []view{
	{path: "/v1/clean", summary: "The main content of a page, and how every block was labelled", show: written,
		offers: []string{typeJSON, typeMarkdown, typeText, typeHTML, typePNG}},
	{path: "/v1/regions", summary: "Header, footer, left, right and center of a page, as numbers or drawn over its picture", show: showLayout,
		offers: []string{typeJSON, typePNG}, settings: func(c *config.Config) { c.ByRegion() }},
	{path: "/v1/explain", summary: "As /v1/clean, with the evidence for each label", show: written,
		offers: []string{typeJSON}, settings: func(c *config.Config) { c.Why = true }},
}

func showLayout(d *mullion.Document, _ string, c *config.Config) (*answer, error) {
	raw, err := output.Layout(d, c.Output)
	return &answer{typeJSON, raw}, err
}

func (s *Server) cleanRoutes() {
	for _, v := range views {
		for _, method := range []string{http.MethodGet, http.MethodPost} {
			huma.Register(s.api, v.operation(method), func(ctx context.Context, c *call) (*huma.StreamResponse, error) {
				a, err := s.answer(ctx, c, v)
				if err != nil {
					return nil, s.refusal(err)
				}
				return &huma.StreamResponse{Body: func(ctx huma.Context) {
					for name, value := range a.header() {
						ctx.SetHeader(name, value)
					}
					_, _ = ctx.BodyWriter().Write(a.body)
				}}, nil
			})
		}
		s.api.OpenAPI().Paths[v.path].Post.RequestBody = v.body()
	}
}

// answer loads the page of the call and shows it.
func (s *Server) answer(ctx context.Context, c *call, v view) (*answer, error) {
	in, err := c.input()
	if err != nil {
		return nil, err
	}
	settings, err := c.settings(s.config)
	if err != nil {
		return nil, err
	}
	if v.settings != nil {
		v.settings(&settings)
	}
	kind, err := negotiate(c.accept, v.offers...)
	if err != nil {
		return nil, err
	}
	return s.load(ctx, in, settings, v, kind)
}

// Do answers a message as POST /v1/clean answers a request with that JSON body, in that content encoding ("" for none): with the
// document and 200, or with a problem and its status.
func (s *Server) Do(ctx context.Context, body []byte, encoding string) (status int, answer []byte) {
	a, err := s.do(ctx, body, encoding)
	if err != nil {
		p := problemOf(err)
		return p.Status, encoded(p)
	}
	return http.StatusOK, a.body
}

func (s *Server) do(ctx context.Context, body []byte, encoding string) (*answer, error) {
	var from io.Reader = bytes.NewReader(body)
	if encoding != "" {
		var err error
		if from, err = source.Decode(from, encoding); err != nil {
			return nil, fmt.Errorf("%w: %w", errMedia, err)
		}
	}
	c := &call{}
	c.err = c.read(nil, typeJSON, "", http.MaxBytesReader(nil, io.NopCloser(from), int64(s.config.Serve.MaxBody)))
	return s.answer(ctx, c, views[0])
}

// load waits for its turn, loads the page and shows it as the type.
func (s *Server) load(ctx context.Context, in source.Input, c config.Config, v view, kind string) (*answer, error) {
	cleaner, err := s.now().With(c.Options)
	if err != nil {
		return nil, err
	}
	leave, err := s.queue.Enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	var picture *mullion.Picture
	if kind == typePNG {
		picture = &mullion.Picture{Format: "png", Overlay: c.Overlay}
	}
	d, image, err := cleaner.Annotate(ctx, in, picture)
	s.meter.page(d, err)
	switch {
	case err != nil:
		return nil, err
	case picture != nil:
		return &answer{typePNG, image}, nil
	}
	return v.show(d, kind, &c)
}

// prepended is the address in a path such as /https://example.com/x?y; "" when it has none. Some clients and proxies
// drop one of the slashes, and some escape all of the address.
func prepended(r *http.Request) string {
	rest := strings.TrimPrefix(r.URL.EscapedPath(), "/")
	if whole, err := url.PathUnescape(rest); err == nil && !strings.Contains(rest, "/") && r.URL.RawQuery == "" && source.IsAddress(whole) {
		return whole
	}
	for _, scheme := range []string{"https:/", "http:/"} {
		if len(rest) > len(scheme) && strings.EqualFold(rest[:len(scheme)], scheme) {
			address := scheme + "/" + strings.TrimLeft(rest[len(scheme):], "/")
			if r.URL.RawQuery != "" {
				address += "?" + r.URL.RawQuery
			}
			return address
		}
	}
	return ""
}

// read answers GET /https://example.com/x: the page as Markdown, unless the caller asks for something else. Browsers
// get it as plain text, which they show.
func (s *Server) read(w http.ResponseWriter, r *http.Request, address string) {
	accept := r.Header.Get("Accept")
	in, err := (&call{given: map[string]any{"url": address}}).input()
	kind, unknown := negotiate(accept, typeMarkdown, typeText, typeJSON, typePNG)
	if err = cmp.Or(err, unknown); err == nil {
		var a *answer
		if a, err = s.load(r.Context(), in, s.config, views[0], kind); err == nil {
			if kind == typeMarkdown && strings.Contains(accept, typeHTML) {
				a.kind = typeText
			}
			for name, value := range a.header() {
				w.Header().Set(name, value)
			}
			_, _ = w.Write(a.body)
			return
		}
	}
	s.writeRefusal(w, err)
}
