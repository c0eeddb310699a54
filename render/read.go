package render

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/domsnapshot"
	"github.com/chromedp/cdproto/runtime"

	"github.com/mullionhq/mullion/page"
)

// The scripts that are run in pages; see the files.
var (
	//go:embed js/pictures.js
	picturesJS string
	//go:embed js/declared.js
	declaredJS string
	//go:embed js/settle.js
	settleJS string
	//go:embed js/frames.js
	framesJS string
	//go:embed js/watch.js
	watchJS string
	//go:embed js/scrolled.js
	scrolledJS string
	//go:embed js/lists.js
	listsJS string
	//go:embed js/seen.js
	seenJS string
	//go:embed js/leave.js
	leaveJS string
	//go:embed js/overlay.js
	overlayJS string
	//go:embed js/still.js
	stillJS string
)

// unhangAfter is how long a script may keep the page from answering before it is stopped.
const unhangAfter = 2 * time.Second

// evaluate runs an expression in the page's main frame and decodes its value into v.
func (l *load) evaluate(ctx context.Context, expression string, v any) error {
	r, err := cdp.Call(ctx, l.t, runtime.Evaluate, runtime.EvaluateParams{
		Expression: expression, ReturnByValue: new(true), Silent: new(true), AwaitPromise: new(true),
	})
	switch {
	case err != nil:
		return err
	case r.ExceptionDetails != nil:
		return fmt.Errorf("%w: %s", errScript, thrown(r.ExceptionDetails))
	case v == nil || r.Result == nil:
		return nil
	}
	return json.Unmarshal(r.Result.Value, v)
}

// errScript says that what a script of ours needs is not there, as a page may replace anything.
var errScript = errors.New("a script of ours failed in the page")

// thrown is the first line of what a script threw.
func thrown(e *runtime.ExceptionDetails) string {
	if e.Exception == nil || e.Exception.Description == "" {
		return e.Text
	}
	line, _, _ := strings.Cut(e.Exception.Description, "\n")
	return line
}

// unhang evaluates too, and stops the page's own script if that keeps it from answering.
func (l *load) unhang(ctx context.Context, expression string, v any) error {
	wait := unhangAfter
	if end, ok := ctx.Deadline(); ok {
		wait = min(wait, time.Until(end)/3)
	}
	soon, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	err := l.evaluate(soon, expression, v)
	if err == nil || ctx.Err() != nil || soon.Err() == nil {
		return err
	}
	l.cut("a script of the page did not end and was stopped")
	l.mu.Lock()
	l.stopped = true
	l.mu.Unlock()
	if _, err := cdp.Call(ctx, l.t, runtime.TerminateExecution, cdp.Empty{}); err != nil {
		return err
	}
	return l.evaluate(ctx, expression, v)
}

// read reads the whole page by one snapshot.
func (l *load) read(ctx context.Context) error {
	var state struct {
		Nodes    int
		Pictures int
		Ways     []string
	}
	err := l.unhang(ctx, "try {"+picturesJS+"} catch {}\n"+settleJS, &state)
	switch {
	case errors.Is(err, errScript): // what it does is good for the page, but the page can be read without
		l.warn("scripts of the page replaced what browsers offer them: it was read as it stood (%v)", err)
	case err != nil:
		return err
	}
	for _, address := range state.Ways {
		l.wayOut(address)
	}
	l.mu.Lock()
	reason, unreachable := l.reason, l.unreachable
	l.mu.Unlock()
	if unreachable != "" { // a script of the page went where nothing is
		return l.netError(reason, unreachable)
	}
	if state.Nodes > l.s.opt.MaxNodes {
		return TooManyNodes(l.s.opt.MaxNodes)
	}
	p, err := l.built(ctx, state.Pictures)
	switch {
	case errors.Is(err, errNoNodes) && l.soft.Err() != nil:
		return fmt.Errorf("%w (%s): nothing of the page had come", ErrTimeout, l.s.opt.Timeout)
	case errors.Is(err, errNoNodes) && l.source.html != nil:
		return fmt.Errorf("%w: its scripts removed all of it", page.ErrNotHTML)
	case errors.Is(err, errNoNodes): // such as a body that is not compressed as it says
		return l.netError(reason, l.at())
	case err != nil:
		return fmt.Errorf("reading the page: %w", err)
	}
	l.describe(p)
	if err := p.Validate(); err != nil {
		return fmt.Errorf("reading the page: %w", err)
	}
	if err := l.unreadable(p); err != nil {
		return err
	}
	l.res.Page = p
	return nil
}

