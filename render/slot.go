package render

import (
	"context"
	"errors"
	"fmt"
	"slices"
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

	"github.com/mullionhq/mullion/reach"

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
	lost    *reach.Lost // of all slots
	now     func() time.Time
	life    context.Context // of the Browser
	unwatch func() bool     // ends the watch over life

	mu   sync.Mutex // guards what kill and close touch from other goroutines
	proc *process   // nil for a remote Chrome and while there is none
	cut  func()     // ends the connection to a remote Chrome; nil while there is none
	dead bool       // nothing may be started anymore

	guard   *guard
	root    context.Context // chromedp's, of the browser; nil while there is none
	end     []context.CancelFunc
	tab     *tab
	endTab  context.CancelFunc
	served  int   // pages since the start
	images  bool  // whether Chrome was started to load pictures
	removed error // what could not be removed, for close
}

// A tab is chromedp's view of the one tab.
type tab struct {
	*chromedp.Target
	ctx     context.Context // its life
	pipe    *pipe           // nil for a remote Chrome
	browser *chromedp.Browser
	context cdp.BrowserContextID // "" for the default one

	left  time.Time     // when the last page was read, or the tab opened
	ahead time.Duration // of the real time its clock was then

	loaders map[cdp.LoaderID]bool // of the documents that it shows

	mu   sync.Mutex
	hear func(ev any) // gets the events; nil between pages

	height   int  // of the window
	blocking bool // whether images, fonts and media are blocked
	fetching bool // whether requests are intercepted

	keeping cdppage.ScriptIdentifier // of stayJS; "" where it is not installed
}

// kill ends Chrome at once; what is under way fails.
func (s *slot) kill() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.proc != nil {
		s.proc.kill()
	}
}

// giveUp is kill for a tab that is not opened in time, also in a remote Chrome.
func (s *slot) giveUp() {
	s.kill()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cut != nil {
		s.cut()
	}
}

// close ends the slot for good, when no page uses it. It waits for Chrome to be gone.
func (s *slot) close() error {
	s.mu.Lock()
	s.dead = true
	s.mu.Unlock()
	s.unwatch()
	s.discard()
	return s.removed
}

// discard ends Chrome, so that the next page starts a new one. Only the slot's own goroutine calls it.
func (s *slot) discard() {
	s.mu.Lock()
	proc := s.proc
	s.proc, s.cut = nil, nil
	s.mu.Unlock()
	if proc != nil {
		s.removed = errors.Join(s.removed, proc.close()) // first, so that chromedp does not wait for it
	}
	s.closeTab()
	for _, end := range slices.Backward(s.end) {
		end()
	}
	s.guard.close()
	s.root, s.end, s.guard, s.served, s.images = nil, nil, nil, 0, false
}

