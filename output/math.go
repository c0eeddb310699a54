package output

import (
	"regexp"
	"strings"
)

// math shows a formula by its TeX source and reports whether it did. Formulas without one are left to their text.
func (b *builder) math(i int) bool {
	n := &b.page.Nodes[i]
	if b.has(i) == 0 && b.run == nil {
		return false
	}
	tex, display, ok := b.page.Formula(i)
	if !ok {
		return false
	}
	b.formula(tex, display)
	b.joinNext(n.End)
	return true
}

// joinNext lets the first chosen text from node i on follow without space: the picture of a formula sets nothing apart.
func (b *builder) joinNext(i int) {
	for j := i; j < len(b.chosen); j++ {
		if b.chosen[j] {
			delete(b.apart, j)
			return
		}
	}
}

// mathPicture shows image i by its TeX source where it is a formula, and reports whether it is one.
func (b *builder) mathPicture(i int) bool {
	tex, display, ok := b.page.FormulaPicture(i)
	if ok {
		b.formula(tex, display)
		b.joinNext(i + 1)
	}
	return ok
}

// formula adds TeX to the run, in the form that MathJax and Pandoc read. A display formula stands on lines of its own.
func (b *builder) formula(tex string, display bool) {
	if display && !phrasing[b.at.Data] {
		inline := b.inline
		b.endRun()
		b.inline = nil
		defer func() {
			b.endRun()
			b.inline = inline
		}()
	}
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
