package render

import (
	"net/http"
	"strings"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/network"
)

// badLogin is what a full Chrome says that nobody sits at when a server wants a login. It shows no page then.
const badLogin = "net::ERR_INVALID_AUTH_CREDENTIALS"

// withoutLogin goes to the address again, and hands Chrome the server's own page without the question for a login.
func (l *load) withoutLogin() error {
	l.unasked = true
	if err := l.intercept(); err != nil {
		return err
	}
	return l.navigate()
}

// intercept has documents pass through our hands from now on, until the next page.
func (l *load) intercept() error {
	return l.fetch(append(l.source.patterns(), &fetch.RequestPattern{URLPattern: "*", ResourceType: network.ResourceTypeDocument, RequestStage: fetch.RequestStageResponse}))
}

// answered takes a document that was intercepted.
func (l *load) answered(ev *fetch.EventRequestPaused) {
	l.mu.Lock()
	decoding := l.decoding
	l.mu.Unlock()
	switch {
	case decoding:
		l.decode(ev)
	case ev.ResponseStatusCode == http.StatusUnauthorized:
		l.unauthorized(ev)
	default:
		l.asItCame(ev)
	}
}

// asItCame lets Chrome have what was intercepted.
func (l *load) asItCame(ev *fetch.EventRequestPaused) {
	cdp.Call(l.soft, l.t, fetch.ContinueRequest, fetch.ContinueRequestParams{RequestID: ev.RequestID})
}

// unauthorized hands Chrome the document of a server that wants a login, but for headers such as the question for it.
func (l *load) unauthorized(ev *fetch.EventRequestPaused) {
	body, err := cdp.Call(l.soft, l.t, fetch.GetResponseBody, fetch.GetResponseBodyParams{RequestID: ev.RequestID})
	if err != nil {
		l.asItCame(ev)
		return
	}
	l.fulfill(ev.RequestID, http.StatusUnauthorized, contentType(ev.ResponseHeaders), body.Body)
}

// contentType is that of a response; "" when it names none.
func contentType(headers []*fetch.HeaderEntry) string {
	for _, h := range headers {
		if strings.EqualFold(h.Name, "Content-Type") {
			return h.Value
		}
	}
	return ""
}
