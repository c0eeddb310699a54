package render

import (
	"context"
	"errors"
	"fmt"
	"log"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/css"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/emulation"
	cdplog "github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/remote"

	_ "embed"
)

// prepareJS runs in every document before the page's own scripts.
//
//go:embed js/prepare.js
var prepareJS string

// A slot renders one page at a time in one tab of one Chrome. It starts Chrome when it has none.
type slot struct {
	opt     *Options
	chrome  Chrome
	life    context.Context // of the Browser
	stopped func() bool     // ends the watch over life

	mu   sync.Mutex // guards what kill and close touch from other goroutines
	proc *process   // nil for a remote Chrome and while there is none
	dead bool       // nothing may be started anymore

	guard   *guard
	tab     *tab
	end     context.CancelFunc // of the chromedp contexts
	served  int                // pages since the start
	agent   string             // Chrome's own user agent, without the word Headless
	removed error              // what could not be removed, for close
}

// A tab is chromedp's view of the one tab.
type tab struct {
	*chromedp.Target
	ctx     context.Context // its life
	pipe    *pipe           // nil for a remote Chrome
	browser *chromedp.Browser

	mu   sync.Mutex
	hear func(ev any) // gets the events; nil between pages

	blocking bool   // whether images, fonts and media are blocked
	fetching bool   // whether requests are intercepted
	cookies  bool   // whether cookies were set
	script   string // which prepareJS is installed
}

// kill ends Chrome at once; what is under way fails.
func (s *slot) kill() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.proc != nil {
		s.proc.kill()
	}
}

// close ends the slot for good. It waits for Chrome to be gone.
func (s *slot) close() error {
	s.mu.Lock()
	s.dead = true
	s.mu.Unlock()
	s.discard()
	return s.removed
}

// discard ends Chrome, so that the next page starts a new one.
func (s *slot) discard() {
	s.mu.Lock()
	proc, end, guard := s.proc, s.end, s.guard
	s.proc, s.end, s.guard, s.tab, s.served = nil, nil, nil, nil, 0
	s.mu.Unlock()
	if proc != nil {
		s.removed = errors.Join(s.removed, proc.close())
	}
	if end != nil {
		end()
	}
	if guard != nil {
		guard.close()
	}
}

// ready returns a tab, in a new Chrome if there is none or it has served its number of pages.
func (s *slot) ready(ctx context.Context) (*tab, error) {
	if s.tab != nil {
		if s.served < s.opt.PagesPerBrowser && s.tab.ctx.Err() == nil {
			s.served++
			return s.tab, nil
		}
		s.discard()
	}
	defer context.AfterFunc(ctx, s.kill)() // chromedp's start obeys only the life of the browser
	t, err := s.open()
	if err != nil {
		s.discard()
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, err
	}
	s.tab, s.served = t, 1
	return t, nil
}

// open starts Chrome or connects to a remote one, and opens a tab.
func (s *slot) open() (*tab, error) {
	var allocator context.Context
	var cancel context.CancelFunc
	t := &tab{}
	if s.opt.Remote != "" {
		allocator, cancel = remote.NewAllocator(context.Background(), s.opt.Remote)
	} else {
		g, err := newGuard(s.opt)
		if err != nil {
			return nil, err
		}
		proc, err := s.launch(g)
		if err != nil {
			return nil, err
		}
		t.pipe = proc.pipe
		allocator, cancel = chromedp.NewAllocatorContext(context.Background(), proc)
	}
	quiet := func(string, ...any) {}
	if debug {
		quiet = log.Printf
	}
	root, cancelRoot := chromedp.NewContext(allocator, chromedp.WithErrorf(quiet), chromedp.WithLogf(quiet))
	s.mu.Lock()
	s.end = func() { cancelRoot(); cancel() }
	s.mu.Unlock()
	infos, err := chromedp.CallBrowser(root, target.GetTargets, target.GetTargetsParams{})
	if err != nil {
		return nil, s.startError(err)
	}
	var opts []chromedp.ContextOption
	for _, info := range infos.TargetInfos {
		if info.Type == "page" && s.opt.Remote == "" {
			opts = append(opts, chromedp.WithTargetID(info.TargetID)) // the tab that Chrome opened itself
			break
		}
	}
	ctx, cancelTab := chromedp.NewContext(root, opts...)
	s.mu.Lock()
	s.end = func() { cancelTab(); cancelRoot(); cancel() }
	s.mu.Unlock()
	if err := chromedp.Do(ctx); err != nil {
		return nil, s.startError(err)
	}
	t.ctx, t.Target, t.browser = ctx, chromedp.FromContext(ctx).Target, chromedp.FromContext(ctx).Browser
	if err := errors.Join(chromedp.Listen(ctx, t.dispatch), chromedp.ListenBrowser(ctx, t.dispatch)); err != nil {
		return nil, s.startError(err)
	}
	if err := s.configure(t); err != nil {
		return nil, s.startError(err)
	}
	return t, nil
}

