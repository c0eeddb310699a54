// Package peer runs content extractors of other projects, and mullion itself, each as a long-lived process of its
// own that reads pages and writes texts as JSON lines: the same way for Go, Node and Python, so that time, memory
// and crashes are measured and contained alike. It knows processes and their protocol; it does not know gold.
package peer

// A Hello is the first line of a process.
type Hello struct {
	Version string `json:"version"`           // of the peer, and of what it needs to read HTML
	Runtime string `json:"runtime"`           // such as "node 20.20.2"
	Missing string `json:"missing,omitempty"` // why the peer cannot run here; the process then ends
}

// A Request is one page, one line.
type Request struct {
	ID       int    `json:"id"`
	URL      string `json:"url,omitempty"`
	Lang     string `json:"lang,omitempty"`     // of the page's text, as the corpus has it; jusText must be told
	Site     string `json:"site,omitempty"`     // of the page, for profiles of mullion-learned
	HTML     string `json:"html"`               // decoded, the same for every peer
	Snapshot string `json:"snapshot,omitempty"` // a file with the rendered page, for mullion alone
}

// An Answer is what a peer made of a page, one line. It has a text, or HTML of which the bench makes text.
type Answer struct {
	ID    int    `json:"id"`
	Text  string `json:"text,omitempty"`
	HTML  string `json:"html,omitempty"`
	Error string `json:"error,omitempty"`
	CPU   int64  `json:"cpu_us"` // user and system time of the process between request and answer, microseconds
}
