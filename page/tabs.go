package page

import (
	"strings"
	"sync"
)

// A Tab is one of several panels of which a reader sees one at a time, by its element and that of its name.
type Tab struct{ Name, Panel int }

// Tabs are the panels with names of a page, set by set: the names stand together, and as many panels behind them or in what is behind them, as
// most frameworks have it; or each name stands right before its panel; or roles and ids say which belong together, wherever they stand.
func (p *Page) Tabs() [][]Tab {
	names, choices := []int{}, map[string]bool{}
	for i := range p.Nodes {
		switch n := &p.Nodes[i]; {
		case n.Tag == "input" && n.Attr("type") == "radio":
			choices[n.Attr("id")] = true
		case isTabName(n, choices) && (len(names) == 0 || p.Nodes[names[len(names)-1]].End <= i):
			names = append(names, i)
		}
	}
	var sets [][]Tab
	links := sync.OnceValue(p.panelLinks)
	for len(names) > 1 {
		holder := p.Nodes[names[0]].Parent
		for holder > 0 && p.Nodes[holder].End <= names[1] {
			holder = p.Nodes[holder].Parent
		}
		k := 1
		for k < len(names) && names[k] < p.Nodes[holder].End {
			k++
		}
		next := len(p.Nodes) // where the names of another set begin
		if k < len(names) {
			next = names[k]
		}
		tabs := p.panels(holder, names[:k])
		if tabs == nil {
			tabs = p.panelsByRole(names[:k], next)
		}
		if tabs == nil {
			tabs = p.panelsByID(names[:k], links())
		}
		if tabs != nil {
			sets = append(sets, tabs)
		}
		names = names[k:]
	}
	return sets
}

// Follows reports whether the panel of a tab stands right behind its name.
func (p *Page) Follows(t Tab) bool { return p.elementBehind(t.Name) == t.Panel }

// isTabName reports whether an element is the name of a tab: by its role, by what a click on it does, or as the label of one of
// several choices, of which these are the ids.
func isTabName(n *Node, choices map[string]bool) bool {
	if strings.Contains(n.Tag, "-") { // a custom element
		return n.Attr("role") == "tab"
	}
	switch n.Tag {
	case "a", "button", "li", "div", "span":
		for _, a := range n.Attrs {
			switch a.Name {
			case "role":
				return a.Value == "tab"
			case "data-toggle", "data-bs-toggle":
				return a.Value == "tab" || a.Value == "pill"
			}
		}
	case "label":
		return choices[n.Attr("for")] && n.Attr("for") != ""
	}
	return false
}

// panels pairs the names of tabs, which are all below holder, with their panels.
func (p *Page) panels(holder int, names []int) []Tab {
	var tabs []Tab
	for _, name := range names {
		if panel := p.elementBehind(name); panel >= 0 && p.Nodes[panel].Tag == "div" && p.Nodes[panel].Parent == holder {
			tabs = append(tabs, Tab{name, panel})
		}
	}
	if len(tabs) == len(names) {
		return tabs
	}
	next := p.elementBehind(p.tabList(holder))
	if next < 0 {
		return nil
	}
	list := p.panelsFrom(next, len(names))
	for ; list == nil && next >= 0; next = p.onlyElement(next) {
		if p.Nodes[next].End > next+1 {
			list = p.panelsFrom(next+1, len(names))
		}
	}
	return pair(names, list)
}

// pair makes tabs of names and as many panels; nil where there is another number of panels.
func pair(names, panels []int) []Tab {
	if len(panels) != len(names) {
		return nil
	}
	tabs := make([]Tab, len(names))
	for k := range names {
		tabs[k] = Tab{names[k], panels[k]}
	}
	return tabs
}

// panelsByRole pairs the names of tabs with the panels behind them, before the node next, that say they are panels; nil where these
// are not as many.
func (p *Page) panelsByRole(names []int, next int) []Tab {
	var list []int
	for i := p.Nodes[names[len(names)-1]].End; i < next; i++ {
		if p.Nodes[i].Attr("role") == "tabpanel" {
			list = append(list, i)
			i = p.Nodes[i].End - 1
		}
	}
	return pair(names, list)
}

// A panelLinks finds panels by their ids, and by the ids of their names.
type panelLinks struct{ own, names map[string]int }

func (p *Page) panelLinks() panelLinks {
	l := panelLinks{map[string]int{}, map[string]int{}}
	for i := range p.Nodes {
		if n := &p.Nodes[i]; n.Attr("role") == "tabpanel" {
			l.own[n.Attr("id")], l.names[n.Attr("aria-labelledby")] = i, i
		}
	}
	delete(l.own, "")
	delete(l.names, "")
	return l
}

// panelsByID pairs the names of tabs with the panels that they say they control, or that say which is their name: each once, and
// none in its name. nil where fewer than two are there.
func (p *Page) panelsByID(names []int, links panelLinks) []Tab {
	var tabs []Tab
	paired := map[int]bool{}
	for _, name := range names {
		n := &p.Nodes[name]
		panel := max(links.own[n.Attr("aria-controls")], links.names[n.Attr("id")])
		if panel > 0 && (panel < name || panel >= n.End) && !paired[panel] {
			paired[panel] = true
			tabs = append(tabs, Tab{name, panel})
		}
	}
	if len(tabs) < 2 {
		return nil
	}
	return tabs
}

// tabList is the element that says it lists the names of tabs which i holds: i or one around it; i where none says so.
func (p *Page) tabList(i int) int {
	for up := i; up >= 0; up = p.Nodes[up].Parent {
		if p.Nodes[up].Attr("role") == "tablist" {
			return up
		}
	}
	return i
}

// onlyElement is the only element in element i, which has no texts of its own beside it; -1 for none.
func (p *Page) onlyElement(i int) int {
	only := -1
	for j := i + 1; j < p.Nodes[i].End; j = p.Nodes[j].End {
		switch n := &p.Nodes[j]; {
		case n.Kind == Element && only < 0:
			only = j
		case n.Kind == Element || strings.TrimSpace(n.Text) != "":
			return -1
		}
	}
	return only
}

// elementBehind is the element behind node i below the same parent; -1 for none.
func (p *Page) elementBehind(i int) int {
	for j, end := p.Nodes[i].End, p.Nodes[max(0, p.Nodes[i].Parent)].End; j < end; j = p.Nodes[j].End {
		if p.Nodes[j].Kind == Element {
			return j
		}
	}
	return -1
}

// panelsFrom are the panels from node i on below its parent, where these are as many as are wanted, and no others; nil elsewhere.
func (p *Page) panelsFrom(i, wanted int) []int {
	var list []int
	for end := p.Nodes[p.Nodes[i].Parent].End; i < end && len(list) <= wanted; i = p.Nodes[i].End {
		n := &p.Nodes[i]
		if n.Kind == Text {
			continue
		}
		if n.Tag != "div" && n.Tag != "section" || len(list) == wanted && n.Attr("role") != "tabpanel" && p.Nodes[list[0]].Attr("role") == "tabpanel" {
			break
		}
		list = append(list, i)
	}
	if len(list) != wanted {
		return nil
	}
	return list
}
