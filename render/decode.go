package render

import (
	"context"
	"errors"
	"mime"
	"strings"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/fetch"

	"github.com/mullionhq/mullion/page"
)

// Chrome believes the header and the meta element of a page that comes by the network, and takes one that names no charset
// for windows-1252. Where its text looks wrong then, the page is loaded once more, and decoded as given HTML is.

// decoded loads the page again, decoded by page.Decode. Where that is not possible, or brings something else, the page
// stays as it was read, with a warning. A form is not posted twice.
func (l *load) decoded(ctx context.Context) error {
	if l.source.html != nil || l.req.Replay != nil {
		return nil // decoded already, or a record that says what it is
	}
	first, result := l.res.Page, *l.res
	l.mu.Lock()
	if l.posted {
		first.Warnings = append(first.Warnings, looksWrong(first))
		l.mu.Unlock()
		return nil
	}
	warnings, partial, status := l.warnings, l.partial, l.status
	l.warnings, l.partial, l.bytes, l.decoding = nil, false, 0, true
	l.mu.Unlock()
	err := l.again(ctx)
	if err != nil && errors.Is(ctx.Err(), context.Canceled) {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if second := l.res.Page; err != nil || l.status != status || second.Partial && !partial || second.Garbled() || isOther(first, second) {
		first.Warnings = append(first.Warnings, looksWrong(first))
		*l.res, l.warnings, l.partial, l.status = result, warnings, partial, status
	}
	return nil
}

func looksWrong(p *page.Page) string {
	return "its text was read in the encoding " + p.Charset + ", which looks wrong"
}

// mostOther is how many times as many elements a page may have on one visit as on another. A guess.
const mostOther = 2

// isOther reports whether a page is another one than it was when its text looked wrong, by how many elements it has: servers
// may answer a second visit with a login or a challenge.
func isOther(first, second *page.Page) bool {
	a, b := elements(first), elements(second)
	return a > mostOther*b || b > mostOther*a
}

func elements(p *page.Page) (n int) {
	for i := range p.Nodes {
		if p.Nodes[i].Kind == page.Element {
			n++
		}
	}
	return n
}

// again loads the page again, with its documents in our hands.
func (l *load) again(ctx context.Context) error {
	err := l.intercept()
	if err == nil {
		err = l.goAgain()
	}
	if err == nil {
		err = l.read(ctx)
	}
	return err
}

// decode hands Chrome a document as UTF-8.
func (l *load) decode(ev *fetch.EventRequestPaused) {
	body, err := cdp.Call(l.soft, l.t, fetch.GetResponseBody, fetch.GetResponseBodyParams{RequestID: ev.RequestID})
	if err != nil { // redirects have none
		l.asItCame(ev)
		return
	}
	kind := contentType(ev.ResponseHeaders)
	text, charset := page.Decode(body.Body, kind)
	if ev.FrameID == l.frame {
		l.mu.Lock()
		l.source.charset = charset
		l.mu.Unlock()
	}
	_, err = cdp.Call(l.soft, l.t, fetch.FulfillRequest, fetch.FulfillRequestParams{
		RequestID: ev.RequestID, ResponseCode: ev.ResponseStatusCode, ResponseHeaders: asUTF8(ev.ResponseHeaders, kind), Body: text,
	})
	l.unless(err, ev.RequestID)
}

// asUTF8 are the headers of a document that was unpacked and decoded.
func asUTF8(headers []*fetch.HeaderEntry, kind string) []*fetch.HeaderEntry {
	media, _, err := mime.ParseMediaType(kind)
	if err != nil {
		media = "text/html"
	}
	out := []*fetch.HeaderEntry{{Name: "Content-Type", Value: media + "; charset=utf-8"}}
	for _, h := range headers {
		if !oneOf(strings.ToLower(h.Name), "content-type", "content-encoding", "content-length", "transfer-encoding") {
			out = append(out, h)
		}
	}
	return out
}

// charset is the encoding that the document was in; "" where Chrome decoded it.
func (l *load) charset() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.source.charset
}
