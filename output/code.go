package output

import (
	"regexp"
	"strings"

	natural "golang.org/x/text/language"

	"github.com/mullionhq/mullion/page"
)

// isCode reports whether element i holds lines of code or other preformatted text.
func (b *builder) isCode(i int) bool {
	n := &b.Page.Nodes[i]
	if b.Has(i) == 0 || phrasing[b.at.Data] {
		return false
	}
	switch n.Tag {
	case "pre", "listing", "xmp", "plaintext":
		return true
	case "code":
		return page.IsBlock(n) && n.Style != nil && isPre(n.Style) || b.holdsBlock(i) || b.holdsBreak(i)
	case "tt", "samp":
		return b.holdsBreak(i) && !b.holdsLink(i)
	case "table":
		return b.isCodeTable(i)
	}
	return page.IsBlock(n) && (isTyped(n) || isFragment(b.Page, i) || b.holdsLines(i))
}

// isFragment reports whether element i is a listing of Doxygen, which has an element for each line, and behind them what it shows
// of the names in them when they are pointed at.
func isFragment(p *page.Page, i int) bool {
	n := &p.Nodes[i]
	return n.Tag == "div" && n.HasClass("fragment") && i+1 < n.End && p.Nodes[i+1].HasClass("line")
}

// isTyped reports whether an element is set as code is: in one width, with its white space kept.
func isTyped(n *page.Node) bool {
	return n.Style != nil && isPre(n.Style) && isMonospaced(n.Style.FontFamily)
}

// isLine reports whether node i is a line that is set as code, by its style alone.
func isLine(p *page.Page, i int) bool {
	n := &p.Nodes[i]
	return n.Tag != "pre" && page.IsBlock(n) && isTyped(n)
}

// holdsLines reports whether element i holds lines that are set as code, at least two of them, and nothing else.
func (b *builder) holdsLines(i int) bool {
	lines := 0
	for c := range b.Page.Children(i) {
		if b.Has(c) == 0 {
			continue
		}
		if !isLine(b.Page, c) {
			return false
		}
		lines++
	}
	return lines > 1
}

// isPre reports whether a style keeps white space as it is written.
func isPre(s *page.Style) bool {
	return s.WhiteSpace == "pre" || s.WhiteSpace == "pre-wrap" || s.WhiteSpace == "break-spaces"
}

var monospaced = regexp.MustCompile(`(?i)^["']?[\w ]*(mono|courier|consolas|menlo)`)

// isMonospaced reports whether the first font of a family list is known to be monospaced.
func isMonospaced(family string) bool { return monospaced.MatchString(family) }

// holdsBlock reports whether element i holds block-level elements with chosen text.
func (b *builder) holdsBlock(i int) bool {
	for j := i + 1; j < b.Page.Nodes[i].End; j++ {
		if page.IsBlock(&b.Page.Nodes[j]) && b.Has(j) > 0 {
			return true
		}
	}
	return false
}

// holdsBreak reports whether element i holds a line break between chosen texts.
func (b *builder) holdsBreak(i int) bool {
	for j := i + 1; j < b.Page.Nodes[i].End; j++ {
		if b.Page.Nodes[j].Tag == "br" && b.Before[i] < b.Before[j] && b.Before[j] < b.Before[b.Page.Nodes[i].End] {
			return true
		}
	}
	return false
}

// holdsLink reports whether element i holds links with chosen text.
func (b *builder) holdsLink(i int) bool {
	for j := i + 1; j < b.Page.Nodes[i].End; j++ {
		if b.Page.Nodes[j].Tag == "a" && b.Page.Nodes[j].Attr("href") != "" && b.Has(j) > 0 {
			return true
		}
	}
	return false
}

var codeCell = regexp.MustCompile(`(^|\s)(code($|\s)|crayon-code|blob-code|js-file-line|line-content|hljs-ln-code|code-line|diff-line-content)`)

// isCodeTable reports whether a table shows one line of code in each row, as code hosts do.
func (b *builder) isCodeTable(i int) bool {
	for j := i + 1; j < b.Page.Nodes[i].End; j++ {
		if n := &b.Page.Nodes[j]; (n.Tag == "td" || n.Tag == "th") && b.Has(j) > 0 && !named(n, codeCell) {
			return false
		}
	}
	return true
}

