package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/mullionhq/mullion/config"
	"github.com/mullionhq/mullion/eval"
	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/parts"
	"github.com/mullionhq/mullion/render"
	"github.com/mullionhq/mullion/workspace"
)

func newWorkspaceCommand(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "workspace",
		Short: "Keep rendered pages in a folder, for the review UI",
		Long: `Workspace keeps pages as they were rendered, with their pictures and their gold if there is any. The UI
of "mullion serve --workspace DIR" shows them, and nothing is rendered again while thresholds are tuned.
Its pages with gold, such as what was labelled there, are a corpus for eval, train and tune: name DIR.`,
		Example: `  mullion workspace add article.html --workspace review
  mullion workspace list --workspace review`,
		Args: func(*cobra.Command, []string) error { return usagef("say what to do: add, list or remove") },
		RunE: func(*cobra.Command, []string) error { return nil },
	}
	cmd.AddCommand(newWorkspaceAdd(a), newWorkspaceList(a), newWorkspaceRemove(a))
	return cmd
}

var workspaceHandle = []handle{{"workspace", "serve.workspace", "folder"}}

func newWorkspaceAdd(a *app) *cobra.Command {
	var lists []string
	cmd := &cobra.Command{
		Use:   "add PAGES...",
		Short: "Render pages and keep them",
		Long: `Add renders pages and keeps them, in a folder that it makes where there is none. PAGES are URLs, HTML and
MHTML files, saved pages (which have no picture), web archives (.warc, .warc.gz; pictures and styles of their
pages come from the network), folders of such files, and corpora with gold, whose pages are rendered from
their own files without a network.
As many pages are rendered at a time as render.tabs says, and each is kept as soon as it is. Pages that are
there already are passed over, so adding goes on where it ended.`,
		Example: `  mullion workspace add https://example.com/ article.html --workspace review
  mullion workspace add corpora/mine --workspace review`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 && len(lists) == 0 {
				return usagef("no PAGES given: name URLs, HTML files, saved pages, folders or corpora")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.inWorkspace(workspace.Create, func(c *config.Loaded, w *workspace.Workspace) error {
				return addToWorkspace(cmd.Context(), a, c, w, args, lists)
			})
		},
	}
	cmd.Flags().StringArrayVar(&lists, "list", nil, listUsage)
	addHandles(cmd, a, workspaceHandle)
	addHandles(cmd, a, without(loadHandles, "method", "render", "model", "profiles")) // it always renders, and judges nothing
	addViewport(cmd, a)
	return cmd
}

func newWorkspaceList(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the pages of a workspace",
		Example: `  mullion workspace add article.html --workspace review
  mullion workspace list --workspace review`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			return a.inWorkspace(workspace.Open, func(_ *config.Loaded, w *workspace.Workspace) error { return listWorkspace(a, w) })
		},
	}
	addHandles(cmd, a, workspaceHandle)
	return cmd
}

func newWorkspaceRemove(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "remove ID...",
		Short: "Delete pages from a workspace",
		Example: `  mullion workspace add article.html --workspace review
  mullion workspace remove $(mullion workspace list --workspace review | awk 'NR>1 {print $1}') --workspace review`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("name the pages as `mullion workspace list` does")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.inWorkspace(workspace.Open, func(_ *config.Loaded, w *workspace.Workspace) error {
				var errs []error
				for _, id := range args {
					errs = append(errs, w.Remove(cmd.Context(), id))
				}
				return errors.Join(errs...)
			})
		},
	}
	addHandles(cmd, a, workspaceHandle)
	return cmd
}

// inWorkspace calls run with the settings and the workspace that they name, as open opens it.
func (a *app) inWorkspace(open func(dir string) (*workspace.Workspace, error), run func(*config.Loaded, *workspace.Workspace) error) error {
	c, err := a.config()
	if err != nil {
		return err
	}
	if c.Serve.Workspace == "" {
		return usagef("no folder for the pages: name it with --workspace")
	}
	if err := noFile("--workspace", c.Serve.Workspace); err != nil {
		return err
	}
	w, err := open(c.Serve.Workspace)
	if err != nil {
		return err
	}
	return run(c, w)
}

// An addition is what is to be added: a page, or those of an archive.
type addition struct {
	name  string
	pages iter.Seq[adding]
}

// An adding adds one page.
type adding func(context.Context, *render.Browser) (workspace.Entry, error)

// A pageToAdd is a page of an addition, which goes by its number.
type pageToAdd struct {
	addition int
	add      adding
}

// An addedPage is a pageToAdd that was added, or why it was not.
type addedPage struct {
	addition int
	entry    workspace.Entry
	err      error
}

