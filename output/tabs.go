package output

import (
	"slices"
	"strings"

	"github.com/mullionhq/mullion/page"
)

// moveTabs takes back the choice of names of tabs that are to stand before their panels, for the builder and plain text to show
// them there, and of those whose panels are not shown beside such. It reports whether there are any.
func (c *choice) moveTabs() bool {
	c.tabs = map[int]int{}
	for _, tabs := range c.Page.Tabs() {
		shown := false
		for _, tab := range tabs {
			if c.Has(tab.Name) > 0 && c.Has(tab.Panel) > 0 && !c.Page.Follows(tab) {
				c.tabs[tab.Panel] = tab.Name
				shown = true
			}
		}
		for _, tab := range tabs {
			for j := tab.Name; shown && j < c.Page.Nodes[tab.Name].End; j++ {
				c.Chosen[j] = false
			}
		}
	}
	return len(c.tabs) > 0
}

// tabNames are the names of the tabs that begin with the block at node i, each a paragraph; those that begun are left out.
func (c *choice) tabNames(i int, begun map[int]bool) string {
	if len(c.tabs) == 0 {
		return ""
	}
	names := ""
	for ; i >= 0; i = c.Page.Nodes[i].Parent {
		if name := c.tabName(i); name != "" && !begun[i] {
			begun[i] = true
			names = name + "\n\n" + names
		}
	}
	return names
}

// tabName is the name of the tab whose panel element i is; "" for none.
func (c *choice) tabName(i int) string {
	name := c.tabs[i]
	if name == 0 {
		return ""
	}
	var texts []string // once each: some pages have the name for narrow screens, too
	for _, block := range c.Page.BlocksIn(name, func(block *page.Block) bool { return !block.Hidden }) {
		if text := collapse(block.Text); !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, " ")
}
