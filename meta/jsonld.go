package meta

import (
	"encoding/json"
	"html"
	"regexp"
	"strings"
)

// A thing is what JSON-LD tells about the page.
type thing struct {
	Type, Headline, Date, Description, Site, Lang string
	Authors, Houses                               []string // persons and what may be one; organizations
}

// maxLD is the longest script that is read. Larger ones list products, not the page.
const maxLD = 1 << 20

// readLD reads the scripts of a page: the node that describes an article wins over other nodes, the first among equals.
func readLD(scripts []string) (thing, graph) {
	var graph graph
	graph.ids = map[string]map[string]any{}
	broken := ""
	for _, s := range scripts {
		if len(s) > maxLD {
			continue
		}
		if v, ok := decode(s); ok {
			graph.add(v, 0)
		} else {
			broken += s
		}
	}
	t := graph.best()
	if broken != "" && t.Headline == "" && t.Date == "" {
		salvage(broken, &t)
	}
	return t, graph
}

var trailingComma = regexp.MustCompile(`,\s*([}\]])`)

// decode reads JSON, mended when it is broken in one of the usual ways: wrapped in a comment or CDATA, line breaks in
// strings, commas too many.
func decode(s string) (any, bool) {
	var v any
	if json.Unmarshal([]byte(s), &v) == nil {
		return v, true
	}
	s = strings.TrimSpace(s)
	for _, wrapper := range []string{"<!--", "-->", "//<![CDATA[", "<![CDATA[", "//]]>", "]]>", "/*", "*/"} {
		s = strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(s, wrapper), wrapper))
	}
	s = strings.TrimRight(s, "; \n")
	s = strings.Map(func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}, s)
	s = trailingComma.ReplaceAllString(s, "$1")
	if json.Unmarshal([]byte(s), &v) == nil {
		return v, true
	}
	return nil, false
}

var (
	brokenHeadline = regexp.MustCompile(`"headline"\s*:\s*"((?:[^"\\]|\\.)*)"`)
	brokenDate     = regexp.MustCompile(`"datePublished"\s*:\s*"([^"]*)"`)
	brokenAuthor   = regexp.MustCompile(`"author"\s*:\s*[\[{\s]*[^\]}]*?"name"\s*:\s*"((?:[^"\\]|\\.)*)"`)
)

// salvage reads the most wanted values out of JSON that cannot be mended.
func salvage(s string, t *thing) {
	value := func(re *regexp.Regexp) string {
		if m := re.FindStringSubmatch(s); m != nil {
			return plain(m[1])
		}
		return ""
	}
	t.Headline, t.Date = value(brokenHeadline), value(brokenDate)
	if a := value(brokenAuthor); a != "" {
		t.Authors = []string{a}
	}
}

// A graph is the nodes of all scripts.
type graph struct {
	nodes []map[string]any
	ids   map[string]map[string]any
}

// add collects the nodes of v that may describe the page itself.
func (g *graph) add(v any, depth int) {
	const deepest = 6
	if depth > deepest {
		return
	}
	switch v := v.(type) {
	case []any:
		for _, x := range v {
			g.add(x, depth+1)
		}
	case map[string]any:
		if id, ok := v["@id"].(string); ok && len(v) > 1 {
			g.ids[id] = v
		}
		g.nodes = append(g.nodes, v)
		for _, key := range []string{"@graph", "mainEntity", "mainEntityOfPage"} {
			g.add(v[key], depth+1)
		}
	}
}

// rank orders types: how much a node of the type is about the page's main content.
func rank(typ string) int {
	switch typ {
	case "NewsArticle", "Article", "BlogPosting", "ReportageNewsArticle", "AnalysisNewsArticle", "OpinionNewsArticle",
		"ReviewNewsArticle", "BackgroundNewsArticle", "LiveBlogPosting", "TechArticle", "ScholarlyArticle", "Report",
		"SocialMediaPosting", "DiscussionForumPosting", "AdvertiserContentArticle", "MedicalScholarlyArticle":
		return 4
	case "Recipe", "Product", "Review", "HowTo", "Question", "QAPage", "Book", "Movie", "VideoObject", "Event", "Course",
		"SoftwareApplication", "PodcastEpisode", "JobPosting":
		return 3
	case "WebPage", "ItemPage", "AboutPage", "CollectionPage", "FAQPage", "MedicalWebPage", "ProfilePage":
		return 2
	case "", "WebSite", "Organization", "NewsMediaOrganization", "BreadcrumbList", "Person", "ImageObject", "SiteNavigationElement":
		return 0
	}
	return 1
}

// count is how many nodes are of a type.
func (g *graph) count(typ string) int {
	k := 0
	for _, n := range g.nodes {
		if typeOf(n) == typ {
			k++
		}
	}
	return k
}

