package render

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/inspector"
	"github.com/chromedp/cdproto/network"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"

	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/reach"
)

// hear notes what happens to the page. It runs in chromedp's loop: it must not wait for Chrome.
func (l *load) hear(ev any) {
	switch ev := ev.(type) {
	case *emulation.EventVirtualTimeBudgetExpired:
		select {
		case l.expired <- struct{}{}:
		default:
		}
	case *fetch.EventRequestPaused:
		l.touch()
		l.workers.Go(func() {
			if ev.ResponseStatusCode != 0 {
				l.answered(ev)
				return
			}
			if l.leads(ev.ResourceType, ev.FrameID, ev.Request.URL) {
				l.stay(ev)
				return
			}
			l.source.answer(l, ev)
		})
	case *network.EventRequestWillBeSent:
		l.requested(ev)
	case *network.EventResponseReceived:
		l.responded(ev)
	case *network.EventDataReceived:
		l.heardOf(ev.RequestID)
		l.mu.Lock()
		l.bytes += int(ev.DataLength)
		l.begun = l.begun || ev.RequestID == l.document
		large := l.bytes > l.s.opt.MaxBody
		l.mu.Unlock()
		if large {
			l.tooMuch()
		}
	case *network.EventLoadingFinished:
		l.ended(ev.RequestID)
	case *network.EventLoadingFailed:
		l.ended(ev.RequestID)
		l.broke(ev)
	case *network.EventWebSocketCreated:
		l.mu.Lock()
		l.sockets[ev.RequestID] = true
		l.mu.Unlock()
	case *network.EventWebSocketClosed: // also those of the page before
		l.mu.Lock()
		delete(l.sockets, ev.RequestID)
		l.mu.Unlock()
	case *cdppage.EventFrameNavigated:
		l.touch()
		l.mu.Lock()
		if ev.Frame.ParentID == "" {
			l.unreachable, l.shown, l.parsed = ev.Frame.UnreachableURL, ev.Frame.URL, false
			clear(l.loaders)
		}
		l.loaders[ev.Frame.LoaderID] = true
		l.mu.Unlock()
	case *cdppage.EventDomContentEventFired: // of the main frame
		l.mu.Lock()
		l.parsed = true
		l.mu.Unlock()
	case *cdppage.EventJavascriptDialogOpening:
		l.dismiss(ev)
	case *browser.EventDownloadWillBegin:
		l.mu.Lock()
		l.downloads = append(l.downloads, ev.URL)
		l.mu.Unlock()
	case *inspector.EventTargetCrashed:
		l.fail(fmt.Errorf("%w: the page's process died", ErrCrashed))
	case *inspector.EventDetached:
		l.fail(fmt.Errorf("%w: the tab was closed (%s)", ErrCrashed, ev.Reason))
	}
}

// maxDialogs is how many dialogs a page may show before it answers, and maxAllDialogs how many in all. Guesses.
const maxDialogs, maxAllDialogs = 50, 5000

