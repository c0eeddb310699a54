package page

// A Tab is one of several panels of which a reader sees one at a time, by its element and that of its name.
type Tab struct{ Name, Panel int }

// Tabs are the panels with names of a page, set by set: the names stand together, and as many panels behind them or in what is behind them, as
// most frameworks have it; or each name stands right before its panel.
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
	for len(names) > 1 {
		holder := p.Nodes[names[0]].Parent
		for holder > 0 && p.Nodes[holder].End <= names[1] {
			holder = p.Nodes[holder].Parent
		}
		k := 1
		for k < len(names) && names[k] < p.Nodes[holder].End {
			k++
		}
		if tabs := p.panels(holder, names[:k]); len(tabs) > 0 {
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
	next := p.elementBehind(holder)
	if next < 0 {
		return nil
	}
	list := p.panelsFrom(next, len(names))
	if list == nil && p.Nodes[next].End > next+1 {
		list = p.panelsFrom(next+1, len(names))
	}
	tabs = tabs[:0]
	for k, panel := range list {
		tabs = append(tabs, Tab{names[k], panel})
	}
	return tabs
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
