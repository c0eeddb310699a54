// Package mullion renders web pages, divides them into regions and keeps their main content.
//
// A [Cleaner] makes a [Document] of what a source.Input names, an address, HTML or a file, and package output writes it:
//
//	c, err := mullion.New(ctx, mullion.DefaultOptions())
//	if err != nil {
//		return err
//	}
//	defer c.Close()
//	d, err := c.Clean(ctx, source.Input{HTML: raw, URL: "https://example.com/news/1"})
//	if err != nil {
//		return err
//	}
//	fmt.Println(d.Title, output.Markdown(d, output.DefaultOptions()))
//
// Chrome starts with the first page that needs it. Where Options.Rendering is [RenderNever], none does.
package mullion

import (
	"time"

	"github.com/mullionhq/mullion/classify"
	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/regions"
	"github.com/mullionhq/mullion/site"
)

// A Document is a page with every block labelled, and what is known about the whole.
type Document struct {
	Input         string // what named the page among many, such as a file; "" when it was the only one
	Settings      string // fingerprint of the settings that it was made with, of one among many; else ""
	URL, FinalURL string
	Title         string // the headline; not repeated in the body's text
	Author        string
	Date          string  // ISO 8601, day or more precise; "" when unknown
	Lang          string  // BCP 47
	PageType      string  // of classify.PageTypes, as the model of fused sees it; "" when it does not know types
	PageTypeScore float64 // its probability, 0 … 1
	Confidence    float64 // word F1 that fused promises of its labels, 0 … 1 (classify.View.Confidence); 0 without main content and of other methods
	Threshold     float64 // score from which fused took blocks for main content (classify.Labels); 0 where the page promises none, and of other methods
	Method        string  // that labelled the blocks, such as "fused"
	Status        Status
	Page          *page.Page
	Layout        *regions.Layout  // nil without layout
	Blocks        []classify.Block // in document order, content and boilerplate
	Wall          string           // what shows that the page is a check for robots (meta.Wall); "" for other pages
	Fit           site.Fit         // how the page and its site's profile agree; "" where there is no profile
	Timings       map[string]time.Duration
	Warnings      []string
}

// Status tells how much of the page the document holds.
type Status string

// The statuses of a document.
const (
	OK      Status = "ok"
	Partial Status = "partial" // the page did not come to its end, as the warnings say; what was there was kept
	Empty   Status = "empty"   // no main content was found; see NoContent
	Failed  Status = "error"   // the page could not be loaded
)
