package page

import (
	"regexp"
	"strings"

	"golang.org/x/net/html"
)

// Formula is the TeX source of the formula that element i is, and whether it stands on lines of its own: what KaTeX,
// MathJax and MediaWiki keep in annotations, attributes and scripts, or what its MathML says. ok is false where i is no
// formula, or has no source. What is drawn is a picture, or letters without their places: "a2" for a squared.
func (p *Page) Formula(i int) (tex string, display, ok bool) {
	n := &p.Nodes[i]
	switch {
	case n.Kind != Element:
		return "", false, false
	case n.Tag == "script":
		if isTeX(n.Attr("type")) && !p.typeset(i) {
			tex, display = p.script(i)
		}
		return tex, display, tex != ""
	case n.Tag == "table":
		tex = p.equations(i)
		return tex, true, tex != ""
	case n.Tag == "math-renderer" && p.isPlain(i): // GitHub's, before its script has drawn it
		return undelimited(trimTeX(p.text(i)))
	case n.Tag != "math" && n.Tag != "mjx-container" && !formulaClass(n.Attr("class")) && n.Attr("data-tex") == "":
		return "", false, false
	}
	mathML := -1
	if next := n.End; next < len(p.Nodes) && p.Nodes[next].Tag == "script" && isTeX(p.Nodes[next].Attr("type")) && p.typeset(next) {
		tex, display = p.script(next)
	}
	for j := i; j < n.End; j++ {
		m := &p.Nodes[j]
		if m.Kind == Text {
			continue
		}
		class := m.Attr("class")
		display = display || displayClass.MatchString(class) || m.Tag == "math" && m.Attr("display") == "block" ||
			m.Tag == "mjx-container" && m.Attr("display") == "true"
		if mathML < 0 && m.Tag == "math" {
			mathML = j
		}
		if tex != "" {
			continue
		}
		switch {
		case m.Tag == "annotation" && texEncoding.MatchString(m.Attr("encoding")) && m.End > j+1:
			tex = p.Nodes[j+1].Text
		case m.Tag == "math" && m.Attr("alttext") != "":
			tex = m.Attr("alttext")
		case m.Attr("data-tex") != "":
			tex = m.Attr("data-tex")
		case m.Tag == "mjx-math": // of MathJax 4
			tex = m.Attr("data-latex")
		case m.Tag == "img" && formulaImage.MatchString(class):
			tex = m.Attr("alt")
		}
	}
	if tex = trimTeX(tex); tex == "" && mathML >= 0 {
		tex = p.mathML(mathML)
	}
	return tex, display, tex != ""
}

// equations is the TeX of the equations that table i sets on lines of their own, with their numbers: LaTeXML aligns the parts of each
// in cells. It is "" for every other table, and where there is other text between them.
func (p *Page) equations(i int) string {
	n := &p.Nodes[i]
	if !n.HasClass("ltx_eqn_table") {
		return ""
	}
	type line struct {
		cells []string
		tag   string
	}
	var lines []line
	env := "aligned"
	for j := i + 1; j < n.End; j++ {
		m := &p.Nodes[j]
		switch {
		case m.Kind == Text:
			if !m.Hidden && hasVisible(m.Text) {
				return ""
			}
		case m.Tag == "tr":
			lines = append(lines, line{})
		case len(lines) == 0:
		case m.Tag == "math":
			part, _, ok := p.Formula(j)
			if !ok {
				return ""
			}
			last := &lines[len(lines)-1]
			last.cells = append(last.cells, strings.TrimSpace(strings.TrimPrefix(part, `\displaystyle`)))
			j = m.End - 1
		case m.HasClass("ltx_tag"):
			env = "align*" // in which a line has the number that it tells
			lines[len(lines)-1].tag = ` \tag{` + strings.Trim(Collapse(p.text(j)), "()") + "}"
			j = m.End - 1
		}
	}
	switch len(lines) {
	case 0:
		return ""
	case 1:
		return strings.Join(lines[0].cells, " ") + lines[0].tag
	}
	var tex []string
	for _, l := range lines {
		tex = append(tex, strings.Join(l.cells, " & ")+l.tag)
	}
	return `\begin{` + env + `} ` + strings.Join(tex, ` \\ `) + ` \end{` + env + `}`
}

// FormulaPicture is the TeX source of the formula of which image i is all that the page has, and whether it stands on
// lines of its own: as WordPress, Doxygen and Sphinx draw them, with the source as alternative text, or LaTeX2HTML, with the
// delimiters around it. No block has it, for it is no text. Text with formulas between dollars is no formula: it stays the
// alternative text of its picture.
func (p *Page) FormulaPicture(i int) (tex string, display, ok bool) {
	n := &p.Nodes[i]
	if n.Tag != "img" {
		return "", false, false
	}
	tex, display, ok = undelimited(trimTeX(n.Attr("alt")))
	if texPicture.MatchString(n.Attr("class")) {
		display = display || strings.Contains(n.Attr("class"), "formulaDsp")
		ok = tex != "" && !strings.Contains(strings.ReplaceAll(tex, `\$`, ""), "$") && (!strings.Contains(tex, " ") || strings.ContainsAny(tex, `\^_={}<>+`))
	}
	return tex, display, ok
}

