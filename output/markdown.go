package output

import (
	"encoding/json"
	"strings"

	"github.com/JohannesKaufmann/html-to-markdown/v2/converter"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/base"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/commonmark"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/strikethrough"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/table"
	"golang.org/x/net/html"

	"github.com/mullionhq/mullion"
)

// Markdown is the content as CommonMark with GitHub's tables and strikethrough, footnotes as [^1], and formulas as
// TeX between dollars. It is "" when there is no content and no front matter is asked for.
func Markdown(d *mullion.Document, o Options) string {
	root := Tree(d, o)
	simplify(root)
	body, err := converters.ConvertNode(root)
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
	address := d.FinalURL
	if address == "" {
		address = d.URL
	}
	var out strings.Builder
	out.WriteString("---\n")
	for _, f := range [][2]string{
		{"title", d.Title}, {"author", d.Author}, {"date", d.Date}, {"lang", d.Lang}, {"url", address},
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
	out.WriteString("---\n\n")
	return out.String()
}

// converters turns simplified trees into Markdown. It may be used by many goroutines.
var converters = func() *converter.Converter {
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
	c.Register.RendererFor("span", converter.TagTypeInline, formula, converter.PriorityEarly)
	c.Register.RendererFor("br", converter.TagTypeInline, cellBreak, converter.PriorityEarly)
	c.Register.RendererFor("a", converter.TagTypeInline, noteRef, converter.PriorityEarly)
	c.Register.RendererFor("div", converter.TagTypeBlock, note, converter.PriorityEarly)
	return c
}()

// asHTML writes an inline element that Markdown has no sign for.
func asHTML(ctx converter.Context, w converter.Writer, n *html.Node) converter.RenderStatus {
	w.WriteString("<" + n.Data + ">")
	ctx.RenderChildNodes(ctx, w, n)
	w.WriteString("</" + n.Data + ">")
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
	var text strings.Builder
	ctx.RenderChildNodes(ctx, &text, n)
	const indent = "\n    " // of a footnote's further lines
	lines := strings.ReplaceAll(strings.TrimSpace(text.String()), "\n", indent)
	w.WriteString("\n\n[^" + k + "]: " + strings.ReplaceAll(lines, indent+"\n", "\n\n") + "\n\n")
	return converter.RenderSuccess
}
