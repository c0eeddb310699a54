package output

import (
	"strings"
)

// math shows a formula by its TeX source and reports whether it did. Formulas without one are left to their text.
func (b *builder) math(i int) bool {
	n := &b.Page.Nodes[i]
	if b.Has(i) == 0 && b.run == nil {
		return false
	}
	tex, display, ok := b.Page.Formula(i)
	if !ok {
		return false
	}
	b.formula(tex, display)
	b.joinNext(n.End)
	return true
}

// joinNext lets the first chosen text from node i on follow without space: the picture of a formula sets nothing apart.
func (b *builder) joinNext(i int) {
	for j := i; j < len(b.Chosen); j++ {
		if b.Chosen[j] {
			delete(b.apart, j)
			return
		}
	}
}

// mathPicture shows image i by its TeX source where it is a formula, and reports whether it is one.
func (b *builder) mathPicture(i int) bool {
	tex, display, ok := b.Page.FormulaPicture(i)
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

// splitTeX cuts text at raw formulas, which pages write as TeX for scripts to typeset: plain text and formulas take turns,
// plain text first. single tells that formulas may stand between single dollars.
func splitTeX(s string, single bool) []string {
	if !strings.ContainsAny(s, `\$`) {
		return []string{s}
	}
	var parts []string
	last := 0
	ends := map[string]int{} // where what closes a formula stands next
	for i := 0; i+delimiter < len(s); {
		end := rawTeX(s, i, ends)
		if end < 0 && single {
			end = inDollars(s, i)
		}
		if end < 0 {
			i++
			continue
		}
		parts = append(parts, s[last:i], s[i:end])
		i, last = end, end
	}
	return append(parts, s[last:])
}

// inDollars is the end of the formula between single dollars that begins at byte i of s; −1 where none does. As for Pandoc, one
// opens before what is no space, and the next one closes behind what is no space and before what is no digit.
func inDollars(s string, i int) int {
	if s[i] != '$' || i > 0 && (s[i-1] == '\\' || s[i-1] == '$') {
		return -1
	}
	for end := i + 1; end < len(s); end++ {
		switch {
		case s[end] == '\\':
			end++
		case s[end] == '$':
			next := end + 1
			if end == i+1 || isSpace(s[i+1]) || isSpace(s[end-1]) || next < len(s) && (s[next] == '$' || '0' <= s[next] && s[next] <= '9') {
				return -1
			}
			return next
		}
	}
	return -1
}

// delimiter is how many bytes of a raw formula are before its TeX, and behind it; of one in single dollars it is one.
const delimiter = 2

// rawTeX is the end of the raw formula that begins at byte i of s; −1 where none does. Dollars must hold something that only
// TeX has, and no dollar. ends keeps how far was looked for each closer, so that many that are open cost no more than one.
func rawTeX(s string, i int, ends map[string]int) int {
	closer := ""
	switch s[i : i+delimiter] {
	case `\(`:
		closer = `\)`
	case `\[`:
		closer = `\]`
	case "$$":
		length := strings.IndexByte(s[i+delimiter:], '$')
		if length < 0 || !strings.HasPrefix(s[i+delimiter+length:], "$$") || !strings.ContainsAny(s[i+delimiter:i+delimiter+length], `\^_=`) {
			return -1
		}
		return i + length + 2*delimiter
	default:
		return -1
	}
	from := i + delimiter + 1 // some TeX is between them
	at, looked := ends[closer]
	if !looked || at < from {
		if at = strings.Index(s[from:], closer); at < 0 {
			at = len(s)
		} else {
			at += from
		}
		ends[closer] = at
	}
	if at == len(s) {
		return -1
	}
	return at + delimiter
}

// tex adds a raw formula with its delimiters to the run.
func (b *builder) tex(raw string) {
	length := delimiter
	if raw[0] == '$' && raw[1] != '$' {
		length = 1
	}
	b.formula(strings.TrimSpace(raw[length:len(raw)-length]), length > 1 && raw[:length] != `\(`)
	b.space = false
}