// ready returns a tab, in a new Chrome if there is none, it has served its number of pages, or pictures are
// wanted and it loads none.
func (s *slot) ready(ctx context.Context, images bool) (*tab, error) {
	if s.root != nil && (images && !s.images || s.served >= s.opt.PagesPerBrowser || s.root.Err() != nil || s.tab != nil && s.tab.ctx.Err() != nil) {
		s.discard()
	}
	s.served++
	if s.tab != nil {
		return s.tab, nil
	}
	s.images = s.images || images
	defer context.AfterFunc(ctx, s.giveUp)() // chromedp's start obeys only the life of the browser
	err := s.open()
	if err != nil {
		s.discard()
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	return s.tab, err
}

// open opens a tab, in Chrome if there is one and else in a new one.
func (s *slot) open() error {
	if s.root != nil {
		if err := s.openTab(); err != nil {
			return fmt.Errorf("%w: opening a tab: %v", ErrCrashed, err)
		}
		return nil
	}
	err := s.connect()
	if err == nil {
		err = s.openTab()
	}
	if err != nil {
		return s.startError(err)
	}
	return nil
}

// connect starts Chrome, or connects to a remote one.
func (s *slot) connect() error {
	var allocator context.Context
	var cancel context.CancelFunc
	if s.opt.Remote != "" {
		life, cut := context.WithCancel(context.Background())
		s.mu.Lock()
		s.cut = cut
		s.mu.Unlock()
		s.end = append(s.end, cut)
		allocator, cancel = remote.NewAllocator(life, s.opt.Remote, remote.WithDialTimeout(min(reach.DialTimeout, s.opt.Timeout)))
	} else {
		g, err := newGuard(s.opt, s.lost)
		if err != nil {
			return err
		}
		proc, err := s.launch(g)
		if err != nil {
			return err
		}
		allocator, cancel = chromedp.NewAllocatorContext(context.Background(), proc)
	}
	quiet := func(string, ...any) {} // chromedp names every event that is newer than itself
	root, cancelRoot := chromedp.NewContext(allocator, chromedp.WithErrorf(quiet), chromedp.WithLogf(quiet))
	s.root = root
	s.end = append(s.end, cancel, cancelRoot)
	return nil
}

// openTab opens a tab of our own. Remote Chromes and isolated pages get a browser context of their own; in our
// own Chrome the tab is the one that it opened itself.
func (s *slot) openTab() error {
	infos, err := chromedp.CallBrowser(s.root, target.GetTargets, target.GetTargetsParams{})
	if err != nil {
		return err
	}
	t := &tab{left: s.now(), loaders: map[cdp.LoaderID]bool{}}
	var opts []chromedp.ContextOption
	if s.opt.Remote != "" || s.opt.Isolate {
		opts = append(opts, chromedp.WithNewBrowserContext())
	} else {
		for _, info := range infos.TargetInfos {
			if info.Type == "page" {
				opts = append(opts, chromedp.WithTargetID(info.TargetID))
				break
			}
		}
	}
	ctx, cancel := chromedp.NewContext(s.root, opts...)
	s.endTab = cancel
	if err := chromedp.Do(ctx); err != nil {
		return err
	}
	c := chromedp.FromContext(ctx)
	t.ctx, t.Target, t.browser, t.context = ctx, c.Target, c.Browser, c.BrowserContextID
	if s.proc != nil {
		t.pipe = s.proc.pipe
	}
	if err := errors.Join(chromedp.Listen(ctx, t.dispatch), chromedp.ListenBrowser(ctx, t.dispatch)); err != nil {
		return err
	}
	if err := s.configure(t); err != nil {
		return err
	}
	s.tab = t
	return nil
}

// closeTab closes the tab, and with it its browser context.
func (s *slot) closeTab() {
	if s.endTab != nil {
		s.endTab()
	}
	s.tab, s.endTab = nil, nil
}

func (s *slot) launch(g *guard) (*process, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.guard = g
	if s.dead || s.life.Err() != nil {
		return nil, fmt.Errorf("starting Chrome: %w", context.Canceled)
	}
	proc, err := start(s.chrome, s.opt, g.address(), s.images)
	s.proc = proc
	return proc, err
}

// startAdvice is the way out of a Chrome that does not start.
const startAdvice = "`mullion doctor` tells what is wrong with it"

// startError says why Chrome did not start, with what it printed.
func (s *slot) startError(err error) error {
	if errors.Is(err, ErrFolder) {
		return fmt.Errorf("%w: %w: TMPDIR names another place for it", ErrStart, err)
	}
	s.mu.Lock()
	proc := s.proc
	s.mu.Unlock()
	if proc != nil {
		if said := proc.output.String(); said != "" {
			return fmt.Errorf("%w: %v: %s; %s", ErrStart, err, said, startAdvice)
		}
	}
	return fmt.Errorf("%w: %v; %s", ErrStart, err, startAdvice)
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
		{emulation.SetScrollbarsHidden.Method, emulation.SetScrollbarsHiddenParams{Hidden: true}}, // a remote Chrome may show them
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
		Behavior: browser.SetDownloadBehaviorBehaviorDeny, EventsEnabled: new(true), BrowserContextID: t.context,
	})
	return err
}

// resize sets the window. Scale is set here and not by a flag, which would make boxes physical pixels.
func (t *tab) resize(ctx context.Context, o *Options, height int) error {
	t.height = height
	_, err := cdp.Call(ctx, t, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: int64(o.ViewportWidth), Height: int64(height), DeviceScaleFactor: o.DeviceScale,
	})
	return err
}

// dispatch hands an event to the page that is being rendered. chromedp calls it in order, from one goroutine.
func (t *tab) dispatch(ev any) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.hear != nil {
		t.hear(ev)
	}
}

// listen has hear get the events from now on. What got them before hears no more when it returns.
func (t *tab) listen(hear func(ev any)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.hear = hear
}

// since returns the time from *at and moves it to now.
func since(at *time.Time) time.Duration {
	now := time.Now()
	d := now.Sub(*at)
	*at = now
	return d
}