// undelimited is TeX without the delimiters of a formula around it, if it has some, and whether they set it on lines of its
// own.
func undelimited(tex string) (inner string, display, ok bool) {
	for _, d := range [][2]string{
		{"$$", "$$"}, {`\[`, `\]`}, {`\(`, `\)`}, {"$", "$"}, {`\begin{displaymath}`, `\end{displaymath}`}, {`\begin{equation}`, `\end{equation}`},
	} {
		inner, opened := strings.CutPrefix(tex, d[0])
		inner, closed := strings.CutSuffix(inner, d[1])
		if opened && closed && inner != "" && !strings.Contains(inner, "$") {
			return strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(inner), `\displaystyle `)), d[0] != `\(` && d[0] != "$", true
		}
	}
	return tex, false, false
}

var singleDollars = regexp.MustCompile(`inlineMath['"]?\s*:\s*\[[^;{}]*?\[\s*['"]\$['"]\s*,\s*['"]\$['"]|\bleft['"]?\s*:\s*['"]\$['"]\s*,\s*['"]?right`)

// setsDollars reports whether a script tells MathJax, or KaTeX, to set what stands between single dollars as formulas, which
// neither does unless it is told.
func setsDollars(h *html.Node) bool {
	text := h.FirstChild
	return text != nil && h.Data == "script" && (strings.Contains(text.Data, "inlineMath") || strings.Contains(text.Data, "delimiters")) &&
		singleDollars.MatchString(text.Data)
}

// isTeX reports whether a script of this type holds a formula, for MathJax 2 to typeset before it.
func isTeX(typ string) bool { return strings.HasPrefix(typ, "math/tex") }

// script is the formula that script i holds.
func (p *Page) script(i int) (tex string, display bool) {
	return trimTeX(p.text(i)), strings.Contains(p.Nodes[i].Attr("type"), "display")
}

// isPlain reports whether element i holds text alone.
func (p *Page) isPlain(i int) bool { return p.Nodes[i].End == i+2 && p.Nodes[i+1].Kind == Text }

// typeset reports whether the formula of script i stands right before it as MathJax drew it.
func (p *Page) typeset(i int) bool {
	before := p.Before(i)
	return before >= 0 && formulaClass(p.Nodes[before].Attr("class"))
}

var (
	formulaImage = regexp.MustCompile(`(^|\s)(mwe-math-fallback\S*|latex|tex|math)(\s|$)`)
	texPicture   = regexp.MustCompile(`(^|\s)(latex|tex|math|formulaInl|formulaDsp)(\s|$)`)
	displayClass = regexp.MustCompile(`(^|\s)(katex-display|MathJax_Display|MathJax_SVG_Display|mwe-math-fallback-image-display)(\s|$)`)
	comment      = regexp.MustCompile(`((?:^|[^\\])(?:\\\\)*)%[^\n]*\n[ \t]*`)
	texEncoding  = regexp.MustCompile(`(?i)tex\b`)
)

// formulaClass reports whether a class is one that formulas have.
func formulaClass(class string) bool {
	for name := range strings.FieldsSeq(class) {
		switch name {
		case "katex", "katex-display", "MathJax", "MathJax_Display", "MathJax_CHTML", "MathJax_SVG", "MathJax_SVG_Display", "MJXc-display", "mwe-math-element", "math-tex", "ztext-math":
			return true
		}
	}
	return false
}

// trimTeX drops the wrapper that MediaWiki writes around its formulas, and white space and comments that say nothing: LaTeXML
// breaks its lines within words by them.
func trimTeX(tex string) string {
	if strings.Contains(tex, "%") {
		tex = comment.ReplaceAllString(tex, "$1")
	}
	tex = strings.Join(strings.Fields(tex), " ")
	for _, wrapper := range []string{`{\displaystyle `, `{\textstyle `} {
		if strings.HasPrefix(tex, wrapper) && strings.HasSuffix(tex, "}") {
			return strings.TrimSpace(tex[len(wrapper) : len(tex)-1])
		}
	}
	return tex
}

// hasFormulas reports whether there may be formulas with a source below node i; most pages have none.
func (p *Page) hasFormulas(i int) bool {
	for j := i; j < p.Nodes[i].End; j++ {
		n := &p.Nodes[j]
		if n.Tag == "math" || n.Tag == "mjx-container" || n.Tag == "math-renderer" || n.Tag == "script" && isTeX(n.Attr("type")) || n.Attr("data-tex") != "" {
			return true
		}
	}
	return false
}
