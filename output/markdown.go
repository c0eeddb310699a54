package output

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/JohannesKaufmann/html-to-markdown/v2/converter"
	"github.com/JohannesKaufmann/html-to-markdown/v2/marker"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/base"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/commonmark"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/strikethrough"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/table"
	"golang.org/x/net/html"

	"github.com/mullionhq/mullion"
)

// Markdown is the content as CommonMark with GitHub's tables, strikethrough and task lists, footnotes as [^1], and
// formulas as TeX between dollars. It is "" when there is no content and no front matter is asked for.
func Markdown(d *mullion.Document, o Options) string {
	root := Tree(d, o)
	simplify(root)
	untangle(root)
	body, err := newConverter().ConvertNode(root)
	if err != nil { // only wrong plugins are an error, and they are ours
		panic(err)
	}
	text := string(body)
	if text != "" {
		text += "\n"
	}
	if o.FrontMatter {
		text = frontMatter(d) + text
	}
	return text
}

// frontMatter is what is known about the document as a YAML block.
func frontMatter(d *mullion.Document) string {
	var out strings.Builder
	out.WriteString("---\n")
	for _, f := range [][2]string{
		{"title", d.Title}, {"author", d.Author}, {"date", d.Date}, {"lang", d.Lang}, {"url", cmp.Or(d.FinalURL, d.URL)},
	} {
		if f[1] == "" {
			continue
		}
		quoted, err := json.Marshal(clean(collapse(f[1]))) // a JSON string is a YAML string
		if err != nil {
			panic(err)
		}
		out.WriteString(f[0] + ": " + string(quoted) + "\n")
	}
	if d.Confidence > 0 {
		fmt.Fprintf(&out, "confidence: %.4f\n", d.Confidence)
	}
	out.WriteString("---\n\n")
	return out.String()
}

// newConverter makes what turns one simplified tree into Markdown.
func newConverter() *converter.Converter {
	c := converter.NewConverter(converter.WithPlugins(
		base.NewBasePlugin(),
		commonmark.NewCommonmarkPlugin(commonmark.WithListEndComment(false)),
		strikethrough.NewStrikethroughPlugin(),
		table.NewTablePlugin(
			table.WithNewlineBehavior(table.NewlineBehaviorPreserve), // without it a cell of two lines loses its table
			table.WithHeaderPromotion(true),
			table.WithCellPaddingBehavior(table.CellPaddingBehaviorMinimal),
		),
	))
	for _, tag := range []string{"sub", "sup", "ruby", "rt"} {
		c.Register.RendererFor(tag, converter.TagTypeInline, asHTML, converter.PriorityEarly)
	}
	c.Register.RendererFor("wbr", converter.TagTypeInline, nothing, converter.PriorityEarly)
	c.Register.RendererFor("input", converter.TagTypeInline, checkbox, converter.PriorityEarly)
	c.Register.RendererFor("#comment", converter.TagTypeBlock, comment, converter.PriorityEarly)
	c.Register.UnEscaper(star, converter.PriorityEarly)
	c.Register.UnEscaper(new(dollars).keep, converter.PriorityEarly)
	c.Register.UnEscaper(bracket, converter.PriorityEarly)
	c.Register.TextTransformer(ampersands, converter.PriorityEarly)
	c.Register.TextTransformer(insideWords, converter.PriorityLate)
	c.Register.RendererFor("span", converter.TagTypeInline, formula, converter.PriorityEarly)
	c.Register.RendererFor("blockquote", converter.TagTypeBlock, quote, converter.PriorityEarly)
	c.Register.RendererFor("br", converter.TagTypeInline, cellBreak, converter.PriorityEarly)
	c.Register.RendererFor("a", converter.TagTypeInline, noteRef, converter.PriorityEarly)
	c.Register.RendererFor("div", converter.TagTypeBlock, note, converter.PriorityEarly)
	return c
}

var reference = regexp.MustCompile(`&(#?\w+;)`)

// ampersands escapes what Markdown would take for a character reference.
func ampersands(_ converter.Context, text string) string {
	return reference.ReplaceAllString(text, "&amp;$1")
}

// insideWords takes the mark of characters that may be escaped away from underscores between letters or digits, which are
// no delimiters. The library's own check does not look at what stands before them.
func insideWords(_ converter.Context, text string) string {
	const marked = string(marker.MarkerEscaping) + "_"
	var out strings.Builder
	for {
		i := strings.Index(text, marked)
		if i < 0 {
			out.WriteString(text)
			return out.String()
		}
		end := i
		for strings.HasPrefix(text[end:], marked) {
			end += len(marked)
		}
		row := text[i:end]
		before, _ := utf8.DecodeLastRuneInString(text[:i])
		after, _ := utf8.DecodeRuneInString(text[end:])
		if isWordly(before) && isWordly(after) {
			row = strings.Repeat("_", len(row)/len(marked))
		}
		out.WriteString(text[:i] + row)
		text = text[end:]
	}
}