// built is the page as Chrome shows it now; pictures is how many there are whose declared sizes are asked for.
func (l *load) built(ctx context.Context, pictures int) (*page.Page, error) {
	s, err := l.snapshot(ctx)
	if err != nil {
		return nil, err
	}
	var declared [][2]float64
	if pictures > 0 && l.evaluate(ctx, declaredJS, &declared) != nil {
		declared = nil // nothing is known of them then
	}
	return build(s, [2]float64{float64(l.s.opt.ViewportWidth), float64(l.s.opt.ViewportHeight)}, l.s.opt.MaxNodes, declared)
}

// describe adds what loading told of the page: its addresses, its encoding, and what is missing.
func (l *load) describe(p *page.Page) {
	l.mu.Lock()
	p.Partial = l.partial
	p.Warnings = append(p.Warnings, l.warnings...)
	if n := l.s.guard.refusals(); n > 0 {
		p.Warnings = append(p.Warnings, count(n, "request to a private address was", "requests to private addresses were")+" refused")
	}
	switch missing, asked := l.missing(), len(l.sheets); {
	case missing == 0:
	case missing == asked:
		l.res.Unstyled = true
		p.Warnings = append(p.Warnings, count(asked, "stylesheet was", "stylesheets were")+" asked for and none came: its readers see another layout")
	default:
		p.Warnings = append(p.Warnings, fmt.Sprintf("%d of %d stylesheets did not come: its readers may see another layout", missing, asked))
	}
	l.res.Status = l.status
	l.mu.Unlock()
	p.URL, p.FinalURL, p.BaseURL = page.WithoutUser(l.req.URL), l.source.outside(p.FinalURL), l.source.outside(p.BaseURL)
	if charset := l.charset(); charset != "" {
		p.Charset = charset
	}
}

// unreadable tells why what Chrome shows is no page; nil where it is one.
func (l *load) unreadable(p *page.Page) error {
	switch {
	case p.Binary():
		return fmt.Errorf("%w: it holds binary data", page.ErrNotHTML)
	case l.downloaded() && !hasText(p):
		return fmt.Errorf("%w: it is a download", page.ErrNotHTML)
	case l.nothing() && !p.Partial && !hasText(p):
		return l.statusOr(page.ErrEmpty)
	}
	return nil
}

// hasText reports whether a reader would find any text.
func hasText(p *page.Page) bool {
	for i := range p.Nodes {
		if n := &p.Nodes[i]; n.Kind == page.Text && !n.Hidden && hasInk(n.Text) {
			return true
		}
	}
	return false
}

// snapshot asks Chrome for the page, and decodes the answer.
func (l *load) snapshot(ctx context.Context) (*snapshot, error) {
	params := domsnapshot.CaptureSnapshotParams{ComputedStyles: styleNames}
	if l.t.pipe == nil {
		r, err := cdp.Call(ctx, l.t, domsnapshot.CaptureSnapshot, params)
		if err != nil {
			return nil, err
		}
		return fromProtocol(&r), nil
	}
	b, err := l.parcel(ctx, domsnapshot.CommandCaptureSnapshot, params)
	if err != nil {
		return nil, err
	}
	return decodeSnapshot(b)
}

// parcel runs a command whose result is kept aside as CBOR.
func (l *load) parcel(ctx context.Context, method string, params any) ([]byte, error) {
	var t ticket
	if err := l.t.Call(ctx, method, params, &t); err != nil {
		return nil, err
	}
	return l.t.pipe.claim(t)
}
