package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/mullionhq/mullion/config"
	"github.com/mullionhq/mullion/option"
	"github.com/mullionhq/mullion/source"
)

// A call is a request for a page, as it came: settings by their keys, and "url" and "html" beside them.
type call struct {
	given  map[string]any
	html   []byte // a body of text/html, in its own encoding
	kind   string // of html, with its charset
	accept string
	err    error // of reading the request
}

// take removes what is given beside settings.
func (c *call) take(name string) (v any, ok bool) {
	v, ok = c.given[name]
	delete(c.given, name)
	return v, ok
}

// ErrCall says that a request makes no sense.
var ErrCall = errors.New("wrong request")

// Resolve reads the request: a JSON object, an HTML document, or the query.
func (c *call) Resolve(ctx huma.Context) []error {
	address := ctx.URL()
	body := ctx.BodyReader()
	if ctx.Method() == http.MethodGet {
		body = nil
	}
	c.err = c.read(address.Query(), ctx.Header("Content-Type"), ctx.Header("Accept"), body)
	return nil
}

var _ huma.Resolver = (*call)(nil)

func (c *call) read(query url.Values, kind, accept string, body io.Reader) error {
	c.accept, c.given = accept, map[string]any{}
	for key, values := range query {
		c.given[key] = values[len(values)-1]
	}
	if body == nil {
		return nil
	}
	raw, err := io.ReadAll(body)
	if err != nil {
		return fmt.Errorf("%w: reading it: %w", ErrCall, err)
	}
	if len(raw) == 0 {
		return nil
	}
	switch media, _, _ := mime.ParseMediaType(kind); media {
	case "text/html", "application/xhtml+xml":
		c.html, c.kind = raw, kind
	case "application/json", "":
		var body any
		if err := json.Unmarshal(raw, &body); err != nil {
			return fmt.Errorf("%w: the body is not a JSON object: %w", ErrCall, err)
		}
		object, isObject := body.(map[string]any)
		if !isObject {
			return fmt.Errorf("%w: the body is not a JSON object: keys and values in braces", ErrCall)
		}
		maps.Copy(c.given, object)
	default:
		return fmt.Errorf("%w: send application/json or text/html, not %s; curl says so with --json in place of -d, or with -H 'Content-Type: application/json'", errMedia, media)
	}
	return nil
}

// errMedia says that a body is of a type that is not read. JSON in the type of a form is among them: pages of other sites can
// send forms without asking first (CORS), so that package gate alone would stand before them.
var errMedia = errors.New("unknown type of body")

// byteOrderMark begins text that is UTF-8 whatever its meta elements claim.
const byteOrderMark = "\ufeff"

// input is the page that is asked for.
func (c *call) input() (source.Input, error) {
	if c.err != nil {
		return source.Input{}, c.err
	}
	in := source.Input{HTML: c.html, ContentType: c.kind}
	var err error
	if in.URL, _, err = c.text("url"); err != nil {
		return in, err
	}
	html, given, err := c.text("html")
	if err != nil {
		return in, err
	}
	if given {
		in.HTML = []byte(byteOrderMark + strings.TrimPrefix(html, byteOrderMark))
	}
	if in.URL == "" && in.HTML == nil {
		return in, fmt.Errorf(`%w: name a page with "url", or send its "html"`, ErrCall)
	}
	if in.URL != "" && !source.IsAddress(in.URL) {
		return in, fmt.Errorf("%w: %q is not an http or https URL", ErrCall, in.URL)
	}
	return in, nil
}

// text is a string that is given beside settings.
func (c *call) text(name string) (text string, given bool, err error) {
	v, given := c.given[name]
	text, isText := v.(string)
	if given && !isText {
		err = fmt.Errorf("%w: %s is not a string", ErrCall, name)
	}
	return text, given, err
}

// Request reads a request that came another way than over HTTP: "url", "html" and settings by their keys. Pages and
// settings are held to what HTTP callers are.
func Request(base config.Config, given map[string]any) (source.Input, config.Config, error) {
	c := &call{given: given}
	in, err := c.input()
	if err != nil {
		return in, base, err
	}
	settings, err := c.settings(base)
	return in, settings, err
}

// Free are the settings that a request may change, with all below them. The others say what is run, read and
// connected to: they belong to who started the server.
var Free = []string{"method", "rendering", "regions", "classify", "site", "output", "overlay"}

// free lists the settings that a request may change.
func free() []option.Field {
	return slices.DeleteFunc(config.Fields(), func(f option.Field) bool { return !isFree(f.Key) })
}

func isFree(key string) bool {
	return slices.ContainsFunc(Free, func(name string) bool { return key == name || strings.HasPrefix(key, name+".") })
}

// settings are the server's with what the request changes.
func (c *call) settings(base config.Config) (config.Config, error) {
	given := maps.Clone(c.given)
	delete(given, "url")
	delete(given, "html")
	return with(base, given)
}

func with(base config.Config, given map[string]any) (config.Config, error) {
	flat, err := config.Flat(given)
	if err != nil {
		return base, err
	}
	var bad []error
	for _, key := range slices.Sorted(maps.Keys(flat)) {
		section, _, _ := strings.Cut(key, ".")
		switch meant := config.Meant(key, flat[key]); {
		case isFree(section) || !known(section):
		case meant != "" && isFree(meant):
			bad = append(bad, fmt.Errorf("%s: it is a section, did you mean %s?", key, meant))
		default:
			bad = append(bad, fmt.Errorf("%s: only who runs the server can set it", key))
		}
	}
	if len(bad) > 0 {
		return base, fmt.Errorf("%w: %w", ErrCall, errors.Join(bad...))
	}
	return base.With("the request", flat)
}

// known reports whether there is a setting or a section of that name.
func known(name string) bool {
	return slices.ContainsFunc(config.Fields(), func(f option.Field) bool {
		return f.Key == name || strings.HasPrefix(f.Key, name+".")
	})
}
