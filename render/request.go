package render

import (
	"time"

	"github.com/mullionhq/mullion/page"
)

// A Request names one page: a URL, or HTML with the URL it came from, the folder it lies in, or neither.
type Request struct {
	// URL is the address to load (http or https). With HTML it is what the HTML is shown under and its relative
	// links are relative to; it may then be empty.
	URL string

	// HTML is a saved page, such as a file or standard input, in any encoding that page.Decode reads. Chrome
	// gets it as UTF-8 with a header that says so, whatever its own meta element claims. The page stays this HTML:
	// where its scripts, refreshes or forms would lead elsewhere they are stopped, with a warning.
	HTML []byte

	// ContentType is that of the response that HTML came with, such as "text/html; charset=gbk"; "" when unknown.
	ContentType string

	// Dir is the folder of a saved page. Its files, and no others, answer the page's relative requests.
	Dir string

	// Name is the saved page's file name in Dir; "" is "index.html".
	Name string

	// Replay answers requests instead of the network; what it does not know fails like an unknown host.
	Replay Replay

	// Screenshot asks for a picture.
	Screenshot *Screenshot

	// WaitFor is Options.WaitFor for this page; "" keeps the option.
	WaitFor string
}

func (r *Request) name() string {
	switch {
	case r.URL != "":
		return page.WithoutUser(r.URL)
	case r.Name != "":
		return r.Name
	}
	return "the given HTML"
}

// A Replay answers requests from a record. It is called from several goroutines.
type Replay interface {
	// Answer is the response to a GET of the URL: its status, Content-Type and body.
	// ok is false when nothing is known; the request then fails like one to an unknown host.
	Answer(url string) (status int, contentType string, body []byte, ok bool)
}

// A Screenshot describes a picture of the whole page.
type Screenshot struct {
	// Format is "png" or "jpeg"; "" is png.
	Format string

	// Quality of a JPEG, 1 … 100; 0 is 85, a guess.
	Quality int

	// Overlay, if set, returns an SVG element that is laid over the page, in page coordinates (CSS pixels).
	// It is called once with the page as read; "" draws nothing.
	Overlay func(*page.Page) (svg string)

	// MaxHeight cuts tall pages, in CSS pixels; 0 is 16384, which is as much as Chrome's surfaces hold.
	MaxHeight int

	// Tile asks for Result.Tiles instead of one picture: pieces of the page so many CSS pixels high, of which only the
	// first MaxTiles are taken, and those that are there at the deadline kept, with a warning. So pages of any height
	// have a picture.
	Tile int
}

// MaxTiles is the most tiles of a page: at a height of 2,048 pixels that is a page of 200,000.
const MaxTiles = 100

// A Result is a rendered page.
type Result struct {
	Page       *page.Page
	Screenshot []byte   // in the format that was asked for; nil when none was
	Tiles      [][]byte // from the top down, where tiles were asked for; the last one may be lower
	Status     int      // of the response, such as 200; 0 for a file
	Redirects  int      // how many were followed
	Unstyled   bool     // whether the page asked for stylesheets, and none came: its readers see another layout

	Timings map[string]time.Duration // by stage: "start", "load", "read", "picture"
}
