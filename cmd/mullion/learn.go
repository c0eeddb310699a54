package main

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/classify"
	"github.com/mullionhq/mullion/config"
	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/parts"
	"github.com/mullionhq/mullion/render"
	"github.com/mullionhq/mullion/site"
	"github.com/mullionhq/mullion/source"
)

// learnOptions are the flags of learn.
type learnOptions struct {
	pages []string
	lists []string
	site  string
	anew  bool
}

func newLearnCommand(a *app) *cobra.Command {
	var o learnOptions
	cmd := &cobra.Command{
		Use:   "learn PAGES...",
		Short: "Learn what the pages of a site have in common, into a site profile",
		Long: `Learn reads pages of one or more sites and adds what they teach to the profiles in --profiles, a folder
or a bucket: texts that repeat, pages that are built alike and where their content stands, which parts
differ from page to page, and how surely the fused method finds main content at which places. No gold is
needed. A page that was learned before is passed over, and not loaded again where its address tells, or
one that redirected to it on the same site, so learning goes on where it ended. It saves as it goes;
several may learn the same site at once. A profile that cannot be read stops only its site. Six pages
that are built alike make a rule (site.clusters.min_pages), so a site needs some more.

When pages have changed at their addresses, --anew learns them again, into new profiles. The old ones go as
soon as something of the new ones is saved: interrupted, those of the sites that were begun know only the
pages so far, and the same command without --anew goes on with these sites.

PAGES are URLs, HTML and MHTML files, web archives (.warc, .warc.gz), saved pages, folders of such files, and
lists (--list). A page's site is its host; where a file does not say its address (canonical link), --site
names it. Of an archive, the HTML pages are learned; when they are rendered, their pictures and styles
come from the network.`,
		Example: `  mullion learn https://example.com/magazine https://example.com/magazine/index.html --profiles profiles
  mullion learn site/ --render never --site example.com --profiles profiles
  find site -name '*.html' > pages.txt && mullion learn --list pages.txt --render never --site example.com --profiles profiles
  mullion learn crawl.warc.gz --render never --profiles profiles
  mullion clean https://example.com/magazine --method learned --profiles profiles`,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.pages = args
			return runLearn(cmd.Context(), a, o)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringArrayVar(&o.lists, "list", nil, listUsage)
	flags.StringVar(&o.site, "site", "", "`name` of the site of all pages, such as example.com")
	flags.BoolVar(&o.anew, "anew", false, "forget what is known of the sites, and know only what these pages teach")
	addHandles(cmd, a, without(loadHandles, "method"))
	return cmd
}

func runLearn(ctx context.Context, a *app, o learnOptions) error {
	if strings.Contains(o.site, "://") {
		return usagef("--site %s is an address: name its host, such as example.com", o.site)
	}
	if err := site.CheckName(site.Name(o.site)); err != nil {
		return usagef("--site: %w", err)
	}
	c, err := a.loading()
	if err != nil {
		return err
	}
	inputs, err := pagesOf(a, o.pages, o.lists)
	if err != nil {
		return err
	}
	store, err := a.store(ctx)
	if err != nil {
		return err
	}
	defer store.Close()
	settings := c.Config
	if settings.Method != mullion.Fused {
		settings.Model = mullion.BuiltinModel
	}
	judge, err := mullion.OpenModel(settings.Model)
	if err != nil {
		return usagef("--model: %w", err)
	}
	settings.Method, settings.Profiles = mullion.Fused, "" // which tells what Chrome left of a page
	if settings.Rendering == mullion.RenderNever {
		settings.Method, settings.Model = mullion.VLPS, mullion.BuiltinModel // which costs nothing
	}
	cleaner, err := newCleaner(ctx, &settings)
	if err != nil {
		return err
	}
	defer cleaner.Close()
	l := &learning{a: a, c: &settings, name: site.Name(o.site), anew: o.anew, store: store, cleaner: cleaner, judge: judge, learners: map[string]*site.Learner{}, broken: map[string]error{}, before: map[string]*site.Learner{}}
	broken := l.all(ctx, inputs)
	if err := l.save(ctx); err != nil {
		return err // of the same store as what broke, if anything did: it was tried again
	}
	if len(l.broken) > 0 && broken == nil && ctx.Err() == nil {
		return fmt.Errorf("pages of %s could not be learned: --anew makes their profiles again", strings.Join(slices.Sorted(maps.Keys(l.broken)), ", "))
	}
	switch {
	case broken != nil:
		return broken
	case ctx.Err() != nil:
		return ctx.Err()
	case l.done+l.failed == 0:
		return pageless(inputs)
	}
	return outcome(l.failed, l.done+l.failed, "be learned")
}

// A learning adds pages to the profiles of their sites.
type learning struct {
	a        *app
	c        *config.Config
	name     string // of the site of all pages; "" when each page says its own
	anew     bool   // whether what is known of the sites is forgotten
	store    site.Store
	cleaner  *mullion.Cleaner
	judge    *classify.Model // which says what each page says of its blocks
	learners map[string]*site.Learner
	broken   map[string]error // why profiles cannot be read, by their site

	asking sync.Mutex               // of before
	before map[string]*site.Learner // what was known of the sites when the work began

	done, failed int // pages
}

// A lesson is a page that is to be learned.
type lesson struct {
	argument int // which one it came from
	in       source.Input
	site     string            // of a page that is not to be loaded, see learnedAt
	document *mullion.Document // once it is loaded
	err      error             // why there is none
}

// known reports whether the page was not to be loaded.
func (p *lesson) known() bool { return p.site != "" }

// lessons yields the pages of the arguments, and what cannot be read.
func (l *learning) lessons(inputs []string) iter.Seq[lesson] {
	return func(yield func(lesson) bool) {
		for i, input := range inputs {
			for in, err := range l.a.open(input) {
				if !yield(lesson{argument: i, in: in, err: err}) {
					return
				}
			}
		}
	}
}

// load loads a page, unless it is known by its address.
func (l *learning) load(ctx context.Context, p lesson) lesson {
	if p.err != nil {
		return p
	}
	if p.site = l.learnedAt(ctx, p.in.URL); p.site == "" {
		p.document, p.err = l.cleaner.Clean(ctx, p.in)
	}
	return p
}

// learnedAt is the site of an address at which no page is to be loaded, as it was learned before the work began or cannot be:
// the site's profile is broken. It is "" of others. Pages that are loaded at the same time ask it.
func (l *learning) learnedAt(ctx context.Context, address string) string {
	name := l.name
	if address == "" || l.anew {
		return ""
	}
	if name == "" {
		name, _ = site.Key(address, l.c.Site)
	}
	l.asking.Lock()
	defer l.asking.Unlock()
	if l.before[name] == nil {
		l.before[name] = site.NewLearner(l.store, name, l.c.Site)
	}
	if known, err := l.before[name].Knows(ctx, address); known || errors.Is(err, site.ErrBroken) {
		return name
	}
	return "" // what else may be wrong is told when the page is learned
}

// all learns the inputs until the context ends. Several pages are loaded at a time, and learned one after the other in the
// order of the arguments, so that equal pages make equal profiles. Pages that cannot be learned are passed over, those of a
// site whose profile is broken too; a store that cannot be read or written is an error, and so is a Chrome that is not there.
func (l *learning) all(ctx context.Context, inputs []string) error {
	progress := newProgress(l.a)
	defer progress.done()
	for p := range parts.InOrder(ctx, l.lessons(inputs), max(l.c.Render.Tabs, runtime.GOMAXPROCS(0)), parts.Large, l.load) {
		if ctx.Err() != nil && p.err != nil {
			continue // it was stopped; what came before is learned and saved
		}
		progress.count(l.done + l.failed + 1)
		progress.step("learning", p.argument, len(inputs))
		err := l.learn(ctx, p)
		if broken := new(endError); errors.As(err, broken) {
			return broken.error
		}
		if err != nil {
			l.failed++
			if !errors.Is(err, errTold) {
				l.a.log.Warn("passed over", "page", page.WithoutUser(inputs[p.argument]), "why", err)
			}
			continue
		}
		l.done++
	}
	if ctx.Err() == nil {
		progress.step("learning", len(inputs), len(inputs))
	}
	return nil
}

// errTold says that what is wrong was told for another page.
var errTold = errors.New("the profile of its site is broken")

// An endError ends the work: it is one of the store or of Chrome, not of a page nor of one profile.
type endError struct{ error }

// learn adds a page to its site's profile.
func (l *learning) learn(ctx context.Context, p lesson) error {
	name, err := l.siteOf(p)
	if err != nil {
		return err
	}
	if l.broken[name] != nil {
		return errTold
	}
	if ctx.Err() != nil { // it was loaded before
		var cancel context.CancelFunc
		ctx, cancel = unhurried(ctx)
		defer cancel()
	}
	learner := l.learner(name)
	if p.known() {
		_, err = learner.Knows(ctx, p.in.URL)
	} else {
		pg := p.document.Page
		_, err = learner.Learn(ctx, pg, func() []site.Verdict { return mullion.Verdicts(pg, l.judge, l.c.Options) }, time.Now())
	}
	switch {
	case errors.Is(err, site.ErrBroken):
		l.broken[name] = err
		delete(l.learners, name)
		return err
	case errors.Is(err, site.ErrNoProfile): // nor can its site have one
		delete(l.learners, name)
		return err
	case err != nil:
		return endError{err}
	}
	return nil
}

// siteOf is the site of a page, or why it cannot be learned.
func (l *learning) siteOf(p lesson) (string, error) {
	switch {
	case errors.Is(p.err, render.ErrNoChrome), errors.Is(p.err, render.ErrStart) && l.done == 0:
		return "", endError{p.err} // no page will do better
	case p.err != nil:
		return "", p.err
	case p.known():
		return p.site, nil
	case p.document.Wall != "":
		return "", fmt.Errorf("it is a check for robots, not the page, as %q shows", p.document.Wall)
	case p.document.Page.Partial:
		return "", errors.New(strings.Join(p.document.Warnings, "; "))
	case len(p.document.Blocks) == 0:
		return "", errors.New("it has no text")
	case l.name != "":
		return l.name, nil
	}
	name, err := mullion.SiteOf(p.document.Page, l.c.Site)
	if err != nil {
		return "", errors.New("its site is not known: name it with --site")
	}
	return name, nil
}

// learner is that of a site.
func (l *learning) learner(name string) *site.Learner {
	learner := l.learners[name]
	if learner == nil {
		learner = site.NewLearner(l.store, name, l.c.Site)
		if l.anew {
			learner.Anew()
		}
		l.learners[name] = learner
	}
	return learner
}

// savingTime is how long saving may take when the program was told to stop.
const savingTime = time.Minute

// unhurried is a context for what is not to be lost when the program was told to stop.
func unhurried(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), savingTime)
}

