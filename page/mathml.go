package page

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// mathML writes the presentation MathML of element i as TeX (W3C, MathML 3, chapter 3). What it does not know it
// writes as the row of its children; letters and signs stay those of Unicode.
func (p *Page) mathML(i int) string {
	var t texWriter
	t.node(p, i)
	return strings.TrimSpace(t.b.String())
}

// A texWriter writes TeX, with spaces where it needs them.
type texWriter struct {
	b       strings.Builder
	command bool // whether the last thing written was a command, which a letter must not follow at once
}

func (t *texWriter) write(s string) {
	if s == "" {
		return
	}
	first, _ := utf8.DecodeRuneInString(s)
	if t.command && unicode.IsLetter(first) {
		t.b.WriteByte(' ')
	}
	t.b.WriteString(s)
	name := strings.TrimLeftFunc(s[strings.LastIndexByte(s, '\\')+1:], unicode.IsLetter)
	t.command = strings.Contains(s, `\`) && name == "" && !strings.HasSuffix(s, `\`)
}

// parts are the element's children that are elements.
func parts(p *Page, i int) (list []int) {
	for c := range p.Children(i) {
		if p.Nodes[c].Kind == Element {
			list = append(list, c)
		}
	}
	return list
}

// Elements of MathML with a fixed number of parts, and what TeX writes around and between them.
var texForms = map[string][]string{
	"mfrac":      {`\frac{`, `}{`, `}`},
	"msub":       {``, `_`, ``},
	"msup":       {``, `^`, ``},
	"msubsup":    {``, `_`, `^`, ``},
	"munder":     {``, `_`, ``},
	"mover":      {``, `^`, ``},
	"munderover": {``, `_`, `^`, ``},
}

// above and below are the signs above and below something that TeX has a command for.
var (
	above = map[string]string{
		"¯": `\overline`, "‾": `\overline`, "^": `\hat`, "ˆ": `\hat`, "~": `\tilde`, "˜": `\tilde`, "→": `\vec`, "⃗": `\vec`,
		"˙": `\dot`, "¨": `\ddot`, "⏞": `\overbrace`,
	}
	below = map[string]string{"_": `\underline`, "¯": `\underline`, "‾": `\underline`, "⏟": `\underbrace`}
)

// limited are the operators whose limits stand below and above them by _ and ^.
const limited = "∑∏∐∫∮⋃⋂⋁⋀⨁⨂"

// node writes one node.
func (t *texWriter) node(p *Page, i int) {
	n := &p.Nodes[i]
	if n.Kind == Text {
		t.write(escapeTeX(n.Text))
		return
	}
	children := parts(p, i)
	switch n.Tag {
	case "annotation", "annotation-xml", "mphantom", "none", "mprescripts":
	case "semantics":
		if len(children) > 0 {
			t.node(p, children[0])
		}
	case "mi", "mn", "mo", "ms", "mtext":
		t.token(n.Tag, p.text(i))
	case "mspace":
		t.write(" ")
	case "msqrt":
		t.write(`\sqrt{`)
		t.row(p, i)
		t.write(`}`)
	case "mroot":
		if len(children) == 2 {
			t.write(`\sqrt[`)
			t.node(p, children[1])
			t.write(`]{`)
			t.node(p, children[0])
			t.write(`}`)
		}
	case "mtable":
		t.table(p, children)
	case "mfenced":
		t.fenced(p, i, children)
	default:
		if form := texForms[n.Tag]; form != nil && len(children) == len(form)-1 {
			t.form(p, n, form, children)
			return
		}
		t.row(p, i)
	}
}

func (t *texWriter) row(p *Page, i int) {
	for c := range p.Children(i) {
		if p.Nodes[c].Kind == Element {
			t.node(p, c)
		}
	}
}

// form writes an element with a fixed number of parts.
func (t *texWriter) form(p *Page, n *Node, form []string, children []int) {
	if (n.Tag == "munder" || n.Tag == "mover") && t.set(p, n.Tag, children) {
		return
	}
	scripts := n.Tag != "mfrac"
	for k, c := range children {
		t.write(form[k])
		if scripts {
			t.group(p, c)
		} else {
			t.node(p, c)
		}
	}
	t.write(form[len(children)])
}

// set writes an accent, or what stands below or above something that is no operator with limits.
func (t *texWriter) set(p *Page, tag string, children []int) bool {
	base, mark := strings.TrimSpace(p.text(children[0])), strings.TrimSpace(p.text(children[1]))
	signs := above
	if tag == "munder" {
		signs = below
	}
	if command := signs[mark]; command != "" {
		t.write(command + `{`)
		t.node(p, children[0])
		t.write(`}`)
		return true
	}
	if _, isFunction := functions[base]; isFunction || base != "" && strings.Contains(limited, base) {
		return false
	}
	t.write(`\` + strings.TrimPrefix(tag, "m") + `set{`)
	t.node(p, children[1])
	t.write(`}{`)
	t.node(p, children[0])
	t.write(`}`)
	return true
}

// group writes a node that TeX must take for one thing: in braces unless it is one letter, digit or command.
func (t *texWriter) group(p *Page, i int) {
	var inner texWriter
	inner.node(p, i)
	s := strings.TrimSpace(inner.b.String())
	name, isCommand := strings.CutPrefix(s, `\`)
	if utf8.RuneCountInString(s) == 1 || isCommand && name != "" && strings.TrimLeftFunc(name, unicode.IsLetter) == "" {
		t.write(s)
		return
	}
	t.write(`{` + s + `}`)
}

// table writes a matrix.
func (t *texWriter) table(p *Page, rows []int) {
	t.write(`\begin{matrix}`)
	for k, row := range rows {
		if k > 0 {
			t.write(` \\`)
		}
		for c, cell := range parts(p, row) {
			if c > 0 {
				t.write(` &`)
			}
			t.write(` `)
			t.node(p, cell)
		}
	}
	t.write(` \end{matrix}`)
}

// fenced writes a list in brackets; its attributes say which.
func (t *texWriter) fenced(p *Page, i int, children []int) {
	n := &p.Nodes[i]
	attr := func(name, otherwise string) string {
		if value, ok := n.LookupAttr(name); ok {
			return strings.TrimSpace(value)
		}
		return otherwise
	}
	t.write(escapeTeX(attr("open", "(")))
	separators := []rune(attr("separators", ","))
	for k, c := range children {
		if k > 0 && len(separators) > 0 {
			t.write(escapeTeX(string(separators[min(k, len(separators))-1])))
		}
		t.node(p, c)
	}
	t.write(escapeTeX(attr("close", ")")))
}

// functions are the names that TeX sets upright by commands of their own.
var functions = TagSet("arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim ln log max min sec sin sinh sup tan tanh")

// spaced are the operators between two things, which are written with space around them.
const spaced = "=<>+-±∓×÷·≤≥≠≈≡∼≃≅∝→←↔⇒⇐⇔↦∈∉⊂⊆⊃⊇∪∩∧∨∣∘≪≫"

var spaces = regexp.MustCompile(`[\s\p{Zs}]+`)

// token writes a name, a number, an operator or text.
func (t *texWriter) token(tag, s string) {
	if tag == "mtext" { // spaces at its ends count
		t.write(`\text{` + escapeTeX(spaces.ReplaceAllString(s, " ")) + `}`)
		return
	}
	s = strings.Map(func(r rune) rune {
		switch r {
		case '\u2061', '\u2062', '\u2063', '\u2064', '\u200b': // invisible operators
			return -1
		case '−':
			return '-'
		}
		return r
	}, strings.TrimSpace(spaces.ReplaceAllString(s, " ")))
	switch {
	case s == "":
	case functions[s]:
		t.write(`\` + s)
	case tag == "mi" && utf8.RuneCountInString(s) > 1:
		t.write(`\mathrm{` + escapeTeX(s) + `}`)
	case tag == "mo" && strings.Contains(spaced, s):
		if t.b.Len() > 0 && !strings.HasSuffix(t.b.String(), "{") {
			t.write(" " + escapeTeX(s) + " ")
			return
		}
		t.write(escapeTeX(s)) // a sign
	default:
		t.write(escapeTeX(s))
	}
}

var texSpecials = strings.NewReplacer(`\`, `\backslash `, `{`, `\{`, `}`, `\}`, `$`, `\$`, `%`, `\%`, `&`, `\&`, `#`, `\#`, `_`, `\_`)

func escapeTeX(s string) string { return texSpecials.Replace(s) }

// text is the text of the subtree of node i as it is written.
func (p *Page) text(i int) string {
	var b strings.Builder
	for j := i; j < p.Nodes[i].End; j++ {
		b.WriteString(p.Nodes[j].Text)
	}
	return b.String()
}
