package render

import (
	"math"
	"strconv"
	"strings"

	"github.com/mullionhq/mullion/page"
)

// The computed styles that are captured, in the order of a layout row.
const (
	sDisplay = iota
	sPosition
	sFloat
	sVisibility
	sOverflowX
	sOverflowY
	sWhiteSpace
	sTextAlign
	sDirection
	sFontFamily
	sFontSize
	sFontWeight
	sFontStyle
	sLineHeight
	sOpacity
	sColor
	sBackground
	sWritingMode // from here on they decide where a document scrolls to, what is hidden and where a frame's document begins
	sClip
	sClipPath
	sContentVisibility
	sBorderLeft
	sBorderTop
	sPaddingLeft
	sPaddingTop
	sTransition
	sAnimation
	sTextFill
	sTextShadow
	sBackgroundClip
	sBackgroundImage
	sBlend
	sColorScheme
	styleCount
)

var styleNames = []string{
	"display", "position", "float", "visibility", "overflow-x", "overflow-y", "white-space", "text-align", "direction",
	"font-family", "font-size", "font-weight", "font-style", "line-height", "opacity", "color", "background-color",
	"writing-mode", "clip", "clip-path", "content-visibility", "border-left-width", "border-top-width", "padding-left", "padding-top",
	"transition-duration", "animation-name", "-webkit-text-fill-color", "text-shadow", "background-clip", "background-image", "mix-blend-mode", "color-scheme",
}

// A styleKey is a layout row's styles as string indices. Rows that look alike have the same key.
type styleKey [styleCount]int32

// A look is a style and what else follows from its row.
type look struct {
	style   page.Style
	toLeft  bool    // a document with it scrolls to the left
	clipped bool    // clip or clip-path leaves nothing of it
	skipped bool    // its content is not shown, whether it is laid out or not
	moves   bool    // a transition or an animation may show what it hides
	dx, dy  float64 // from the border box to the content box, in CSS pixels
	ink     ink
}

func (s *snapshot) look(k styleKey) *look {
	t := func(i int) string { return s.text(k[i]) }
	return &look{
		style: page.Style{
			Display: t(sDisplay), Position: t(sPosition), Float: t(sFloat), Visibility: t(sVisibility),
			OverflowX: t(sOverflowX), OverflowY: t(sOverflowY), WhiteSpace: t(sWhiteSpace), TextAlign: t(sTextAlign),
			Direction: t(sDirection), FontFamily: t(sFontFamily), FontSize: number(t(sFontSize)), FontWeight: number(t(sFontWeight)),
			FontStyle: t(sFontStyle), LineHeight: number(t(sLineHeight)), Opacity: opacity(t(sOpacity)), Color: parseColor(t(sColor)), Background: parseColor(t(sBackground)),
		},
		toLeft:  toLeft(t(sWritingMode), t(sDirection)),
		clipped: emptyClip(t(sClip)) || emptyPath(t(sClipPath)),
		skipped: t(sContentVisibility) == "hidden",
		moves:   strings.Trim(t(sTransition), "0s, ") != "" || t(sAnimation) != "none" && t(sAnimation) != "",
		dx:      number(t(sBorderLeft)) + number(t(sPaddingLeft)),
		dy:      number(t(sBorderTop)) + number(t(sPaddingTop)),
		ink:     newInk(t),
	}
}

// toLeft reports whether what has no room goes on to the left: lines that run so, or, where lines stand, each after the
// one to its right.
func toLeft(writing, direction string) bool {
	switch writing {
	case "vertical-rl", "sideways-rl":
		return true
	case "vertical-lr", "sideways-lr":
		return false
	}
	return direction == "rtl"
}

// number reads the leading number of a computed value such as "16px" or "400"; 0 for words.
func number(s string) float64 {
	v, err := strconv.ParseFloat(strings.TrimSuffix(s, "px"), 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		return 0
	}
	return v
}

func opacity(s string) float64 {
	if s == "" {
		return 1
	}
	return min(max(number(s), 0), 1)
}

// parseColor reads a computed colour as plainColor does. Colours of other spaces are read as opaque black.
func parseColor(s string) page.RGBA {
	c, ok := plainColor(s)
	if !ok && strings.Contains(s, "(") {
		return page.RGBA{A: 255}
	}
	return c
}

// plainColor reads a computed colour: rgb(), rgba() or color(srgb …); ok is false for all others.
func plainColor(s string) (c page.RGBA, ok bool) {
	name, rest, ok := strings.Cut(s, "(")
	if !ok {
		return c, false
	}
	f := strings.FieldsFunc(strings.TrimSuffix(rest, ")"), func(r rune) bool { return r == ',' || r == ' ' || r == '/' })
	scale := 1.0
	switch {
	case name == "color" && len(f) > 0 && f[0] == "srgb":
		f, scale = f[1:], 255
	case name != "rgb" && name != "rgba":
		return c, false
	}
	if len(f) < 3 {
		return c, false
	}
	alpha := 1.0
	if len(f) > 3 {
		alpha = number(f[3])
	}
	return page.RGBA{R: channel(number(f[0]) * scale), G: channel(number(f[1]) * scale), B: channel(number(f[2]) * scale), A: channel(alpha * 255)}, true
}

func channel(x float64) uint8 { return uint8(math.Round(min(max(x, 0), 255))) }

// emptyClip reports whether a clip value, such as rect(1px, 1px, 1px, 1px), leaves at most a pixel.
func emptyClip(s string) bool {
	inner, ok := strings.CutPrefix(s, "rect(")
	if !ok {
		return false
	}
	f := strings.FieldsFunc(strings.TrimSuffix(inner, ")"), func(r rune) bool { return r == ',' || r == ' ' })
	if len(f) != 4 || f[0] == "auto" || f[1] == "auto" || f[2] == "auto" || f[3] == "auto" {
		return false
	}
	return number(f[2])-number(f[0]) <= hiddenSize || number(f[1])-number(f[3]) <= hiddenSize
}

// emptyPath reports whether a clip-path, such as inset(50%) or circle(0px), leaves nothing.
func emptyPath(s string) bool {
	if inner, ok := strings.CutPrefix(s, "inset("); ok {
		inner, _, _ = strings.Cut(strings.TrimSuffix(inner, ")"), "round") // the corners' radii
		f := strings.Fields(inner)
		if len(f) == 0 {
			return false
		}
		side := func(i int) float64 { // top, right, bottom, left, as CSS fills them in
			for i >= len(f) {
				i = max(0, i-2)
			}
			p, ok := strings.CutSuffix(f[i], "%")
			if !ok {
				return 0
			}
			return number(p)
		}
		return side(0)+side(2) >= 100 || side(1)+side(3) >= 100
	}
	return strings.HasPrefix(s, "circle(0px") || strings.HasPrefix(s, "circle(0%") || strings.HasPrefix(s, "polygon(0px 0px, 0px 0px, 0px 0px")
}
