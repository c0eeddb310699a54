package peer

import (
	"strings"

	"github.com/mullionhq/mullion/page"
)

// Plain is the answer as text. HTML is cut into lines at the boundaries of blocks, by the one rule that mullion uses
// for pages, so that no peer's words are glued together for want of a converter; the HTML's own title is no content.
func (a Answer) Plain() string {
	if a.HTML == "" {
		return a.Text
	}
	p, err := page.Parse([]byte(a.HTML), page.ParseOptions{ContentType: "text/html; charset=utf-8"})
	if err != nil {
		return ""
	}
	var lines []string
	for _, b := range p.Blocks() {
		lines = append(lines, b.Text)
	}
	return strings.Join(lines, "\n")
}
