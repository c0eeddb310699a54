package regions

import "github.com/mullionhq/mullion/option"

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

// Adaptive are the thresholds of the division by the page's own layout.
type Adaptive struct {
	ProseChars    int     `key:"prose_chars" default:"20" min:"1" max:"10000" doc:"fewest characters of a block of running text"`
	ProseLinks    float64 `key:"prose_links" default:"0.5" min:"0" max:"1" doc:"greatest share of link text in a block of running text"`
	CoreShare     float64 `key:"core_share" default:"0.6" min:"0.5" max:"1" doc:"smallest share of the running text in the core"`
	MainShare     float64 `key:"main_share" default:"0.1" min:"0" max:"1" doc:"smallest share"`
	SideMinWidth  float64 `key:"side_min_width" default:"48" min:"0" max:"1000" doc:"px"`
	SideMinHeight float64 `key:"side_min_height" default:"60" min:"0" max:"1000" doc:"px"`
	ColumnTail    float64 `key:"column_tail" default:"0.1" min:"0" max:"0.5" doc:"share of text left of, right of"`
	NavLinks      float64 `key:"nav_links" default:"0.5" min:"0" max:"1" doc:"share of links"`
	SideGap       float64 `key:"side_gap" default:"60" min:"0" max:"1000" doc:"px"`
	Sliver        float64 `key:"sliver" default:"0.1" min:"0" max:"1" doc:"share"`
	Tolerance     float64 `key:"tolerance" default:"8" min:"0" max:"100" doc:"px"`
}

// DefaultOptions divides by the page's own layout.
func DefaultOptions() Options { return option.Defaults[Options]() }
