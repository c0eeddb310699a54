package render

import (
	"context"
	_ "embed"
	"fmt"
	"strings"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/network"
	cdppage "github.com/chromedp/cdproto/page"

	"github.com/mullionhq/mullion/page"
)

// A page whose HTML was given stays that HTML. Saved pages send readers of phones to another site, break out of frames
// and refresh themselves; where they would lead to is not what was asked for, and often is not there. A script of ours
// stops what leads away, and what it does not see, such as what frames do, is refused when it asks for a document or
// undone. The page may load itself again: it gets the same HTML.

// stayJS runs in documents of given HTML before the page's own scripts.
//
//go:embed js/stay.js
var stayJS string

// keep installs stayJS for given HTML, and removes it for other pages.
func (l *load) keep() error {
	switch given := l.source.html != nil; {
	case given && l.t.keeping == "":
		r, err := cdp.Call(l.soft, l.t, cdppage.AddScriptToEvaluateOnNewDocument, cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: stayJS})
		l.t.keeping = r.Identifier
		return err
	case !given && l.t.keeping != "":
		_, err := cdp.Call(l.soft, l.t, cdppage.RemoveScriptToEvaluateOnNewDocument, cdppage.RemoveScriptToEvaluateOnNewDocumentParams{Identifier: l.t.keeping})
		l.t.keeping = ""
		return err
	}
	return nil
}

// leads reports whether a request would lead the tab away from the HTML that was given.
func (l *load) leads(kind network.ResourceType, frame cdp.FrameID, address string) bool {
	return l.source.html != nil && kind == network.ResourceTypeDocument && frame == l.frame && !sameAddress(address, l.source.address)
}

// stay refuses a request that would lead away. Aborted, a navigation leaves the document that is there.
func (l *load) stay(ev *fetch.EventRequestPaused) {
	l.wayOut(ev.Request.URL)
	cdp.Call(l.soft, l.t, fetch.FailRequest, fetch.FailRequestParams{RequestID: ev.RequestID, ErrorReason: network.ErrorReasonAborted})
}

// wayOut warns of the first address that the page would have gone to.
func (l *load) wayOut(address string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ways++; l.ways == 1 {
		l.warnings = append(l.warnings, fmt.Sprintf("the page would go to %s: it stays, as its HTML was given", strings.Replace(address, strings.TrimSuffix(page.LocalOrigin, "/"), "", 1)))
	}
}

// returnToGiven loads the given HTML again, without its scripts, where they replaced it by a document that needs no
// request, such as about:blank.
func (l *load) returnToGiven(ctx context.Context) error {
	l.mu.Lock()
	shown := l.shown
	l.mu.Unlock()
	if l.source.html == nil || shown == "" || sameAddress(shown, l.source.address) {
		return nil
	}
	l.wayOut(shown)
	if err := l.scripting(ctx, false); err != nil {
		return err
	}
	err := l.goAgain()
	if back := l.scripting(ctx, true); err == nil {
		err = back
	}
	return err
}

func (l *load) scripting(ctx context.Context, on bool) error {
	_, err := cdp.Call(ctx, l.t, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: !on})
	return err
}