// save writes what is not yet in the store, and says what was learned. It does so when the context has ended, too.
func (l *learning) save(ctx context.Context) error {
	stopped := ctx.Err() != nil
	ctx, cancel := unhurried(ctx)
	defer cancel()
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(l.learners)) {
		learner := l.learners[name]
		if err := learner.Save(ctx); err != nil {
			errs = append(errs, err)
			continue
		}
		all, fresh := learner.Pages()
		if all > 0 && fresh == 0 {
			l.a.log.Info("all pages were learned before: --anew learns them again, if they have changed", "site", name)
		}
		if p := learner.Profile(); p != nil {
			if others := p.Options.Differences(l.c.Site); len(others) > 0 {
				l.a.log.Warn("the profile goes on with the settings that it was begun with: --anew takes the others", "site", name, "settings", strings.Join(others, "; "))
			}
			l.a.log.Info("learned", known(p, l.c.Site, "new_pages", fresh)...)
		}
		if l.anew && stopped && fresh > 0 {
			l.a.log.Warn("interrupted: the new profile knows only the pages so far; go on without --anew", "site", name, "pages", all)
		}
	}
	return errors.Join(errs...)
}

// known says in short what a profile knows and what it lacks, with what was done to it.
func known(p *site.Profile, o site.Options, done ...any) []any {
	d := p.Drift(&site.Watch{}, o)
	says := append([]any{"site", p.Name}, done...)
	says = append(says, "pages", p.Pages, "templates", len(p.Library.All(p.Options.Templates)), "clusters", d.Clusters)
	if d.Again {
		says = append(says, "note", d.Why)
	}
	return says
}
