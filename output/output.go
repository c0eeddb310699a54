// Package output writes documents as Markdown, HTML, plain text and JSON. It knows how a content block looks in
// each format; it does not decide what content is. Every format shows the text of the content blocks and
// nothing else of the page's text.
//
// HTML and Markdown come from one tree that is built anew from the page, see Tree: what is not needed to
// show the content is never copied, so there is little to sanitise; a policy still checks the result.
package output

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/option"
)

// A Format names one way to write a document; its value is the name that --format takes.
type Format string

// The formats, by the names that the setting and the command line have for them.
const (
	FormatMarkdown Format = "md"
	FormatText     Format = "text"
	FormatHTML     Format = "html"
	FormatJSON     Format = "json"
)

// Formats lists every format, the default first.
var Formats = []Format{FormatMarkdown, FormatText, FormatHTML, FormatJSON}

// Options say how documents are written.
type Options struct {
	FrontMatter  bool    `key:"front_matter" default:"false" doc:"begin Markdown with title, author, date, language, URL and confidence as YAML"`
	TitleHeading bool    `key:"title_heading" default:"false" doc:"begin Markdown and HTML with the title as first-level heading, in place of a heading that says the same"`
	Links        string  `key:"links" default:"keep" oneof:"keep|text" doc:"keep links, or only their text"`
	Images       string  `key:"images" default:"keep" oneof:"keep|drop" doc:"keep images and links to videos, sounds and frames, or drop them"`
	Blocks       string  `key:"blocks" default:"keep" oneof:"keep|drop" doc:"keep the blocks of a page in its JSON, or drop them, which are the most of it; with their evidence they stay"`
	Indent       bool    `key:"indent" default:"false" doc:"write JSON on many lines instead of one"`
	Image        Image   `key:"image"`
	Heading      Heading `key:"heading"`
}

// DefaultOptions are the tagged defaults.
func DefaultOptions() Options { return option.Defaults[Options]() }

// Write writes the document in the format, with a newline at the end.
func Write(w io.Writer, d *mullion.Document, f Format, o Options) error {
	var text string
	switch f {
	case FormatMarkdown:
		text = Markdown(d, o)
	case FormatText:
		text = Text(d)
	case FormatHTML:
		text = HTML(d, o)
	case FormatJSON:
		raw, err := JSON(d, o)
		if err != nil {
			return err
		}
		text = string(raw)
	default:
		return fmt.Errorf("%q is not a format (%s)", f, formatList())
	}
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	if _, err := io.WriteString(w, text); err != nil {
		return fmt.Errorf("writing %s: %w", f, err)
	}
	return nil
}

// ParseFormat reads a format's name; "markdown" and "txt" are understood too.
func ParseFormat(name string) (Format, error) {
	switch f := Format(strings.ToLower(name)); {
	case slices.Contains(Formats, f):
		return f, nil
	case f == "markdown":
		return FormatMarkdown, nil
	case f == "txt":
		return FormatText, nil
	}
	return "", fmt.Errorf("%q is not a format (%s)", name, formatList())
}

func formatList() string {
	names := make([]string, len(Formats))
	for i, f := range Formats {
		names[i] = string(f)
	}
	return strings.Join(names, ", ")
}
