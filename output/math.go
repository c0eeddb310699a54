package output

import (
	"regexp"
	"strings"

	"github.com/mullionhq/mullion/page"
)

var (
	mathImage    = regexp.MustCompile(`(^|\s)(mwe-math-fallback\S*|latex|tex|math)(\s|$)`)
	displayClass = regexp.MustCompile(`(^|\s)(katex-display|MathJax_Display|MathJax_SVG_Display|mwe-math-fallback-image-display)(\s|$)`)
	texEncoding  = regexp.MustCompile(`(?i)tex`)
)

// math shows a formula by its TeX source and reports whether it did. Formulas without one are left to their text.
func (b *builder) math(i int) bool {
	n := &b.page.Nodes[i]
	if b.has(i) == 0 && b.run == nil {
		return false
	}
	if n.Tag != "math" && n.Tag != "mjx-container" && !isFormula(n.Attr("class")) && n.Attr("data-tex") == "" {
		return false
	}
	tex, display := b.texOf(i)
	if tex == "" {
		return false
	}
	b.formula(tex, display)
	for j := n.End; j < len(b.chosen); j++ { // the picture of a formula sets nothing apart
		if b.chosen[j] {
			delete(b.apart, j)
			break
		}
	}
	return true
}

// isFormula reports whether a class is one that formulas have.
func isFormula(class string) bool {
	for name := range strings.FieldsSeq(class) {
		switch name {
		case "katex", "katex-display", "MathJax", "MathJax_Display", "MathJax_SVG", "mwe-math-element", "math-tex", "ztext-math":
			return true
		}
	}
	return false
}

// texOf finds the TeX source of a formula in an annotation or attribute, and whether it is a displayed formula.
func (b *builder) texOf(i int) (tex string, display bool) {
	for j := i; j < b.page.Nodes[i].End; j++ {
		n := &b.page.Nodes[j]
		if n.Kind == page.Text {
			continue
		}
		class := n.Attr("class")
		display = display || displayClass.MatchString(class) || n.Tag == "math" && n.Attr("display") == "block" ||
			n.Tag == "mjx-container" && n.Attr("display") == "true"
		if tex != "" {
			continue
		}
		switch {
		case n.Tag == "annotation" && texEncoding.MatchString(n.Attr("encoding")) && n.End > j+1:
			tex = b.page.Nodes[j+1].Text
		case n.Tag == "math" && n.Attr("alttext") != "":
			tex = n.Attr("alttext")
		case n.Attr("data-tex") != "":
			tex = n.Attr("data-tex")
		case n.Tag == "img" && mathImage.MatchString(class):
			tex = n.Attr("alt")
		}
	}
	return trimTeX(tex), display
}

// trimTeX drops the wrapper that MediaWiki writes around its formulas.
func trimTeX(tex string) string {
	tex = collapse(tex)
	for _, wrapper := range []string{`{\displaystyle `, `{\textstyle `} {
		if strings.HasPrefix(tex, wrapper) && strings.HasSuffix(tex, "}") {
			return strings.TrimSpace(tex[len(wrapper) : len(tex)-1])
		}
	}
	return tex
}

// formula adds TeX to the run, in the form that MathJax and Pandoc read.
func (b *builder) formula(tex string, display bool) {
	e := element("span")
	if display {
		set(e, "class", "math display")
		tex = `\[` + tex + `\]`
	} else {
		set(e, "class", "math inline")
		tex = `\(` + tex + `\)`
	}
	b.tip().AppendChild(e)
	appendText(e, tex)
}

// Formulas that pages write as TeX for scripts to typeset. Dollars must hold something that only TeX has.
var rawTeX = regexp.MustCompile(`(?s)\\\(.+?\\\)|\\\[.+?\\\]|\$\$[^$]*[\\^_=][^$]*\$\$`)

// splitTeX cuts text at raw formulas: plain text and formulas take turns, plain text first.
func splitTeX(s string) []string {
	if !strings.ContainsAny(s, `\$`) {
		return []string{s}
	}
	var parts []string
	last := 0
	for _, m := range rawTeX.FindAllStringIndex(s, -1) {
		parts = append(parts, s[last:m[0]], s[m[0]:m[1]])
		last = m[1]
	}
	return append(parts, s[last:])
}

// tex adds a raw formula with its delimiters to the run.
func (b *builder) tex(raw string) {
	const delimiter = 2 // characters on each side
	b.formula(strings.TrimSpace(raw[delimiter:len(raw)-delimiter]), raw[:delimiter] != `\(`)
	b.space = false
}
