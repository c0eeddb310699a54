package eval

import (
	"cmp"
	"encoding/json"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A Report holds the scores of one or more methods, overall and by groups of pages, in a stable order.
type Report struct {
	Rows []Row `json:"rows"`
}

// A Row is the scores of one method on one group of pages: a corpus, a part of it, or all corpora.
type Row struct {
	Method string `json:"method"`
	Corpus string `json:"corpus"` // "all" over several corpora
	By     By     `json:"by,omitempty"`
	Group  string `json:"group,omitempty"` // as "forum" by page type; "-" for pages without one
	Scores
}

// By names what pages are grouped by within a corpus.
type By string

// The groupings. Whole is the corpus undivided.
const (
	Whole      By = ""
	ByPageType By = "page_type"
	ByLang     By = "lang"
	BySite     By = "site"
)

func (b By) of(it *Item) string {
	switch b {
	case ByPageType:
		return cmp.Or(it.PageType, "-")
	case ByLang:
		return cmp.Or(it.Lang, "-")
	case BySite:
		return cmp.Or(it.Site, "-")
	}
	return ""
}

// NewReport averages a method's page scores by corpus and then by each of the groupings. Several corpora also get
// a row over all pages, each page counting once. Rows stand in the order of first corpus, then grouping, then name.
func NewReport(method string, pages []PageScore, by ...By) *Report {
	var corpora []string
	of := map[string][]PageScore{}
	for _, p := range pages {
		if of[p.Item.Corpus] == nil {
			corpora = append(corpora, p.Item.Corpus)
		}
		of[p.Item.Corpus] = append(of[p.Item.Corpus], p)
	}
	slices.Sort(corpora)
	r := &Report{}
	if len(corpora) != 1 {
		r.Rows = append(r.Rows, Row{Method: method, Corpus: "all", Scores: Total(pages)})
	}
	for _, c := range corpora {
		r.Rows = append(r.Rows, Row{Method: method, Corpus: c, Scores: Total(of[c])})
		for _, b := range by {
			r.Rows = append(r.Rows, groups(method, c, b, of[c])...)
		}
	}
	return r
}

// groups are a corpus's rows by one grouping; none when all its pages are one group.
func groups(method, corpus string, by By, pages []PageScore) []Row {
	of := map[string][]PageScore{}
	for _, p := range pages {
		g := by.of(p.Item)
		of[g] = append(of[g], p)
	}
	if by == Whole || len(of) < 2 {
		return nil
	}
	var rows []Row
	for g, list := range of {
		rows = append(rows, Row{Method: method, Corpus: corpus, By: by, Group: g, Scores: Total(list)})
	}
	slices.SortFunc(rows, func(a, b Row) int { return strings.Compare(a.Group, b.Group) })
	return rows
}

// Add appends the rows of another report, such as another method's.
func (r *Report) Add(other *Report) { r.Rows = append(r.Rows, other.Rows...) }

// name is what a row is called in tables, such as "wcxb", "wcxb page_type=forum".
func (r *Row) name() string {
	if r.By == Whole {
		return r.Corpus
	}
	return r.Corpus + " " + string(r.By) + "=" + r.Group
}

// A measure is a number of a row; ok is false when the row has none.
type measure struct {
	name string
	of   func(s *Scores) (x float64, ok bool)
}

func prfMeasures(prefix string, of func(*Scores) *PRF) []measure {
	get := func(pick func(*PRF) float64) func(*Scores) (float64, bool) {
		return func(s *Scores) (float64, bool) {
			v := of(s)
			if v == nil {
				return 0, false
			}
			return pick(v), true
		}
	}
	return []measure{
		{prefix + " F1", get(func(v *PRF) float64 { return v.F1 })},
		{prefix + " P", get(func(v *PRF) float64 { return v.P })},
		{prefix + " R", get(func(v *PRF) float64 { return v.R })},
	}
}

// measures are the columns of a report.
var measures = slices.Concat(
	prfMeasures("word", func(s *Scores) *PRF { return s.Word }),
	prfMeasures("bag", func(s *Scores) *PRF { return s.Bag }),
	prfMeasures("aeb", func(s *Scores) *PRF {
		if s.Shingle == nil {
			return nil
		}
		return &s.Shingle.PRF
	}),
	prfMeasures("seg", func(s *Scores) *PRF {
		if s.Segments == nil {
			return nil
		}
		return &s.Segments.PRF
	}),
	[]measure{
		{"seg acc", func(s *Scores) (float64, bool) {
			if s.Segments == nil {
				return 0, false
			}
			return s.Segments.Accuracy, true
		}},
		{"region acc", func(s *Scores) (float64, bool) {
			if s.Regions == nil {
				return 0, false
			}
			return s.Regions.Accuracy, true
		}},
	},
	publishedMeasures,
)

// WriteTable writes the report as a Markdown table with aligned columns and four decimals. Columns that no row
// fills are left out. Named columns, such as "word F1" or "right", are the only ones; without names all are written.
func (r *Report) WriteTable(w io.Writer, columns ...string) error {
	head := []string{"method", "pages of", "n", "failed"}
	var cols []measure
	for _, m := range measures {
		if len(columns) > 0 && !slices.Contains(columns, m.name) {
			continue
		}
		if slices.ContainsFunc(r.Rows, func(row Row) bool { _, ok := m.of(&row.Scores); return ok }) {
			cols = append(cols, m)
			head = append(head, m.name)
		}
	}
	table := [][]string{head}
	for _, row := range r.Rows {
		cells := []string{row.Method, row.name(), strconv.Itoa(row.Pages), strconv.Itoa(row.Failed)}
		for _, m := range cols {
			cells = append(cells, number(m.of(&row.Scores)))
		}
		table = append(table, cells)
	}
	return WriteAligned(w, table, 2)
}

func number(x float64, ok bool) string {
	if !ok {
		return ""
	}
	return strconv.FormatFloat(x, 'f', 4, 64)
}

// WriteAligned writes rows, the first being the head, as a Markdown table: the first left columns to the left, the
// others to the right.
func WriteAligned(w io.Writer, table [][]string, left int) error {
	width := make([]int, len(table[0]))
	for _, row := range table {
		for i, cell := range row {
			width[i] = max(width[i], 3, utf8.RuneCountInString(cell))
		}
	}
	var b strings.Builder
	for n, row := range table {
		for i, cell := range row {
			pad := strings.Repeat(" ", width[i]-utf8.RuneCountInString(cell))
			if i < left {
				b.WriteString("| " + cell + pad + " ")
			} else {
				b.WriteString("| " + pad + cell + " ")
			}
		}
		b.WriteString("|\n")
		if n > 0 {
			continue
		}
		for i := range row {
			if i < left {
				b.WriteString("|" + strings.Repeat("-", width[i]+2))
			} else {
				b.WriteString("|" + strings.Repeat("-", width[i]+1) + ":")
			}
		}
		b.WriteString("|\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// WriteJSON writes the report as indented JSON with full precision.
func (r *Report) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	return e.Encode(r)
}
