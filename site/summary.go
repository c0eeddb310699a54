package site

import (
	"cmp"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/mullionhq/mullion/option"
)

// A Summary is what a person wants to see of a profile.
type Summary struct {
	Site      string           `json:"site"`
	Pages     int              `json:"pages"`
	First     time.Time        `json:"first"`
	Last      time.Time        `json:"last"`
	Settings  map[string]any   `json:"settings"`  // that it was learned with, by their keys
	Templates []Template       `json:"templates"` // the most frequent first
	Clusters  []ClusterSummary `json:"clusters"`  // the largest first
	Nodes     int              `json:"style_nodes"`
	Style     []StyleSummary   `json:"style"`  // in the order of the page
	Heard     int              `json:"heard"`  // pages whose blocks something was said of
	Places    []PlaceSummary   `json:"places"` // what was said: those of most pages first
}

// A PlaceSummary is a kind of place with what the pages that have it say of their blocks there.
type PlaceSummary struct {
	Path   string  `json:"path"` // the last elements
	Pages  int     `json:"pages"`
	Margin float64 `json:"margin"` // mean log-odds of main content, less those of the pages' thresholds: below 0 they leave it out
	Spread float64 `json:"spread"` // standard deviation of the pages' margins
}

// A ClusterSummary is a cluster with its rule.
type ClusterSummary struct {
	Pages  int   `json:"pages"`
	Counts bool  `json:"counts"` // whether it has pages enough to be used
	Blocks int   `json:"blocks"` // of its first page
	Rule   *Vote `json:"rule"`   // null when no page had text in blocks
	Votes  int   `json:"votes"`  // locators that were voted for
}

// A StyleSummary is a node of the style tree.
type StyleSummary struct {
	Path       string   `json:"path"`  // as "body/div.main/p"
	Name       string   `json:"name"`  // the end of the path
	Depth      int      `json:"depth"` // of nodes above it
	Pages      int      `json:"pages"`
	Styles     int      `json:"styles"`
	Importance float64  `json:"importance"` // 0 … 1
	Noise      bool     `json:"noise"`      // whether it and all below it are noise; what is below is left out then
	Repeats    []string `json:"repeats"`    // what most of its pages have in it, of leaves and noise: words and images, the long ones cut
}

// Summary sums the profile up, as the options would apply it. Nodes of the style tree that fewer pages than minPages
// have are left out.
func (p *Profile) Summary(o Options, minPages int) Summary {
	s := Summary{
		Site: p.Name, Pages: p.Pages, First: p.First, Last: p.Last, Settings: map[string]any{},
		Templates: p.Library.All(p.Options.Templates), Nodes: p.Style.size(), Clusters: []ClusterSummary{},
	}
	settings := reflect.ValueOf(p.Options)
	for _, f := range option.Fields(settings.Type()) {
		s.Settings[f.Key] = settings.FieldByIndex(f.Index).Interface()
	}
	for _, c := range p.Clusters.largest() {
		sum := ClusterSummary{Pages: c.Pages, Counts: c.Pages >= o.Clusters.MinPages, Blocks: len(c.Feature), Votes: len(c.Votes)}
		if rule, ok := c.Rule(); ok {
			sum.Rule = &rule
		}
		s.Clusters = append(s.Clusters, sum)
	}
	im := importances{}
	im.measure(p.Style, o.Style.Gamma)
	v := styleView{im, o.Style.Threshold, minPages, []StyleSummary{}}
	v.walk(p.Style, "", 0)
	s.Style = v.out
	s.Places = []PlaceSummary{}
	if p.Places != nil {
		s.Heard, s.Places = len(p.Places.Heard), p.Places.summary()
	}
	return s
}

func (h *Places) summary() []PlaceSummary {
	list := make([]PlaceSummary, 0, len(h.List))
	for _, kind := range slices.Sorted(maps.Keys(h.List)) { // so that equals stay in one order
		p := h.List[kind]
		list = append(list, PlaceSummary{p.Path, p.Pages, p.Mean(), math.Sqrt(p.Variance())})
	}
	slices.SortStableFunc(list, func(a, b PlaceSummary) int {
		return cmp.Or(cmp.Compare(b.Pages, a.Pages), cmp.Compare(b.Margin, a.Margin), cmp.Compare(a.Path, b.Path))
	})
	return list
}

type styleView struct {
	importances
	threshold float64
	minPages  int
	out       []StyleSummary
}

func (v *styleView) walk(n *Node, above string, depth int) {
	if n.Pages < v.minPages {
		return
	}
	name, noise := n.short(), v.noise(n)
	sum := StyleSummary{
		Path: above + name, Name: name, Depth: depth, Pages: n.Pages, Styles: len(n.Styles) + n.Pruned,
		Importance: v.importances[n], Noise: noise, Repeats: []string{},
	}
	if noise || n.leaf() {
		sum.Repeats = n.repeats(sum.Repeats)
	}
	v.out = append(v.out, sum)
	if noise {
		return
	}
	for _, s := range n.Styles {
		for _, c := range s.Children {
			v.walk(c, sum.Path+"/", depth+1)
		}
	}
}

// noise reports whether the node and all below it are less important than the threshold.
func (v *styleView) noise(n *Node) bool {
	return v.importances[n] < v.threshold && !slices.ContainsFunc(n.Styles, func(s *Style) bool {
		return slices.ContainsFunc(s.Children, func(c *Node) bool { return !v.noise(c) })
	})
}

