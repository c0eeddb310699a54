package meta

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/mullionhq/mullion/page"
)

//go:embed walls.txt
var wallData string

// wallMarks are the marks by which a check for robots is known, by kind: see the file.
var wallMarks = func() map[string][]string {
	kinds := map[string][]string{}
	for line := range strings.Lines(wallData) {
		if kind, mark, ok := strings.Cut(strings.TrimSpace(line), ": "); ok && !strings.HasPrefix(line, "#") {
			kinds[kind] = append(kinds[kind], mark)
		}
	}
	return kinds
}()

// How many characters of text a check for robots has at most, and one that is only a captcha. Guesses: those of the usual
// services have 60 to 900, and a captcha by itself a sentence or two.
const (
	longestWall    = 1500
	longestCaptcha = 300
)

// Wall is what shows that the page is a check for robots in place of what was asked for, such as "just a moment..."; ""
// for other pages.
func Wall(p *page.Page) string {
	var texts []string
	length := 0
	for i := range p.Nodes {
		n := &p.Nodes[i]
		if n.Kind != page.Text || n.Hidden && !isTitle(p, n.Parent) {
			continue
		}
		texts = append(texts, n.Text)
		if length += page.TextLength(n.Text); length > longestWall {
			return ""
		}
	}
	said := strings.ReplaceAll(strings.ToLower(collapse(strings.Join(texts, " "))), "’", "'")
	if mark := holdsAny(said, wallMarks["text"]); mark != "" {
		return mark
	}
	marks := wallMarks["name"]
	if length <= longestCaptcha {
		marks = slices.Concat(marks, wallMarks["captcha"])
	}
	for i := range p.Nodes {
		for _, a := range p.Nodes[i].Attrs {
			switch a.Name {
			case "id", "class", "src", "action":
				if mark := holdsAny(strings.ToLower(a.Value), marks); mark != "" {
					return mark
				}
			}
		}
	}
	return ""
}

func isTitle(p *page.Page, i int) bool { return i >= 0 && p.Nodes[i].Tag == "title" }

// holdsAny is the first of the marks that s holds; "" for none.
func holdsAny(s string, marks []string) string {
	for _, mark := range marks {
		if strings.Contains(s, mark) {
			return mark
		}
	}
	return ""
}