// pagesToAdd yields the pages of all additions.
func pagesToAdd(additions []addition) iter.Seq[pageToAdd] {
	return func(yield func(pageToAdd) bool) {
		for i := range additions {
			for add := range additions[i].pages {
				if !yield(pageToAdd{i, add}) {
					return
				}
			}
		}
	}
}

// addToWorkspace adds as many pages at a time as there are tabs. Each is kept as soon as it is rendered; what there is to
// tell of them is told in their order.
func addToWorkspace(ctx context.Context, a *app, c *config.Loaded, w *workspace.Workspace, args, lists []string) error {
	additions, err := additionsOf(a, w, args, lists)
	if err != nil {
		return err
	}
	b, err := render.New(ctx, c.Render)
	if err != nil {
		return err
	}
	defer b.Close()
	p := newProgress(a)
	added, failed, there := 0, 0, 0
	var broken error // why nothing more can be kept
	add := func(ctx context.Context, page pageToAdd) addedPage {
		e, err := page.add(ctx, b)
		return addedPage{page.addition, e, err}
	}
	p.step("rendering", 0, len(additions))
	for page := range parts.InOrder(ctx, pagesToAdd(additions), c.Render.Tabs, parts.Small, add) {
		p.step("rendering", page.addition, len(additions))
		name := additions[page.addition].name
		switch {
		case ctx.Err() != nil: // of what is kept all the same the next run says that it is there
		case errors.Is(page.err, workspace.ErrThere):
			there++
		case errors.Is(page.err, workspace.ErrNotKept):
			broken = fmt.Errorf("%s: %w", name, page.err)
		case page.err != nil:
			failed++
			a.log.Warn("passed over", "page", name, "why", page.err)
		default:
			added++
			for _, w := range page.entry.Warnings {
				a.log.Warn(w, "page", name)
			}
		}
		if broken != nil {
			break
		}
	}
	if err := cmp.Or(ctx.Err(), broken); err != nil {
		p.done()
		return err
	}
	p.step("rendering", len(additions), len(additions))
	p.done()
	a.log.Info("added", "pages", added, "there already", there, "failed", failed, "workspace", w.Dir())
	all := added + there + failed
	if all == 0 {
		return pageless(slices.Concat(args, lists))
	}
	return outcome(failed, all, "be added")
}

// additionsOf lists the pages of the arguments, those of corpora with their gold.
func additionsOf(a *app, w *workspace.Workspace, args, lists []string) ([]addition, error) {
	var additions []addition
	var rest []string
	for _, arg := range args {
		if info, err := os.Stat(arg); err != nil || !info.IsDir() {
			rest = append(rest, arg)
			continue
		}
		corpus, err := eval.Open(arg)
		switch {
		case errors.Is(err, eval.ErrNotCorpus), err != nil && exists(filepath.Join(arg, "index.html")):
			rest = append(rest, arg)
			continue
		case err != nil:
			return nil, usageError{err}
		}
		for i := range corpus.Items {
			it := &corpus.Items[i]
			additions = append(additions, addition{it.ID, func(yield func(adding) bool) {
				yield(func(ctx context.Context, b *render.Browser) (workspace.Entry, error) { return w.Import(ctx, b, it) })
			}})
		}
	}
	if len(rest)+len(lists) == 0 {
		return additions, nil
	}
	inputs, err := pagesOf(a, rest, lists)
	if err != nil {
		return nil, err
	}
	for _, input := range inputs {
		additions = append(additions, addition{page.WithoutUser(input), func(yield func(adding) bool) {
			for in, err := range a.open(input) {
				if !yield(func(ctx context.Context, b *render.Browser) (workspace.Entry, error) {
					if err != nil {
						return workspace.Entry{}, err
					}
					return w.Add(ctx, b, in)
				}) {
					return
				}
			}
		}})
	}
	return additions, nil
}

// tellStrays warns of folders that are passed over.
func (a *app) tellStrays(w *workspace.Workspace) error {
	strays, err := w.Strays()
	for _, stray := range strays {
		a.log.Warn("a folder is passed over", "error", stray)
	}
	return err
}

func listWorkspace(a *app, w *workspace.Workspace) error {
	if err := a.tellStrays(w); err != nil {
		return err
	}
	list, err := w.List()
	if err != nil {
		return err
	}
	var b strings.Builder
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "page\tblocks\theight\tgold\ttitle")
	for _, e := range list {
		gold := "no"
		if e.Gold {
			gold = "yes"
		}
		fmt.Fprintf(t, "%s\t%d\t%.0f\t%s\t%s\n", e.ID, e.Blocks, e.Height, gold, e.Title)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	return a.show([]byte(b.String()))
}

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}