func (s *slot) launch(g *guard) (*process, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.guard = g
	if s.dead || s.life.Err() != nil {
		return nil, fmt.Errorf("starting Chrome: %w", context.Canceled)
	}
	proc, err := start(s.chrome, s.opt, g.address())
	s.proc = proc
	return proc, err
}

// startError says why Chrome did not start, with what it printed.
func (s *slot) startError(err error) error {
	s.mu.Lock()
	proc := s.proc
	s.mu.Unlock()
	if proc != nil {
		if said := proc.output.String(); said != "" {
			return fmt.Errorf("%w while starting: %v: %s", ErrCrashed, err, said)
		}
	}
	return fmt.Errorf("%w while starting: %v", ErrCrashed, err)
}

// configure sets what holds for all pages of the tab, and turns off what chromedp turned on and we do not
// read: following the DOM is costly.
func (s *slot) configure(t *tab) error {
	version, err := cdp.Call(t.ctx, t.browser, browser.GetVersion, cdp.Empty{})
	if err != nil {
		return err
	}
	agent := s.opt.UserAgent
	if agent == "" {
		agent = strings.ReplaceAll(version.UserAgent, "HeadlessChrome", "Chrome")
	}
	steps := []struct {
		method string
		params any
	}{
		{css.Disable.Method, cdp.Empty{}},
		{dom.Disable.Method, cdp.Empty{}},
		{cdplog.Disable.Method, cdp.Empty{}},
		{runtime.Disable.Method, cdp.Empty{}},
		{cdppage.SetLifecycleEventsEnabled.Method, cdppage.SetLifecycleEventsEnabledParams{}},
		{target.SetAutoAttach.Method, target.SetAutoAttachParams{Flatten: new(true)}},
		{network.Disable.Method, cdp.Empty{}},
		{network.Enable.Method, network.EnableParams{MaxTotalBufferSize: new(int64(0)), MaxResourceBufferSize: new(int64(0))}},
		{network.SetBypassServiceWorker.Method, network.SetBypassServiceWorkerParams{Bypass: true}},
		{emulation.SetUserAgentOverride.Method, emulation.SetUserAgentOverrideParams{UserAgent: agent, AcceptLanguage: s.opt.Language}},
		{cdppage.AddScriptToEvaluateOnNewDocument.Method, cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: prepareJS}},
	}
	for _, step := range steps {
		if err := t.Call(t.ctx, step.method, step.params, nil); err != nil {
			return fmt.Errorf("%s: %w", step.method, err)
		}
	}
	if err := t.resize(t.ctx, s.opt, s.opt.ViewportHeight); err != nil {
		return err
	}
	_, err = cdp.Call(t.ctx, t.browser, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{
		Behavior: browser.SetDownloadBehaviorBehaviorDeny, EventsEnabled: new(true),
	})
	return err
}

// resize sets the window. Scale is set here and not by a flag, which would make boxes physical pixels.
func (t *tab) resize(ctx context.Context, o *Options, height int) error {
	_, err := cdp.Call(ctx, t, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: int64(o.ViewportWidth), Height: int64(height), DeviceScaleFactor: o.DeviceScale,
	})
	return err
}

// dispatch hands an event to the page that is being rendered. chromedp calls it in order, from one goroutine.
func (t *tab) dispatch(ev any) {
	t.mu.Lock()
	hear := t.hear
	t.mu.Unlock()
	if hear != nil {
		hear(ev)
	}
}

func (t *tab) listen(hear func(ev any)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.hear = hear
}

// debug makes chromedp log what it does not understand; for development.
const debug = false

// since returns the time from *at and moves it to now.
func since(at *time.Time) time.Duration {
	now := time.Now()
	d := now.Sub(*at)
	*at = now
	return d
}