// best is the node that describes the page best.
func (g *graph) best() thing {
	var t thing
	top := -1
	for _, n := range g.nodes {
		typ := typeOf(n)
		r := rank(typ)
		if r > 0 && r > top {
			top = r
			site := t.Site
			t = g.thing(n, typ)
			if t.Site == "" {
				t.Site = site
			}
		} else if r == top {
			g.fill(&t, n)
		}
		if typ == "WebSite" && t.Site == "" {
			t.Site = text(n["name"])
		}
	}
	if t.Type == "Question" && g.count(t.Type) > 1 {
		t.Headline = "" // of several questions that the page answers none is what it is about
	}
	if top >= 0 {
		for _, n := range g.nodes { // dates of the page stand in for the article's
			if r := rank(typeOf(n)); r > 0 {
				g.fill(&t, n)
			}
		}
	}
	return t
}

// story is what the nodes tell about the article with the title, where they tell of others too, as pages with stories below
// the story do. Where none or all have the title it is t.
func (g *graph) story(title string, t thing) thing {
	const agree = 0.6 // a guess
	own := graph{ids: g.ids}
	found := false
	wanted := words(title)
	for _, n := range g.nodes {
		typ := typeOf(n)
		if headline := g.thing(n, typ).Headline; rank(typ) == rank("Article") && headline != "" {
			if agreement(words(headline), wanted) < agree {
				continue
			}
			found = true
		}
		own.nodes = append(own.nodes, n)
	}
	if !found || len(own.nodes) == len(g.nodes) {
		return t
	}
	return own.best()
}

// fill completes t where it says nothing.
func (g *graph) fill(t *thing, n map[string]any) {
	u := g.thing(n, t.Type)
	for _, f := range [][2]*string{{&t.Date, &u.Date}, {&t.Lang, &u.Lang}} {
		if *f[0] == "" {
			*f[0] = *f[1]
		}
	}
	if rank(typeOf(n)) == rank(t.Type) && len(t.Authors)+len(t.Houses) == 0 {
		t.Authors, t.Houses = u.Authors, u.Houses
	}
}

func (g *graph) thing(n map[string]any, typ string) thing {
	t := thing{
		Type: typ, Headline: text(n["headline"]), Date: text(n["datePublished"]),
		Description: text(n["description"]), Lang: text(n["inLanguage"]),
	}
	if t.Headline == "" && rank(typ) >= 2 {
		t.Headline = text(n["name"])
	}
	if t.Date == "" {
		t.Date = text(n["dateCreated"])
	}
	if t.Authors, t.Houses = g.names(n["author"]); len(t.Authors)+len(t.Houses) == 0 {
		t.Authors, t.Houses = g.names(n["creator"])
	}
	if p, ok := g.resolve(n["publisher"]).(map[string]any); ok {
		t.Site = text(p["name"])
	}
	return t
}

// resolve follows a reference to another node.
func (g *graph) resolve(v any) any {
	if m, ok := v.(map[string]any); ok && len(m) <= 2 {
		if id, ok := m["@id"].(string); ok && g.ids[id] != nil && m["name"] == nil {
			return g.ids[id]
		}
	}
	return v
}

// names are the names of one or several authors, given as text, nodes or references: of people, and of organizations.
func (g *graph) names(v any) (people, houses []string) {
	left := 1000 // values that are looked at, a guess: lists may refer to themselves
	var in func(v any, deep int, to *[]string)
	in = func(v any, deep int, to *[]string) {
		if left--; deep < 0 || left < 0 {
			return
		}
		switch v := g.resolve(v).(type) {
		case string:
			*to = append(*to, plain(v))
		case []any:
			for _, x := range v {
				in(x, deep-1, to)
			}
		case map[string]any:
			if list, ok := v["@list"]; ok {
				in(list, deep-1, to)
				return
			}
			if strings.HasSuffix(typeOf(v), "Organization") {
				to = &houses
			}
			in(v["name"], deep-1, to)
		}
	}
	const deepest = 4
	in(v, deepest, &people)
	return people, houses
}

// typeOf is the type of a node, without the vocabulary that it is of: of several the one that tells most of the page.
func typeOf(n map[string]any) string {
	types, several := n["@type"].([]any)
	if !several {
		types = []any{n["@type"]}
	}
	best := ""
	for _, t := range types {
		s, _ := t.(string)
		s = strings.TrimPrefix(strings.TrimPrefix(s, "http://schema.org/"), "https://schema.org/")
		if best == "" || rank(s) > rank(best) {
			best = s
		}
	}
	return best
}

// text is a value as text: itself, its first element, or its @value.
func text(v any) string {
	switch v := v.(type) {
	case string:
		return plain(v)
	case []any:
		if len(v) > 0 {
			return text(v[0])
		}
	case map[string]any:
		return text(v["@value"])
	}
	return ""
}

// plain undoes the HTML escapes that some publishers leave in JSON.
func plain(s string) string {
	if strings.ContainsRune(s, '&') {
		s = html.UnescapeString(s)
	}
	return collapse(s)
}
