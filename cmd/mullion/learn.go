package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/config"
	"github.com/mullionhq/mullion/site"
	"github.com/mullionhq/mullion/source"
)

// learnOptions are the flags of learn.
type learnOptions struct {
	pages []string
	lists []string
	site  string
}

func newLearnCommand(a *app) *cobra.Command {
	var o learnOptions
	cmd := &cobra.Command{
		Use:   "learn PAGES...",
		Short: "Learn what the pages of a site have in common, into a site profile",
		Long: `Learn reads pages of one or more sites and adds what they teach to the profiles in the folder of
--profiles: texts that repeat, pages that are built alike and where their content stands, and which
parts differ from page to page. No gold is needed. A page that was learned before is passed over, so
learning goes on where it ended.

PAGES are URLs, HTML files, saved pages, folders of such files, and lists (--list). A page's site is its
host; where a file does not say its address (canonical link), --site names it.`,
		Example: `  mullion learn https://example.com/magazine https://example.com/magazine/index.html --profiles profiles
  mullion learn site/ --render never --site example.com --profiles profiles
  find site -name '*.html' > pages.txt && mullion learn --list pages.txt --render never --site example.com --profiles profiles
  mullion clean https://example.com/magazine --method cluster --profiles profiles`,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.pages = args
			return runLearn(cmd.Context(), a, o)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringArrayVar(&o.lists, "list", nil, "`file` with one page a line; may be given again")
	flags.StringVar(&o.site, "site", "", "`name` of the site of all pages, such as example.com")
	addHandles(cmd, a, slices.DeleteFunc(slices.Clone(loadHandles), func(h handle) bool { return h.name == "method" || h.name == "model" }))
	return cmd
}

func runLearn(ctx context.Context, a *app, o learnOptions) error {
	c, err := a.config()
	if err != nil {
		return err
	}
	if c.Profiles == "" {
		return usagef("no folder for the profiles: name it with --profiles")
	}
	inputs, err := o.inputs()
	if err != nil {
		return err
	}
	unlock, err := site.Lock(ctx, c.Profiles)
	if err != nil {
		return err
	}
	defer unlock()
	settings := c.Config
	settings.Method = mullion.VLPS // which needs neither model nor profile
	cleaner, err := newCleaner(ctx, &settings)
	if err != nil {
		return err
	}
	defer cleaner.Close()
	l := learner{a: a, c: &settings, name: o.site, profiles: map[string]*site.Profile{}}
	p := newProgress(a)
	failed := 0
	for i, input := range inputs {
		p.step("learning", i, len(inputs))
		if err := l.learn(ctx, cleaner, input); err != nil {
			if ctx.Err() != nil {
				break // what was learned is saved
			}
			failed++
			a.log.Warn("passed over", "page", input, "why", err)
		}
	}
	p.step("learning", len(inputs), len(inputs))
	p.done()
	if err := l.save(); err != nil {
		return err
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case failed == len(inputs):
		return pageError{fmt.Errorf("none of the %d pages could be learned", failed)}
	case failed > 0:
		return fmt.Errorf("%d of %d: %w", failed, len(inputs), errSome)
	}
	return nil
}

// inputs are the pages of the command line and of the lists, folders replaced by their files.
func (o *learnOptions) inputs() ([]string, error) {
	args := slices.Clone(o.pages)
	for _, file := range o.lists {
		raw, err := os.ReadFile(file)
		if err != nil {
			return nil, usagef("--list: %w", err)
		}
		for line := range strings.Lines(string(raw)) {
			if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
				args = append(args, line)
			}
		}
	}
	var inputs []string
	for _, arg := range args {
		if info, err := os.Stat(arg); err != nil || !info.IsDir() {
			inputs = append(inputs, arg)
			continue
		}
		err := filepath.WalkDir(arg, func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() && isPageFile(path) {
				inputs = append(inputs, path)
			}
			return err
		})
		if err != nil {
			return nil, fmt.Errorf("looking for pages: %w", err)
		}
	}
	if len(inputs) == 0 {
		return nil, usagef("no PAGES given: name URLs, HTML files, saved pages, folders of them, or a --list")
	}
	return inputs, nil
}

func isPageFile(path string) bool {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".html", ".htm", ".shtml", ".xhtml":
		return true
	}
	return strings.HasSuffix(path, source.SavedSuffix) && !strings.HasSuffix(path, site.FileSuffix)
}

// A learner adds pages to the profiles of their sites.
type learner struct {
	a        *app
	c        *config.Config
	name     string // of the site of all pages; "" when each page says its own
	profiles map[string]*site.Profile
	fresh    map[string]int // pages that were new, by site
}

func (l *learner) learn(ctx context.Context, cleaner *mullion.Cleaner, input string) error {
	in, err := source.Open(input, "", l.a.in)
	if err != nil {
		return err
	}
	d, err := cleaner.Clean(ctx, in)
	if err != nil {
		return err
	}
	name := l.name
	if name == "" {
		if name, err = mullion.SiteOf(d.Page, l.c.Site); err != nil {
			return fmt.Errorf("its site is not known: name it with --site")
		}
	}
	p, err := l.profile(name)
	if err != nil {
		return err
	}
	if l.fresh == nil {
		l.fresh = map[string]int{}
	}
	if p.Add(d.Page, time.Now()) {
		l.fresh[name]++
	}
	return nil
}

// profile is that of the site: read once, or new.
func (l *learner) profile(name string) (*site.Profile, error) {
	if p := l.profiles[name]; p != nil {
		return p, nil
	}
	p, err := site.Open(l.c.Profiles, name)
	if errors.Is(err, site.ErrNoProfile) {
		p, err = site.New(name, l.c.Site), nil
	}
	if err != nil {
		return nil, err
	}
	l.profiles[name] = p
	return p, nil
}

// save writes the profiles that have learned something, and says so.
func (l *learner) save() error {
	for _, name := range slices.Sorted(maps.Keys(l.profiles)) {
		p := l.profiles[name]
		if l.fresh[name] > 0 {
			if err := p.Save(site.File(l.c.Profiles, name)); err != nil {
				return err
			}
		}
		l.a.log.Info("learned", "site", name, "new_pages", l.fresh[name], "pages", p.Pages)
	}
	return nil
}
