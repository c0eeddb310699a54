package site

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/mullionhq/mullion/page"
)

// A Template is a text that stands on many pages of the site under one tag.
type Template struct {
	Tag   string `json:"tag"`
	Text  string `json:"text"`
	Count int    `json:"count"` // pages of its batches that had it
}

// A Library holds the templates of a site and the cache of the batch that is under way (000, section 4).
type Library struct {
	Templates []Template `json:"templates,omitempty"` // of the batches that are over
	Cache     []Template `json:"cache,omitempty"`     // S: labels of the open batch, in the order in which they came
	Pages     int        `json:"pages"`               // of the open batch

	Known    float64 `json:"known,omitempty"`    // sum of the shares of pages' labels that were templates when they came
	Measured int     `json:"measured,omitempty"` // how many pages that is the sum of: those after the first batch

	index  *nearIndex    // of Cache
	stored map[label]int // of Templates
}

// add counts the leaf labels of a page.
func (l *Library) add(labels []label, o LibraryOptions) {
	l.prepare(o)
	l.measure(labels)
	counted, effort := map[int]bool{}, newEffort()
	for _, leaf := range labels {
		id := l.index.find(leaf, effort)
		switch {
		case id < 0:
			id = l.append(leaf, 1)
		case counted[id]:
			continue
		default:
			l.Cache[id].Count++
		}
		counted[id] = true
	}
	l.Pages++
	if l.Pages >= o.Batch {
		l.close(o)
	}
}

// measure adds what share of a page's labels is known already.
func (l *Library) measure(labels []label) {
	if len(l.Templates) == 0 || len(labels) == 0 {
		return
	}
	known := 0
	for _, leaf := range labels {
		if _, ok := l.stored[leaf]; ok {
			known++
		}
	}
	l.Known += float64(known) / float64(len(labels))
	l.Measured++
}

// usualKnown is the share of a page's labels that are templates; 0 when it was not measured.
func (l *Library) usualKnown() float64 { return l.Known / float64(max(1, l.Measured)) }

func (l *Library) append(leaf label, count int) (id int) {
	id = len(l.Cache)
	l.Cache = append(l.Cache, Template{leaf.tag, leaf.text, count})
	l.index.add(id, leaf)
	return id
}

// prepare makes the indexes that are not saved.
func (l *Library) prepare(o LibraryOptions) {
	if l.index != nil {
		return
	}
	l.index, l.stored = newNearIndex(o.MaxLength), map[label]int{}
	for i, t := range l.Cache {
		l.index.add(i, label{t.Tag, t.Text})
	}
	for i, t := range l.Templates {
		l.stored[label{t.Tag, t.Text}] = i
	}
}

// close ends a batch: what stood on enough pages is kept.
func (l *Library) close(o LibraryOptions) {
	for _, t := range l.Cache {
		if t.Count >= o.MinCount {
			l.store(t)
		}
	}
	l.Cache, l.Pages, l.index = nil, 0, newNearIndex(o.MaxLength)
}

func (l *Library) store(t Template) {
	key := label{t.Tag, t.Text}
	if i, ok := l.stored[key]; ok {
		l.Templates[i].Count += t.Count
		return
	}
	l.stored[key] = len(l.Templates)
	l.Templates = append(l.Templates, t)
}

// All are the templates that are known so far, those of the open batch too, the most frequent first.
func (l *Library) All(o LibraryOptions) []Template {
	all := Library{Templates: append([]Template{}, l.Templates...), Cache: slices.Clone(l.Cache)}
	all.prepare(o)
	all.close(o)
	slices.SortStableFunc(all.Templates, func(a, b Template) int { return cmp.Compare(b.Count, a.Count) })
	return all.Templates
}

// merge adds what another library of the site has learned of other pages. Open batches become one, which ends when it is full.
// Texts of the other that are near to one of l but not to each other may stand on the same pages: which ones is not known, but
// they are counted as no more pages than the other has.
func (l *Library) merge(other *Library, o LibraryOptions) {
	l.prepare(o)
	for _, t := range other.Templates {
		l.store(t)
	}
	effort, added := newEffort(), map[int]int{}
	for _, t := range other.Cache {
		id := l.index.find(label{t.Tag, t.Text}, effort)
		if id < 0 {
			id = l.append(label{t.Tag, t.Text}, 0)
		}
		count := min(t.Count, other.Pages-added[id])
		l.Cache[id].Count += count
		added[id] += count
	}
	l.Pages += other.Pages
	l.Known += other.Known
	l.Measured += other.Measured
	if l.Pages >= o.Batch {
		l.close(o)
	}
}

// leafLabels are the visible elements of the page that directly hold text, in document order, with that text, white
// space collapsed.
func leafLabels(p *page.Page) (labels []label, nodes []int) {
	for i := p.Body(); i < p.Nodes[p.Body()].End; i++ {
		if n := &p.Nodes[i]; n.Kind == page.Element && !n.Hidden {
			if text := directText(p, i); text != "" {
				labels, nodes = append(labels, label{n.Tag, text}), append(nodes, i)
			}
		}
	}
	return labels, nodes
}

func directText(p *page.Page, i int) string {
	text, several := "", false
	for c := range p.Children(i) {
		if n := &p.Nodes[c]; n.Kind == page.Text && !n.Hidden {
			if several = text != ""; several {
				break
			}
			text = n.Text
		}
	}
	if !several {
		return collapse(text)
	}
	var parts []string
	for c := range p.Children(i) {
		if n := &p.Nodes[c]; n.Kind == page.Text && !n.Hidden {
			parts = append(parts, n.Text)
		}
	}
	return collapse(strings.Join(parts, " "))
}

// collapse joins the words of s by single spaces. Most texts have no other white space, and stay as they are.
func collapse(s string) string {
	s = strings.TrimSpace(s)
	after := false // a space
	for _, r := range s {
		switch {
		case page.SurelyNoSpace(r):
			after = false
		case r == ' ' && !after:
			after = true
		case r == ' ' || unicode.IsSpace(r):
			return strings.Join(strings.Fields(s), " ")
		default:
			after = false
		}
	}
	return s
}
