package output

import (
	"regexp"
	"slices"
	"strings"

	"github.com/mullionhq/mullion/classify"
	"github.com/mullionhq/mullion/page"
)

// What themes set beside a listing, in one frame with it, and what is no text: its language, and a button that copies it.

// dropLabels takes back the choice of blocks that only say the language of the listing beside them.
func (c *choice) dropLabels(blocks []classify.Block) bool {
	dropped := false
	for i := range blocks {
		if b := &blocks[i]; b.Content && c.isLabel(&b.Block) {
			c.Choose(&b.Block, false)
			dropped = true
		}
	}
	return dropped
}

// textual are the elements whose text is one of its own, whatever it says.
var textual = page.TagSet("h1 h2 h3 h4 h5 h6 p li dt dd td th summary")

// isLabel reports whether a block only says the language of the listing beside it.
func (c *choice) isLabel(b *page.Block) bool {
	const longest = 24 // bytes of a language's name, a guess; a button beside it has as many
	if textual[c.Page.Nodes[b.Node].Tag] || len(b.Text) > 2*longest || c.Page.Enclosing(b.Node, "pre") >= 0 {
		return false
	}
	var text strings.Builder
	first, last := -1, -1
	for _, t := range b.Texts {
		if c.Chosen[t] && !blank(c.Page.Nodes[t].Text) {
			text.WriteString(c.Page.Nodes[t].Text)
			if last = t; first < 0 {
				first = t
			}
		}
	}
	if first < 0 || text.Len() > longest {
		return false
	}
	listing := c.listingBeside(first, last)
	return listing >= 0 && saysLanguage(collapse(text.String()), c.language(listing))
}

// saysLanguage reports whether a label is the name of a language, or one of other names of it. What is no language to a fence
// is still named.
func saysLanguage(label, language string) bool {
	label = strings.ToLower(label)
	if language == "" {
		return plainText[label]
	}
	return canonical(label) == canonical(language)
}

// otherNames are names of languages by others that themes show or write.
var otherNames = map[string]string{
	"js": "javascript", "ts": "typescript", "py": "python", "rb": "ruby", "rs": "rust", "golang": "go", "kt": "kotlin",
	"sh": "shell", "bash": "shell", "zsh": "shell", "console": "shell", "terminal": "shell", "shellscript": "shell",
	"yml": "yaml", "md": "markdown", "c++": "cpp", "c#": "csharp", "cs": "csharp", "html": "markup", "docker": "dockerfile",
	"objective-c": "objectivec", "objc": "objectivec", "ps1": "powershell", "latex": "tex",
}

func canonical(language string) string {
	if name := otherNames[language]; name != "" {
		return name
	}
	return language
}

// listingBeside is the preformatted text that stands right before or behind the nodes from first to last in one frame with
// them, which holds hardly any other text; -1 for none.
func (c *choice) listingBeside(first, last int) int {
	const (
		generations = 4 // from a label up to the frame, a guess
		most        = 3 // texts of a frame beside the listing's, a guess: a language, a file's name, a button
	)
	frame := c.Page.Nodes[first].Parent
	for range generations {
		if frame <= 0 || c.Page.Nodes[frame].Tag == "body" {
			break
		}
		if listing := c.listing(frame); listing >= 0 {
			between := c.Before[max(first, listing)] - c.Before[min(last+1, c.Page.Nodes[listing].End)]
			if between == 0 && c.Has(frame)-c.Has(listing) <= most {
				return listing
			}
			break
		}
		frame = c.Page.Nodes[frame].Parent
	}
	return -1
}

// listing is the first preformatted text with chosen text in the subtree of node i; -1 for none.
func (c *choice) listing(i int) int {
	k, _ := slices.BinarySearch(c.listings, i)
	if k == len(c.listings) || c.listings[k] >= c.Page.Nodes[i].End {
		return -1
	}
	return c.listings[k]
}

var (
	copyName = regexp.MustCompile(`(?i)(^|[\s_-])(copy|clipboard)($|[\s_-])`)
	copyText = regexp.MustCompile(`(?i)^(cop(y|ied|iar|ier|ia)|kopieren|kopiëren|复制|複製|コピー|복사|копировать)($|[\s!.]|代码|代碼)`)
)

// isCopyButton reports whether element i is a button that copies the listing beside it.
func (c *choice) isCopyButton(i int) bool {
	if len(c.listings) == 0 {
		return false
	}
	n := &c.Page.Nodes[i]
	isButton := n.Tag == "button" || n.Attr("role") == "button" || named(n, copyName)
	return isButton && copyText.MatchString(collapse(c.Text(i))) && c.listingBeside(i, n.End-1) >= 0
}
