package score

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/mullionhq/mullion/bench/peer"
	"github.com/mullionhq/mullion/eval"
)

// A Table is everything that the Markdown says.
type Table struct {
	Command    string // that makes it again
	Machine    string
	Ours       string // where mullion's texts come from and what that means
	Results    []Result
	Costs      []Cost
	Missing    map[string]string         // peers that could not run, and why
	Incomplete map[string]map[string]int // by set and peer: pages that were not run yet
}

// Write writes the table as Markdown.
func (t *Table) Write(w io.Writer) error {
	var b strings.Builder
	b.WriteString("# Side by side\n\n")
	fmt.Fprintf(&b, "    %s\n\n%s\n\n%s\n\n", t.Command, t.Machine, t.Ours)
	b.WriteString(legend)
	t.glance(&b)
	b.WriteString("\n## Costs\n\n" + costLegend)
	t.costs(&b)
	t.left(&b)
	for i := range t.Results {
		if t.Results[i].Type == "" {
			t.Results[i].detail(&b)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

const legend = `Every extractor got the same decoded text of the same pages. HTML that an extractor returns is cut into lines by one rule
for all. A page on which one fails counts as empty. The best is bold. *lead* is how far mullion is ahead of the best of the
others on the same pages, with the 95 % interval of pages drawn again (1,000 times, seed 1); an interval on one side of 0 is
a difference that these pages show. word F1 is WCXB's, aeb the article extraction benchmark's 4-gram shingle F1 (by
character for Chinese and Japanese), seg trafilatura's segments. ` + "`+dom`" + ` is the document after its scripts ran, where mullion
has the layout too.

`

const costLegend = `All pages as served, one page at a time, the extractors in turn on each page, each in a process of its own. CPU is user and
system time of that process between request and answer, parsing included. The ratio is to ` + "`html.Parse`" + ` alone on the same
pages in the same turn. Memory is the most that the process ever had. Pages a second count wall time, the way through a pipe
included, on a machine that may have been busy: trust the ratio.

`

// glance is one row a set and type, one column a peer, by the headline metric.
func (t *Table) glance(b *strings.Builder) {
	peers := t.peers()
	head := []string{"pages of", "n", "measure", "best of the others", "lead [95 %]"}
	rows := [][]string{append(head, peers...)}
	for i := range t.Results {
		r := &t.Results[i]
		best := r.BestPeer()
		row := []string{r.Name, fmt.Sprint(len(r.Items)), r.Headline.Name, "", lead(r.Lead(best))}
		if best != nil {
			row[3] = best.Peer
		}
		rows = append(rows, append(row, r.cells(peers)...))
	}
	writeTable(b, rows, 1)
}

// peers are the columns of the results in the order of peer.All.
func (t *Table) peers() []string {
	var out []string
	for _, p := range peer.All {
		if slices.ContainsFunc(t.Results, func(r Result) bool { return r.column(p.Name) != nil }) {
			out = append(out, p.Name)
		}
	}
	return out
}

func (r *Result) column(name string) *Column {
	for i := range r.Columns {
		if r.Columns[i].Peer == name {
			return &r.Columns[i]
		}
	}
	return nil
}

// cells are the headline numbers of the named peers, the highest in bold.
func (r *Result) cells(peers []string) []string {
	texts := make([]string, len(peers))
	high := ""
	for i, name := range peers {
		if c := r.column(name); c != nil {
			if x, ok := c.Mean(r.Headline); ok {
				texts[i] = number(x)
				high = max(high, texts[i])
			}
		}
	}
	for i := range texts {
		if texts[i] != "" && texts[i] == high {
			texts[i] = "**" + texts[i] + "**"
		}
	}
	return texts
}

// detail is one set with every metric and its interval.
func (r *Result) detail(b *strings.Builder) {
	fmt.Fprintf(b, "\n## %s\n\n", r.Name)
	var metrics []Metric
	for _, m := range Metrics {
		if m.Name == ShingleChars.Name && r.Headline.Name != m.Name {
			continue // the same as by word but for scripts without spaces
		}
		if slices.ContainsFunc(r.Columns, func(c Column) bool { _, ok := c.Mean(m); return ok }) {
			metrics = append(metrics, m)
		}
	}
	rows := [][]string{{"", "failed"}}
	for _, m := range metrics {
		rows[0] = append(rows[0], m.Name)
	}
	rows[0] = append(rows[0], "mullion's lead, "+r.Headline.Name)
	for i := range r.Columns {
		c := &r.Columns[i]
		row := []string{c.Peer, fmt.Sprint(c.Failed)}
		for _, m := range metrics {
			row = append(row, c.Value(m).String())
		}
		gap := ""
		if c.Peer != peer.Ours {
			gap = lead(r.Lead(c))
		}
		rows = append(rows, append(row, gap))
	}
	writeTable(b, rows, 1)
}

func (t *Table) costs(b *strings.Builder) {
	rows := [][]string{{"", "version", "pages", "failed", "pages/s", "CPU ms a page", "× html.Parse", "peak MiB"}}
	for _, c := range t.Costs {
		peak := ""
		if c.Peak > 0 {
			peak = fmt.Sprintf("%.0f", c.Peak)
		}
		rows = append(rows, []string{
			c.Peer, strings.Join(c.Versions, "; "), fmt.Sprint(c.Pages), fmt.Sprint(c.Failed), fmt.Sprintf("%.1f", c.PerSecond),
			fmt.Sprintf("%.1f", c.CPU), fmt.Sprintf("%.1f", c.Ratio), peak,
		})
	}
	writeTable(b, rows, 2)
}

// left names what is not in the table.
func (t *Table) left(b *strings.Builder) {
	var lines []string
	for _, p := range peer.All {
		if why := t.Missing[p.Name]; why != "" {
			lines = append(lines, fmt.Sprintf("- %s %s.", p.Name, why))
		}
		var sets []string
		for set, lacking := range t.Incomplete {
			if n := lacking[p.Name]; n > 0 {
				sets = append(sets, fmt.Sprintf("%s (%d)", set, n))
			}
		}
		if slices.Sort(sets); len(sets) > 0 && t.Missing[p.Name] == "" {
			lines = append(lines, fmt.Sprintf("- %s has pages that were not run: %s.", p.Name, strings.Join(sets, ", ")))
		}
	}
	if len(lines) > 0 {
		b.WriteString("\nNot in the table:\n\n" + strings.Join(lines, "\n") + "\n")
	}
}

// String is the value and its interval.
func (v Value) String() string {
	if !v.OK {
		return ""
	}
	return fmt.Sprintf("%s [%s, %s]", number(v.X), number(v.Low), number(v.High))
}

func lead(v Value) string {
	if !v.OK {
		return ""
	}
	return fmt.Sprintf("%+.3f [%+.3f, %+.3f]", v.X, v.Low, v.High)
}

func number(x float64) string { return fmt.Sprintf("%.3f", x) }

// writeTable writes rows as eval writes its own tables.
func writeTable(b *strings.Builder, rows [][]string, left int) {
	_ = eval.WriteAligned(b, rows, left) // a Builder takes everything
}
