package render

import (
	"context"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/storage"
)

// leave makes the tab fit for the next page: nothing of this one goes on, and nothing of it is remembered.
func (l *load) leave(ctx context.Context) {
	if l.stopped || l.crowds() {
		l.s.discard()
		return
	}
	if l.s.opt.Isolate {
		l.s.closeTab()
		return
	}
	var clock float64
	err := l.evaluate(ctx, leaveJS, &clock)
	if err == nil {
		_, err = cdp.Call(ctx, l.t, network.ClearBrowserCookies, cdp.Empty{})
	}
	if err == nil {
		_, err = cdp.Call(ctx, l.t, storage.ClearDataForOrigin, storage.ClearDataForOriginParams{Origin: strings.TrimSuffix(l.source.own, "/"), StorageTypes: leftStorage})
	}
	if err != nil {
		l.s.discard()
	}
	l.t.left = l.s.now()
	l.t.ahead = time.UnixMilli(int64(clock)).Sub(l.t.left)
}

// hostConnections is how many connections Chrome has to one host at a time.
const hostConnections = 6

// crowds reports whether so many requests of the page are under way that they may hold all connections to its host, as those of
// a page that asks again for what is never answered. They end only when the next page is there, and that of the same host would
// wait for one of them. Of what workers ask for the guard alone knows.
func (l *load) crowds() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return max(len(l.open)+len(l.endless)+len(l.bodies), l.s.guard.underWay()) >= hostConnections
}

// leftStorage is what a page may leave behind beside cookies and what leaveJS clears. The cache stays: it is
// what makes the next page of a site fast.
const leftStorage = "indexeddb,cache_storage,service_workers,file_systems,shared_storage"