// mostRepeats is how many repeated words and images a summary of a node has.
const mostRepeats = 5

// repeats appends to the list what occurs at least as often as half of the pages have the leaves below n, in the order of the
// page, and no more than mostRepeats of it.
func (n *Node) repeats(list []string) []string {
	for _, name := range slices.Sorted(maps.Keys(n.Features)) {
		often := n.Pages > 1 && 2*n.Features[name].Count >= n.Pages
		if often && len(list) < mostRepeats && !strings.HasPrefix(name, linkMark) {
			list = append(list, lengthened(strings.TrimPrefix(name, imageMark)))
		}
	}
	for _, s := range n.Styles {
		for _, c := range s.Children {
			if len(list) < mostRepeats && 2*c.Pages >= n.Pages {
				list = c.repeats(list)
			}
		}
	}
	return list
}

// short names a node by its tag and first class.
func (n *Node) short() string {
	_, class, ok := strings.Cut(n.Attr, `class="`)
	if !ok {
		return n.Tag
	}
	first, _, _ := strings.Cut(class, `"`)
	first, _, _ = strings.Cut(first, " ")
	return n.Tag + "." + first
}

// A Difference is what one profile knows and another does not.
type Difference struct {
	Pages    [2]int          `json:"pages"`
	Gone     []Template      `json:"templates_gone"` // of the first only
	New      []Template      `json:"templates_new"`  // of the second only
	Kept     int             `json:"templates_kept"`
	Clusters []ClusterChange `json:"clusters"` // those of the first, then those of the second only
	Places   []PlaceChange   `json:"places"`   // that one does not know, or that changed sides: those of most pages first
}

// A PlaceChange is a kind of place in two profiles.
type PlaceChange struct {
	Path    string     `json:"path"`    // the last elements
	Pages   [2]int     `json:"pages"`   // 0 where it is not known
	Margins [2]float64 `json:"margins"` // as in PlaceSummary; 0 where it is not known
}

// A ClusterChange is a cluster in two profiles.
type ClusterChange struct {
	Pages   [2]int     `json:"pages"` // 0 where it is not known
	Rules   [2]Locator `json:"rules"`
	Changed bool       `json:"changed"` // whether the rule is another, or the cluster is known to one only
}

// Diff compares what two profiles know. Clusters are the same when their first pages are alike. Places change when pages that
// found main content there leave it out now, or the other way.
func Diff(a, b *Profile) Difference {
	d := Difference{Pages: [2]int{a.Pages, b.Pages}, Clusters: []ClusterChange{}}
	before, after := a.Library.All(a.Options.Templates), b.Library.All(b.Options.Templates)
	d.Gone, d.New = missing(before, after), missing(after, before)
	d.Kept = len(before) - len(d.Gone)
	taken := make([]bool, len(b.Clusters.List))
	for _, c := range a.Clusters.List {
		same := -1
		for i, other := range b.Clusters.List {
			if !taken[i] && similarity(c.Feature, other.Feature) > a.Options.Clusters.Similarity {
				same = i
				break
			}
		}
		if same < 0 {
			d.Clusters = append(d.Clusters, change(c, nil))
			continue
		}
		taken[same] = true
		d.Clusters = append(d.Clusters, change(c, b.Clusters.List[same]))
	}
	for i, c := range b.Clusters.List {
		if !taken[i] {
			d.Clusters = append(d.Clusters, change(nil, c))
		}
	}
	d.Places = placeChanges(a.Places, b.Places)
	return d
}

func placeChanges(places ...*Places) []PlaceChange {
	all := map[uint64]PlaceChange{}
	for i, h := range places {
		if h == nil {
			continue
		}
		for kind, p := range h.List {
			c := all[kind]
			c.Path, c.Pages[i], c.Margins[i] = p.Path, p.Pages, p.Mean()
			all[kind] = c
		}
	}
	list := []PlaceChange{}
	for _, kind := range slices.Sorted(maps.Keys(all)) { // so that equals stay in one order
		c := all[kind]
		if c.Pages[0] == 0 || c.Pages[1] == 0 || (c.Margins[0] < 0) != (c.Margins[1] < 0) {
			list = append(list, c)
		}
	}
	slices.SortStableFunc(list, func(a, b PlaceChange) int {
		return cmp.Or(cmp.Compare(max(b.Pages[0], b.Pages[1]), max(a.Pages[0], a.Pages[1])), cmp.Compare(a.Path, b.Path))
	})
	return list
}

func change(clusters ...*Cluster) (c ClusterChange) {
	for i, cluster := range clusters {
		if cluster != nil {
			rule, _ := cluster.Rule()
			c.Pages[i], c.Rules[i] = cluster.Pages, rule.Locator
		}
	}
	c.Changed = c.Rules[0] != c.Rules[1] || c.Pages[0] == 0 || c.Pages[1] == 0
	return c
}

// missing are the templates that the others do not have.
func missing(these, others []Template) []Template {
	known := map[label]bool{}
	for _, t := range others {
		known[label{t.Tag, t.Text}] = true
	}
	return slices.DeleteFunc(append([]Template{}, these...), func(t Template) bool { return known[label{t.Tag, t.Text}] })
}