// codeBlock shows element i as preformatted text.
func (b *builder) codeBlock(i int) {
	b.endRun()
	b.code = &strings.Builder{}
	b.children(i)
	text := emptyLinesBefore.ReplaceAllString(strings.TrimRight(b.code.String(), " \t\n\r"), "")
	b.code = nil
	if blank(text) {
		return
	}
	pre, code := element("pre"), element("code")
	if lang := b.language(i); lang != "" {
		set(code, "class", "language-"+lang)
	}
	pre.AppendChild(code)
	appendText(code, strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n"))
	b.place(pre).AppendChild(pre)
}

// emptyLinesBefore are those that a listing begins with.
var emptyLinesBefore = regexp.MustCompile(`^([ \t]*[\n\r])+`)

// inCode shows an element inside preformatted text: of its markup only the lines count.
func (b *builder) inCode(i int, n *page.Node) {
	if b.Has(i) == 0 && gutterName.MatchString(n.Attr("class")) {
		return
	}
	if b.followsCode(i) {
		b.endRun()
	}
	line := page.IsBlock(n) && n.Tag != "td" && n.Tag != "th"
	if line {
		b.endRun()
	}
	if line && b.empty(i) && b.code.Len() > 0 {
		b.code.WriteString(strings.Repeat("\n", max(1, b.emptyLines(i))))
		return
	}
	b.children(i)
	if line {
		b.endRun()
	}
}

// emptyLines is how many lines stand in an element without text: its breaks, and an empty line for each block-level element.
func (b *builder) emptyLines(i int) int {
	lines := 0
	for c := range b.Page.Children(i) {
		switch n := &b.Page.Nodes[c]; {
		case n.Tag == "br":
			lines++
		case page.IsBlock(n):
			lines += max(1, b.emptyLines(c))
		default:
			lines += b.emptyLines(c)
		}
	}
	return lines
}

// followsCode reports whether i and the element right before it are <code> of a <pre> both: two listings in one, such as
// the same example for two languages. Within a line highlighters may make a <code> of every word.
func (b *builder) followsCode(i int) bool {
	if n := &b.Page.Nodes[i]; n.Tag != "code" || b.Page.Nodes[n.Parent].Tag != "pre" {
		return false
	}
	before := b.Page.Before(i)
	return before >= 0 && b.Page.Nodes[before].Tag == "code"
}

// empty reports whether node i has no text at all.
func (b *builder) empty(i int) bool {
	for j := i; j < b.Page.Nodes[i].End; j++ {
		if !blank(b.Page.Nodes[j].Text) {
			return false
		}
	}
	return true
}

// codeText adds text i to the code block, behind the indentation of its line. White space with a line break at the beginning
// of a line is the source's, unless it is shown as it is written.
func (b *builder) codeText(i int) {
	s := b.Page.Nodes[i].Text
	core := strings.TrimLeft(s, " \t\r\n")
	if b.beginsLine() && strings.ContainsAny(s[:len(s)-len(core)], "\r\n") && !b.Page.Preformatted(i) {
		s = core
	}
	b.code.WriteString(plainSpaces(b.indent + s))
	b.indent = ""
}

// beginsLine reports whether what comes next begins a line of the code block.
func (b *builder) beginsLine() bool {
	return b.code.Len() == 0 || strings.HasSuffix(b.code.String(), "\n")
}

// codeBlank notes text that is in no block, for it is all space: where it begins a line, it is the indentation of what
// follows.
func (b *builder) codeBlank(s string) {
	if blank(s) && !strings.ContainsAny(s, "\r\n") && b.beginsLine() {
		b.indent += s
	}
}

// plainSpaces makes spaces of the no-break spaces of old highlighters.
func plainSpaces(s string) string { return strings.ReplaceAll(s, "\u00a0", " ") }

// Names by which highlighters tell the language: Prism, highlight.js and CommonMark; GitHub; Rouge and Sphinx;
// SyntaxHighlighter; Slate; Hexo, Pandoc with numbers of lines, and notebooks.
var (
	langClass  = regexp.MustCompile(`(?i)(?:^|\s)(?:language|lang|highlight-source|highlight-text|sourceCode|src)-([\w+#.-]+)`)
	brushClass = regexp.MustCompile(`(?i)brush:\s*([\w+#.-]+)`)
	sphinx     = regexp.MustCompile(`(?:^|\s)highlight-([\w+#.-]+)`)
	slate      = regexp.MustCompile(`(?:^|\s)highlight\s+tab\s+tab-([\w+#.]+)`)
	hexo       = regexp.MustCompile(`(?:^|\s)(?:highlight|hljs|sourceCode|code)\s+(?:numberSource\s+)?(?:hl-|source-)?([\w+#.-]+)(?:\s|$)`)
)

// notLanguages are words that stand where a language is named.
var notLanguages = page.TagSet(`default console-output tab tab-size code highlight hljs source wrap wrapper container box body inner
	content block toolbar tools header line-numbers linenums copy-enable ui notranslate prettyprint numberlines panel code-wrap`)

// plainText are words that say that there is no language.
var plainText = page.TagSet("none text plain plaintext txt nohighlight no-highlight")

// language is the name of the programming language of code block i, in lower case; "" when it is not told.
func (c *choice) language(i int) string {
	const generations = 7 // a highlighter wraps code at most this deep: pre, div, td, tr, tbody, table, div, div
	p := c.Page
	at := []int{i}
	for _, tag := range []string{"pre", "code"} {
		if j := c.firstShown(i, tag); j >= 0 {
			at = append(at, j)
		}
	}
	most := len(at) + generations
	for up := p.Nodes[i].Parent; up > 0 && len(at) < most; up = p.Nodes[up].Parent {
		at = append(at, up)
	}
	for _, j := range at {
		n := &p.Nodes[j]
		if n.Tag == "body" || n.Tag == "article" || n.Tag == "main" {
			break
		}
		if lang := nameOf(n); plainText[lang] {
			break
		} else if lang != "" {
			return lang
		}
	}
	return ""
}

// firstShown is the first element of the tag below node i that has chosen text; -1 for none. The first <pre> of a listing may hold
// the numbers of its lines.
func (c *choice) firstShown(i int, tag string) int {
	for j := i + 1; j < c.Page.Nodes[i].End; j++ {
		if c.Page.Nodes[j].Tag == tag && c.Has(j) > 0 {
			return j
		}
	}
	return -1
}

// nameOf is the language that an element names, perhaps one of plainText; "" for none.
func nameOf(n *page.Node) string {
	for _, name := range []string{"data-lang", "data-language", "data-code-language", "data-tagsearch-lang"} {
		if lang := languageWord(n.Attr(name)); lang != "" {
			return lang
		}
	}
	if lang := n.Attr("lang"); (n.Tag == "pre" || n.Tag == "code") && !isNatural(lang) {
		if lang = languageWord(lang); lang != "" {
			return lang
		}
	}
	if m := brushClass.FindStringSubmatch(n.Attr("data-syntaxhighlighter-params")); m != nil { // Confluence
		return languageWord(m[1])
	}
	class := n.Attr("class")
	for _, re := range []*regexp.Regexp{langClass, brushClass, sphinx, slate, hexo} {
		if m := re.FindStringSubmatch(class); m != nil {
			if lang := languageWord(m[1]); lang != "" {
				return lang
			}
		}
	}
	if n.Tag == "pre" && bare[class] {
		return class
	}
	return ""
}

// isNatural reports whether the value of a lang attribute is a language that people speak, as HTML means it: two letters, and
// a script or region perhaps. Of those that are both, "sh" is a shell's.
func isNatural(lang string) bool {
	base, _, _ := strings.Cut(strings.ToLower(lang), "-")
	_, err := natural.ParseBase(base)
	return len(base) == 2 && err == nil && base != "sh"
}

// bare are languages that may be all of the class of a <pre>, as Pandoc and R Markdown write it where they highlight nothing.
var bare = page.TagSet(`r python bash sh sql c cpp java javascript js ruby perl php html xml css json yaml go rust haskell scala julia
	matlab diff latex`)

func languageWord(s string) string {
	s = strings.ToLower(strings.TrimSpace(s))
	const longest = 24
	if s == "" || len(s) > longest || notLanguages[s] || strings.ContainsAny(s, " \t\"'`<>&") {
		return ""
	}
	return s
}
