package page

import "strings"

// A Choice is some of a page's texts. After a change of Chosen it is to be counted.
type Choice struct {
	Page   *Page
	Chosen []bool  // by node: whether it is a text that is chosen
	Before []int32 // by node, with one more at the end: how many chosen texts that are not blank come before it in the document
}

// NewChoice chooses none of the page's texts.
func NewChoice(p *Page) Choice {
	return Choice{p, make([]bool, len(p.Nodes)), make([]int32, len(p.Nodes)+1)}
}

// Choose chooses the texts of a block, or takes that back.
func (c *Choice) Choose(b *Block, chosen bool) {
	for _, t := range b.Texts {
		c.Chosen[t] = chosen
	}
}

// Count counts what is chosen: it sets Before.
func (c *Choice) Count() {
	for i := range c.Page.Nodes {
		c.Before[i+1] = c.Before[i]
		if c.Chosen[i] && strings.TrimFunc(c.Page.Nodes[i].Text, IsSpace) != "" {
			c.Before[i+1]++
		}
	}
}

// Has is the number of chosen texts in the subtree of node i, but for blank ones.
func (c *Choice) Has(i int) int { return int(c.Before[c.Page.Nodes[i].End] - c.Before[i]) }

// Text joins the chosen texts in the subtree of node i.
func (c *Choice) Text(i int) string {
	var s strings.Builder
	for j := i; j < c.Page.Nodes[i].End; j++ {
		if c.Chosen[j] {
			s.WriteString(c.Page.Nodes[j].Text)
		}
	}
	return s.String()
}