// dismiss answers a dialog, for which the page waits. A script that shows one after the other, as for(;;)alert(1) does, would keep
// the page from answering until its deadline: it is stopped. Timers that show them, more and more of them, are stopped with all
// scripts.
func (l *load) dismiss(ev *cdppage.EventJavascriptDialogOpening) {
	l.mu.Lock()
	l.dialogs++
	l.allDialogs++
	tooMany := l.allDialogs == maxAllDialogs+1
	l.stopped = l.stopped || tooMany
	first, endless := l.dialogs == 1, l.dialogs > maxDialogs && !l.stopping
	l.stopping = l.stopping || endless
	l.mu.Unlock()
	switch {
	case first:
		l.workers.Go(l.answers)
	case endless:
		l.cut("a script of the page showed more than %d dialogs in a row and was stopped", maxDialogs)
		l.workers.Go(l.stop)
	}
	if tooMany {
		l.cut("the page showed more than %d dialogs: its scripts were turned off", maxAllDialogs)
		l.workers.Go(func() {
			cdp.Call(l.soft, l.t, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
		})
	}
	l.workers.Go(func() {
		accept := ev.Type == cdppage.DialogTypeBeforeunload
		cdp.Call(l.soft, l.t, cdppage.HandleJavaScriptDialog, cdppage.HandleJavaScriptDialogParams{Accept: accept})
	})
}

// answers counts dialogs anew once the page answers, as its script has ended then.
func (l *load) answers() {
	_ = l.evaluate(l.soft, "0", nil) // an error is an answer, too
	l.mu.Lock()
	defer l.mu.Unlock()
	l.dialogs = 0
}

// stop stops the script that runs. Chrome stops one at a time.
func (l *load) stop() {
	cdp.Call(l.soft, l.t, runtime.TerminateExecution, cdp.Empty{})
	l.mu.Lock()
	defer l.mu.Unlock()
	l.stopping, l.stopped = false, true
}

// header is the value of a header, "" where there is none; names of headers have any case.
func header(headers network.Headers, name string) string {
	for n, value := range headers {
		if s, ok := value.(string); ok && strings.EqualFold(n, name) {
			return s
		}
	}
	return ""
}

// responded notes the head of a response.
func (l *load) responded(ev *network.EventResponseReceived) {
	l.heardOf(ev.RequestID)
	l.mu.Lock()
	isDocument := ev.RequestID == l.document && ev.Response != nil
	if ev.Type == network.ResourceTypeFetch { // whose body is the script's business: it may have no end
		delete(l.open, ev.RequestID)
		l.bodies[ev.RequestID] = true
	}
	if isDocument {
		l.status, l.retryAfter = int(ev.Response.Status), reach.RetryAfter(header(ev.Response.Headers, "Retry-After"))
	}
	if ev.Type == network.ResourceTypeStylesheet && ev.Response != nil && ev.Response.Status < http.StatusBadRequest {
		l.sheets[ev.RequestID] = true
	}
	l.mu.Unlock()
	if isDocument {
		said := header(ev.Response.Headers, "Content-Type") // Chrome takes feeds for plain text
		if err := cmp.Or(page.CheckKind(said), page.CheckKind(ev.Response.MimeType)); err != nil {
			l.fail(l.statusOr(err))
		}
	}
}

func (l *load) requested(ev *network.EventRequestWillBeSent) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if ev.LoaderID == "" || l.former[ev.LoaderID] { // a worker's script, whose end is told to the worker; or of the page before
		return
	}
	if ev.Type == network.ResourceTypeDocument {
		l.documents = append(l.documents, ev.Request.URL)
	}
	if ev.Type == network.ResourceTypeEventSource || l.unheeded[withoutQuery(ev.Request.URL)] {
		l.endless[ev.RequestID] = true
		return
	}
	l.lastHeard = time.Now()
	l.open[ev.RequestID] = ev.Request.URL
	if ev.Type == network.ResourceTypeStylesheet {
		l.sheets[ev.RequestID] = false
	}
	if ev.Type == network.ResourceTypeDocument && ev.FrameID == l.frame && !l.leads(ev.Type, ev.FrameID, ev.Request.URL) {
		l.document, l.asked, l.status, l.reason, l.begun = ev.RequestID, ev.Request.URL, 0, "net::ERR_FAILED", false
		l.posted = l.posted || ev.Request.Method == http.MethodPost
		if ev.RedirectResponse != nil {
			l.res.Redirects++
		}
	}
}

// missing is how many of the stylesheets that the page asked for did not come.
func (l *load) missing() (n int) {
	for _, came := range l.sheets {
		if !came {
			n++
		}
	}
	return n
}

func (l *load) ended(id network.RequestID) {
	l.heardOf(id)
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.open, id)
	delete(l.endless, id)
	delete(l.bodies, id)
}

// heardOf notes that something came of a request, if it is one that is waited for.
func (l *load) heardOf(id network.RequestID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.endless[id] {
		l.lastHeard = time.Now()
	}
}

// withoutQuery is an address without its query, in which repeated requests differ.
func withoutQuery(address string) string {
	address, _, _ = strings.Cut(address, "?")
	return address
}

// broke notes why the document failed to load, or to arrive to its end. One of which nothing arrived, such as a body that is
// not compressed as it says, is no page: Chrome draws no frame of it.
func (l *load) broke(ev *network.EventLoadingFailed) {
	l.mu.Lock()
	document, answered, begun := ev.RequestID == l.document, l.status != 0, l.begun
	if document {
		l.reason = ev.ErrorText
	}
	l.mu.Unlock()
	switch {
	case !document || !answered || ev.Canceled:
	case !begun:
		l.fail(l.netError(ev.ErrorText, l.at()))
	default:
		l.cut("the page broke off while it was loaded (%s): only what had come by then was kept", ev.ErrorText)
	}
}

func (l *load) touch() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lastHeard = time.Now()
}

// nothing reports whether nothing of the document has come.
func (l *load) nothing() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return !l.begun
}

// downloaded reports whether a document that the page or its frames went to was a download, which was denied. Chrome tells of
// downloads late, in no order with requests, and perhaps when the next page is there: the address says whose it is.
func (l *load) downloaded() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.ContainsFunc(l.downloads, func(address string) bool {
		return slices.ContainsFunc(l.documents, func(asked string) bool { return sameAddress(asked, address) })
	})
}