func isWordly(r rune) bool { return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r)) }

// star keeps the escape of every asterisk that is not between spaces: the library's own check does not see the delimiters
// of emphasis beside it. It gets the text with a mark before each character that may be escaped.
func star(text []byte, i int) int {
	if text[i] != '*' {
		return -1
	}
	free := func(k int) bool { return k < 0 || k >= len(text) || text[k] == ' ' }
	if free(i-2) && free(i+1) && i > 1 && text[i-2] == ' ' {
		return -1
	}
	return 1
}

// bracket keeps the escape of an opening bracket that may begin a link: a closing one follows on its line, or the line is
// too long to look for one. The library's own check looks through the line for each bracket in it, however long.
func bracket(text []byte, i int) int {
	if text[i] != '[' {
		return -1
	}
	rest := text[i+1 : min(len(text), i+1+far)]
	line, _, ends := bytes.Cut(rest, []byte("\n"))
	if bytes.IndexByte(line, ']') >= 0 || !ends && len(rest) == far {
		return 1
	}
	return -1
}

// asHTML writes an inline element that Markdown has no sign for.
func asHTML(ctx converter.Context, w converter.Writer, n *html.Node) converter.RenderStatus {
	w.WriteString("<" + n.Data + ">")
	ctx.RenderChildNodes(ctx, w, n)
	w.WriteString("</" + n.Data + ">")
	return converter.RenderSuccess
}

// nothing writes nothing.
func nothing(converter.Context, converter.Writer, *html.Node) converter.RenderStatus {
	return converter.RenderSuccess
}

// checkbox writes the box of a task.
func checkbox(_ converter.Context, w converter.Writer, n *html.Node) converter.RenderStatus {
	box := "[ ]"
	if slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == "checked" }) {
		box = "[x]"
	}
	w.WriteString(box)
	return converter.RenderSuccess
}

// comment writes the empty comment that ends a list where another one follows.
func comment(_ converter.Context, w converter.Writer, n *html.Node) converter.RenderStatus {
	w.WriteString("\n\n<!--" + n.Data + "-->\n\n")
	return converter.RenderSuccess
}

// formula writes the TeX of a span of class math.
func formula(_ converter.Context, w converter.Writer, n *html.Node) converter.RenderStatus {
	tex, dollars := content(n), "$"
	switch get(n, "class") {
	case "math inline":
	case "math display":
		dollars = "$$"
	default:
		return converter.RenderTryNext
	}
	const delimiter = 2 // characters on each side in HTML
	w.WriteString(dollars + collapse(strings.ReplaceAll(tex[delimiter:len(tex)-delimiter], "<", `\lt `)) + dollars)
	return converter.RenderSuccess
}

// cellBreak writes a line break in a cell, whose text must stay on one line.
func cellBreak(_ converter.Context, w converter.Writer, n *html.Node) converter.RenderStatus {
	for ; n != nil; n = n.Parent {
		if n.Data == "td" || n.Data == "th" {
			w.WriteString("<br />")
			return converter.RenderSuccess
		}
	}
	return converter.RenderTryNext
}

// noteRef writes the reference to a footnote.
func noteRef(_ converter.Context, w converter.Writer, n *html.Node) converter.RenderStatus {
	if get(n, "class") != "footnote-ref" {
		return converter.RenderTryNext
	}
	w.WriteString("[^" + strings.TrimPrefix(get(n, "href"), "#fn-") + "]")
	return converter.RenderSuccess
}

// note writes a footnote.
func note(ctx converter.Context, w converter.Writer, n *html.Node) converter.RenderStatus {
	k, ok := strings.CutPrefix(get(n, "id"), "fn-")
	if !ok {
		return converter.RenderTryNext
	}
	w.WriteString("\n\n[^" + k + "]: " + prefixed(ctx, n, "    ") + "\n\n")
	return converter.RenderSuccess
}

// quote writes a block quote. The library's own prefixes lines before it looks for what must be escaped at their
// beginning.
func quote(ctx converter.Context, w converter.Writer, n *html.Node) converter.RenderStatus {
	w.WriteString("\n\n> " + prefixed(ctx, n, "> ") + "\n\n")
	return converter.RenderSuccess
}

// prefixed is the finished Markdown of what is in n, with a prefix before every line but the first. Line breaks in code
// are marked until the end, for empty lines are dropped elsewhere.
func prefixed(ctx converter.Context, n *html.Node, prefix string) string {
	const mark = string(marker.MarkerCodeBlockNewline)
	var text bytes.Buffer
	ctx.RenderChildNodes(ctx, &text, n)
	s := string(ctx.UnEscapeContent(bytes.TrimSpace(text.Bytes())))
	s = emptyLines.ReplaceAllString(s, "\n\n")
	return strings.ReplaceAll(strings.ReplaceAll(s, "\n", "\n"+prefix), mark, mark+prefix)
}

var emptyLines = regexp.MustCompile(`\n\n\n+`)
