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
	if l.stopped {
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

// leftStorage is what a page may leave behind beside cookies and what leaveJS clears. The cache stays: it is
// what makes the next page of a site fast.
const leftStorage = "indexeddb,cache_storage,service_workers,file_systems,shared_storage"
