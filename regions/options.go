package regions

import "github.com/mullionhq/mullion/option"

// Options choose how a page is divided.
type Options struct {
	Mode  string `key:"mode" default:"adaptive" oneof:"fixed|adaptive" doc:"how the thresholds are found: fixed as configured, adaptive from the page's own layout"`
	Fixed Fixed  `key:"fixed"`
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

// DefaultOptions divides by the page's own layout.
func DefaultOptions() Options { return option.Defaults[Options]() }
