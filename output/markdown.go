package output

import (
	"bytes"
	"cmp"
	"fmt"
	"regexp"
	"strings"

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
	edgeCode(root)
	setListsApart(root)
	joinTexts(root)
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
		quoted, err := encode(collapse(clean(f[1])), false) // a JSON string is a YAML string
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
	c.Register.RendererFor("img", converter.TagTypeInline, picture, converter.PriorityEarly)
	c.Register.RendererFor("wbr", converter.TagTypeInline, nothing, converter.PriorityEarly)
	c.Register.RendererFor("input", converter.TagTypeInline, checkbox, converter.PriorityEarly)
	c.Register.UnEscaper(star, converter.PriorityEarly)
	c.Register.UnEscaper(toFill, converter.PriorityEarly)
	c.Register.UnEscaper(new(dollars).keep, converter.PriorityEarly)
	c.Register.UnEscaper(dash, converter.PriorityEarly)
	c.Register.UnEscaper(bracket, converter.PriorityEarly)
	c.Register.TextTransformer(ampersands, converter.PriorityEarly)
	c.Register.TextTransformer(insideWords, converter.PriorityLate)
	c.Register.TextTransformer(angles, converter.PriorityLate)
	c.Register.RendererFor("span", converter.TagTypeInline, formula, converter.PriorityEarly)
	c.Register.RendererFor("code", converter.TagTypeInline, inlineCode, converter.PriorityEarly)
	c.Register.RendererFor("blockquote", converter.TagTypeBlock, quote, converter.PriorityEarly)
	c.Register.RendererFor("ul", converter.TagTypeBlock, list, converter.PriorityEarly)
	c.Register.RendererFor("ol", converter.TagTypeBlock, list, converter.PriorityEarly)
	c.Register.RendererFor("br", converter.TagTypeInline, cellBreak, converter.PriorityEarly)
	c.Register.RendererFor("a", converter.TagTypeInline, anchor, converter.PriorityEarly)
	c.Register.RendererFor("div", converter.TagTypeBlock, note, converter.PriorityEarly)
	return c
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

// picture writes an image. One that is in the page itself has no address: it is written as what it shows.
func picture(ctx converter.Context, w converter.Writer, n *html.Node) converter.RenderStatus {
	w.WriteString("![")
	alt := &html.Node{Type: html.TextNode, Data: get(n, "alt")}
	ctx.RenderNodes(ctx.WithValue(insideLink, true), w, alt)
	w.WriteString("](" + destination(get(n, "src")))
	if title := get(n, "title"); title != "" {
		w.WriteString(` "` + titleSigns.ReplaceAllString(title, `\$0`) + `"`)
	}
	w.WriteString(")")
	return converter.RenderSuccess
}

// titleSigns are what means something in a title in quotes, or in a cell that holds one.
var titleSigns = regexp.MustCompile(`["\\|]|&#?\w+;`)

// insideLink tells the library to keep the escapes of closing brackets.
const insideLink = "is_inside_link"

// checkbox writes the box of a task.
func checkbox(_ converter.Context, w converter.Writer, n *html.Node) converter.RenderStatus {
	box := "[ ]"
	if has(n, "checked") {
		box = "[x]"
	}
	w.WriteString(box)
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
	w.WriteString(dollars + collapse(harmless.Replace(tex[delimiter:len(tex)-delimiter])) + dollars)
	return converter.RenderSuccess
}

// harmless makes TeX no tag and no link of Markdown for readers that know no formulas: it means the same.
var harmless = strings.NewReplacer("<", `\lt `, "](", "] (")

// inlineCode writes code in a line, between more backticks than it has in a row. The library's own sets code apart from them
// on one side only, where that is a backtick, which makes the space a part of it.
func inlineCode(_ converter.Context, w converter.Writer, n *html.Node) converter.RenderStatus {
	code := content(n)
	if !has(n, spaced) {
		code = collapse(code)
	}
	longest, row := 0, 0
	for _, r := range code {
		if row++; r != '`' {
			row = 0
		}
		longest = max(longest, row)
	}
	fence := strings.Repeat("`", longest+1)
	if strings.HasPrefix(code, "`") || strings.HasSuffix(code, "`") {
		code = " " + code + " "
	}
	w.WriteString(fence + code + fence)
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

// anchor writes a link, with the spaces around its text outside, or the reference to a footnote. The library's own writes
// the query of an address anew, as forms do, which makes another address of it.
func anchor(ctx converter.Context, w converter.Writer, n *html.Node) converter.RenderStatus {
	if get(n, "class") == "footnote-ref" {
		w.WriteString("[^" + strings.TrimPrefix(get(n, "href"), "#fn-") + "]")
		return converter.RenderSuccess
	}
	var text bytes.Buffer
	ctx.RenderChildNodes(ctx.WithValue(insideLink, true), &text, n)
	core := strings.Trim(text.String(), " ")
	if core == "" {
		return converter.RenderSuccess
	}
	before, after, _ := strings.Cut(text.String(), core)
	w.WriteString(before + "[" + core + "](" + destination(get(n, "href")) + ")" + after)
	return converter.RenderSuccess
}

// destination is an address as it may stand in parentheses, in a table too: what could end it, or be read as a sign of
// Markdown, is percent-encoded.
func destination(address string) string {
	return reference.ReplaceAllString(percentEncoded.Replace(address), "&amp;$1")
}

var percentEncoded = strings.NewReplacer(" ", "%20", "(", "%28", ")", "%29", "<", "%3C", ">", "%3E", "[", "%5B", "\\", "%5C", "]", "%5D", "`", "%60", "|", "%7C")

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
	depth, _ := ctx.Value(insideQuotes).(int)
	if depth >= deepestQuote {
		w.WriteString("\n\n")
		ctx.RenderChildNodes(ctx, w, n)
		w.WriteString("\n\n")
		return converter.RenderSuccess
	}
	w.WriteString("\n\n> " + prefixed(ctx.WithValue(insideQuotes, depth+1), n, "> ") + "\n\n")
	return converter.RenderSuccess
}

// insideQuotes names how many block quotes are around what is written; those within deepestQuote of them are not set apart: each
// prefixes every line, so that 40 kB of a page would become 16 MB. A guess; mails quote each other less often.
const (
	insideQuotes = "inside_quotes"
	deepestQuote = 30
)

// prefixed is the finished Markdown of what is in n, with a prefix before every line but the first.
func prefixed(ctx converter.Context, n *html.Node, prefix string) string {
	var text bytes.Buffer
	ctx.RenderChildNodes(ctx, &text, n)
	return indented(finished(ctx, text.Bytes()), prefix)
}

// finished is Markdown that stands for itself: what must be escaped at the beginning of its lines is.
func finished(ctx converter.Context, text []byte) string {
	return emptyLines.ReplaceAllString(string(ctx.UnEscapeContent(bytes.TrimSpace(text))), "\n\n")
}

// indented has a prefix before every line but the first. Line breaks in code are marked until the end, for empty lines are
// dropped elsewhere.
func indented(s, prefix string) string {
	const mark = string(marker.MarkerCodeBlockNewline)
	return strings.ReplaceAll(strings.ReplaceAll(s, "\n", "\n"+prefix), mark, mark+prefix)
}

var emptyLines = regexp.MustCompile(`\n\n\n+`)
