package render

import (
	"testing"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
)

// Who stops listening to a tab waits for an event that is being heard: what was noted of it can be read without a lock then.
func TestNoEventAfterListening(t *testing.T) {
	var tab tab
	heard := false
	tab.listen(func(any) {
		if heard = true; tab.mu.TryLock() {
			t.Error("while an event is heard somebody else may take the tab")
			tab.mu.Unlock()
		}
	})
	tab.dispatch(nil)
	tab.listen(nil)
	tab.dispatch(nil) // to nobody
	if !heard {
		t.Error("no event is heard")
	}
}

// What Chrome tells late of the page before is not this page's: a download that this one did not ask for, the end of a socket,
// and requests of the document that is shown until this one comes.
func TestEventsOfThePageBefore(t *testing.T) {
	l := &load{
		source: &source{}, former: map[cdp.LoaderID]bool{"before": true},
		open: map[network.RequestID]string{}, sockets: map[network.RequestID]bool{}, sheets: map[network.RequestID]bool{},
	}
	ask := func(loader cdp.LoaderID, kind network.ResourceType, address string) {
		id := network.RequestID(address)
		l.hear(&network.EventRequestWillBeSent{LoaderID: loader, RequestID: id, Type: kind, Request: &network.Request{URL: address}})
	}
	ask("before", network.ResourceTypeStylesheet, "http://a.example/late.css")
	l.hear(&network.EventWebSocketClosed{RequestID: "before"})
	ask("now", network.ResourceTypeDocument, "http://a.example/page")
	l.hear(&browser.EventDownloadWillBegin{URL: "http://a.example/file"})
	l.hear(&network.EventWebSocketCreated{RequestID: "now"})
	if l.downloaded() || !l.talking() || len(l.sheets) > 0 || len(l.open) != 1 {
		t.Errorf("downloaded %t, talking %t, stylesheets %v, requests %v", l.downloaded(), l.talking(), l.sheets, l.open)
	}
	ask("now", network.ResourceTypeDocument, "http://a.example/file")
	if !l.downloaded() {
		t.Error("the download of a document that was asked for is not the page's")
	}
}
