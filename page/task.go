package page

import "regexp"

var taskName = regexp.MustCompile(`(^|\s)(task-list|to-do-list)`)

// IsTask reports whether field i is the box of a task in a list of them. Boxes that can be clicked are those of forms, but in lists
// that are named as those of tasks, by the box, its item or itself, as GitHub's and Pandoc's are.
func (p *Page) IsTask(i int) bool {
	if _, disabled := p.Nodes[i].LookupAttr("disabled"); disabled {
		return true
	}
	for ; i > 0; i = p.Nodes[i].Parent {
		switch n := &p.Nodes[i]; {
		case taskName.MatchString(n.Attr("class")):
			return true
		case n.Tag == "ul" || n.Tag == "ol":
			return false
		}
	}
	return false
}
