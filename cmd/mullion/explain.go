package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/classify"
	"github.com/mullionhq/mullion/output"
	"github.com/mullionhq/mullion/regions"
	"github.com/mullionhq/mullion/site"
)

// explainOptions are the flags of explain.
type explainOptions struct {
	page   pageRequest
	one    bool // block
	block  int
	format string
}

func newExplainCommand(a *app) *cobra.Command {
	var o explainOptions
	cmd := &cobra.Command{
		Use:   "explain INPUT",
		Short: "Show why each block got its label",
		Long: `Explain lists the blocks of a page with label, score (the probability of main content), region and
the evidence that decided most. An effect is the score with all evidence less the score without
this one: positive effects speak for main content. "none alone" decided where the score is the same
without any one of them. On the picture of --annotate, what speaks most for each block's label stands
behind its score.

A block is content from the page's threshold on, which stands above the list. Some labels do not follow
from the score, and name their rule:

  headline  it is the title, not content (classify.headline_sure)
  table     a cell goes with the rest of its table (classify.table_share) or column
            (classify.column_share)
  insert    a table or a listing goes with the text around it, or that announces it by a colon
  series    a heading goes with others of its kind of which most are kept (classify.series_share)
  note      a note goes with the text that refers to it
  tab       the name of a tab goes with its panel
  heading   a doubtful heading goes with what stands under it (classify.heading_sure)
  apart     the page itself sets it apart: navigation landmarks, dialogs, choices, pagers of numbers, labels
            of boxes to tick, captions of pictures, signatures below posts, links to the page before or
            after, cards of other pages beside an article (classify.apart_sure)
  aside     a few words are hidden in a line whose other text is shown
  hidden    nobody gets to see it (classify.hidden)`,
		Example: `  mullion explain article.html
  mullion explain article.html --block 3
  mullion explain https://example.com/ --format json
  mullion explain article.html --annotate why.png`,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.page.input = args[0]
			o.one = cmd.Flags().Changed("block")
			return runExplain(cmd.Context(), a, o)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.IntVarP(&o.block, "block", "b", 0, "show only this block, in full: its `number` in the list")
	flags.StringVarP(&o.format, "format", "f", "text", "text or json")
	flags.StringVar(&o.page.picture, "annotate", "", "also draw the page with its regions, labels and what decided into a `file` (.png .jpg)")
	addPageFlags(cmd, a, &o.page)
	must(cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions([]cobra.Completion{"text", "json"}, cobra.ShellCompDirectiveNoFileComp)))
	return cmd
}

func runExplain(ctx context.Context, a *app, o explainOptions) error {
	if o.format != "text" && o.format != "json" {
		return usagef("--format: %q is not text or json", o.format)
	}
	if o.one && o.block < 0 {
		return usagef("--block: blocks are numbered from 0")
	}
	c, err := a.loading()
	if err != nil {
		return err
	}
	c.Why = true
	d, picture, err := a.document(ctx, &c.Config, &o.page)
	if err != nil {
		return err
	}
	if o.one && o.block >= len(d.Blocks) {
		return usagef("--block: there is no block %d, the page has %d, numbered from 0", o.block, len(d.Blocks))
	}
	if picture != nil {
		if err := a.write(o.page.picture, picture); err != nil {
			return err
		}
	}
	if o.format == "json" {
		return a.writeDocument(d, output.FormatJSON, "", c)
	}
	var b bytes.Buffer
	if o.one {
		writeBlock(&b, d, o.block)
	} else {
		writeTable(&b, d)
	}
	return a.show(b.Bytes())
}

const (
	tableEffects = 3  // effects in a line of the table
	tableText    = 60 // characters of text there, and in the tables of profiles
)

// writeTable writes a line for each block.
func writeTable(w io.Writer, d *mullion.Document) {
	if d.PageType != "" {
		fmt.Fprintf(w, "page type: %s, probability %.2f\n", d.PageType, d.PageTypeScore)
	}
	if d.Confidence > 0 {
		fmt.Fprintf(w, "confidence: %.2f, the word F1 that the labels promise\n", d.Confidence)
	}
	if d.Threshold > 0 {
		fmt.Fprintf(w, "threshold: %.2f, the score from which blocks are content, but for the headline, tables and sections\n", d.Threshold)
	}
	switch d.Fit {
	case "":
	case site.Fits:
		fmt.Fprintln(w, "profile: the page is as its site's profile has it")
	default:
		fmt.Fprintf(w, "profile: %s\n", d.Fit.Advice())
	}
	told := slices.ContainsFunc(d.Blocks, func(b classify.Block) bool { return len(b.Why) > 0 })
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	columns := []string{"block", "label", "score", "region", "evidence", "text"}
	if !told { // all the evidence of the method is in the label
		columns = slices.Delete(columns, 4, 5)
	}
	fmt.Fprintln(t, strings.Join(columns, "\t"))
	for i := range d.Blocks {
		b := &d.Blocks[i]
		effects := make([]string, 0, tableEffects+1)
		if b.Rule != "" {
			effects = append(effects, "rule: "+b.Rule)
		}
		for _, e := range head(b.Effects(), tableEffects) {
			effects = append(effects, fmt.Sprintf("%s %+.2f", e.Evidence, e.Effect))
		}
		if len(effects) == 0 && len(b.Why) > 0 {
			effects = append(effects, "none alone")
		}
		fmt.Fprintf(t, "%d\t%s\t%.2f\t%s\t", i, label(b), b.Score, region(b))
		if told {
			fmt.Fprintf(t, "%s\t", strings.Join(effects, ", "))
		}
		fmt.Fprintln(t, start(b.Text))
	}
	t.Flush()
}

// writeBlock writes all that is known about one block.
func writeBlock(w io.Writer, d *mullion.Document, i int) {
	b := &d.Blocks[i]
	fmt.Fprintf(w, "block %d of %d: %s, score %.4f\n", i, len(d.Blocks), label(b), b.Score)
	if b.Rule != "" {
		fmt.Fprintf(w, "rule    %s: %s\n", b.Rule, classify.Meaning(b.Rule))
	}
	fmt.Fprintf(w, "path    %s\n", d.Page.Path(b.Node))
	if b.Box.Empty() {
		fmt.Fprintf(w, "box     none\n")
	} else {
		fmt.Fprintf(w, "box     x %.0f, y %.0f, %.0f wide, %.0f high\n", b.Box.X, b.Box.Y, b.Box.W, b.Box.H)
	}
	fmt.Fprintf(w, "region  %s\n", region(b))
	if b.Hidden {
		fmt.Fprintf(w, "hidden  not shown to a reader\n")
	}
	fmt.Fprintf(w, "text    %s\n", strings.ReplaceAll(b.Text, "\n", "\n        "))
	if len(b.Why) == 0 {
		return
	}
	fmt.Fprintf(w, "\neffect  evidence\n")
	for _, e := range b.Why {
		fmt.Fprintf(w, "%+.4f  %s: %s\n", e.Effect, e.Evidence, classify.Meaning(e.Evidence))
	}
}

func label(b *classify.Block) string {
	if b.Content {
		return "content"
	}
	return "boilerplate"
}

func region(b *classify.Block) string {
	if b.Region == regions.None {
		return "none"
	}
	return b.Region.String()
}

// start is the beginning of a text, on one line, as tables have it.
func start(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	letters := []rune(text)
	if len(letters) <= tableText {
		return text
	}
	return string(letters[:tableText-1]) + "…"
}
