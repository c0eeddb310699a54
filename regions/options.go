package regions

import "github.com/mullionhq/mullion/option"

// The modes of Options and Layout.
const (
	ModeFixed    = "fixed"    // by thresholds as configured
	ModeAdaptive = "adaptive" // by the page's own layout
)

// Options choose how a page is divided.
type Options struct {
	Mode     string   `key:"mode" default:"adaptive" oneof:"fixed|adaptive" doc:"how the thresholds are found: fixed as configured, adaptive from the page's own layout"`
	Fixed    Fixed    `key:"fixed"`
	Adaptive Adaptive `key:"adaptive"`
}

// Fixed are the four thresholds of the published method (VLPS, Jing & Zuo; its published setting is the default).
// Each is measured inwards from its own edge of the page. A value up to 1 is a share of the page's size in that
// direction, a greater one is CSS pixels: 0.25 is a quarter of the page, 200 is 200 px.
type Fixed struct {
	Header float64 `key:"header" default:"200" min:"0" max:"100000" doc:"the header ends this far below the page's top; up to 1 a share of its height, above it pixels"`
	Footer float64 `key:"footer" default:"160" min:"0" max:"100000" doc:"the footer begins this far above the page's bottom; up to 1 a share of its height, above it pixels"`
	Left   float64 `key:"left" default:"0.3" min:"0" max:"100000" doc:"the left column ends this far from the page's left edge; up to 1 a share of its width, above it pixels"`
	Right  float64 `key:"right" default:"0.3" min:"0" max:"100000" doc:"the right column begins this far from the page's right edge; up to 1 a share of its width, above it pixels"`
}

// Adaptive are the thresholds of the division by the page's own layout. The defaults are guesses that were checked in
// an evaluation run on the 190 rendered pages of 32 development sites: halving or doubling any of them alone, within
// its range, moved the region accuracy of .991 by less than .003, but ProseChars doubled, ProseLinks halved or CoreShare
// at its end cost .008. The same holds without landmarks, ids and classes (.990).
type Adaptive struct {
	// What is text of an article, and what is not.
	ProseChars int     `key:"prose_chars" default:"15" min:"1" max:"10000" doc:"fewest characters of a block of running text"`
	ProseLinks float64 `key:"prose_links" default:"0.5" min:"0" max:"1" doc:"greatest share of link text in a block of running text"`
	ShortText  float64 `key:"short_text" default:"0.2" min:"0" max:"1" doc:"weight of text too short to run, against running text"`
	LinkText   float64 `key:"link_text" default:"0.02" min:"0" max:"1" doc:"weight of link text outside of running text, against running text"`
	NavLinks   float64 `key:"nav_links" default:"0.5" min:"0" max:"1" doc:"smallest share of link text in navigation that no landmark names"`

	// How the main column is found.
	CoreShare  float64 `key:"core_share" default:"0.6" min:"0.5" max:"1" doc:"smallest share of the column's text in the element that is taken for its core"`
	PeerText   float64 `key:"peer_text" default:"0.1" min:"0" max:"1" doc:"smallest share of another's text in one of a row of equal cards, which hold no column each"`
	MainShare  float64 `key:"main_share" default:"0.1" min:"0" max:"1" doc:"smallest share of the text in a main landmark for it to be believed"`
	FreeShare  float64 `key:"free_share" default:"0.02" min:"0" max:"1" doc:"smallest share of the text outside of bars and sides for their landmarks to be believed"`
	MainHeight float64 `key:"main_height" default:"0.3" min:"0" max:"1" doc:"lowest main element, as a share of the height of all that does not stand beside the column; what is lower is a section"`
	ColumnTail float64 `key:"column_tail" default:"0.1" min:"0" max:"0.5" doc:"share of the running text that may begin left of the column, and end right of it"`

	// What stands beside the column.
	SideMinWidth  float64 `key:"side_min_width" default:"48" min:"0" max:"1000" doc:"narrowest side column, in pixels; line numbers are narrower"`
	SideMinHeight float64 `key:"side_min_height" default:"60" min:"0" max:"1000" doc:"lowest side column, in pixels"`
	SideHeight    float64 `key:"side_height" default:"200" min:"0" max:"100000" doc:"height, in pixels, from which what is higher than wide is a side column also above and below the text"`
	SideGap       float64 `key:"side_gap" default:"60" min:"0" max:"1000" doc:"widest gap between two pieces of a side column, one below the other, in pixels"`
	Sliver        float64 `key:"sliver" default:"0.1" min:"0" max:"1" doc:"share of the narrower of two columns by which they may overlap"`

	// What stands above and below it.
	Tolerance   float64 `key:"tolerance" default:"8" min:"0" max:"100" doc:"how far a bar may reach into the column's height, in pixels"`
	BarProse    float64 `key:"bar_prose" default:"0.5" min:"0" max:"1000" doc:"most running text in a header or a footer that only its place outside of the main element tells, against the core's"`
	FooterChars int     `key:"footer_chars" default:"100" min:"0" max:"100000" doc:"most characters of a footer that only its place at the column's end tells"`
	HeaderChars int     `key:"header_chars" default:"100" min:"0" max:"100000" doc:"most characters of text in a header that only the links in it tell, as a name above a bar or between two links"`
	BarWidth    float64 `key:"bar_width" default:"0.9" min:"0" max:"1" doc:"narrowest bar across the page, as a share of the page's width"`
	BarHeight   float64 `key:"bar_height" default:"0.4" min:"0" max:"1" doc:"highest bar that is fixed over the text or ends the column, as a share of the viewport's height"`
}

// DefaultOptions divides by the page's own layout.
func DefaultOptions() Options { return option.Defaults[Options]() }
