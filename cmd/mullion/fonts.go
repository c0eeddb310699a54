package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/mullionhq/mullion/config"
)

// A script is a way of writing that needs a font.
type script struct {
	name   string
	letter string
	debian string // package with a font for it
	need   state  // how bad it is to have none
}

// scripts are those of most of the web.
var scripts = []script{
	{"Latin", "A", "fonts-dejavu-core", missing},
	{"Cyrillic", "Ж", "fonts-dejavu-core", missing},
	{"Greek", "Ω", "fonts-dejavu-core", missing},
	{"Chinese", "汉", "fonts-noto-cjk", missing},
	{"Japanese", "あ", "fonts-noto-cjk", missing},
	{"Korean", "한", "fonts-noto-cjk", missing},
	{"Arabic", "ع", "fonts-noto-core", missing},
	{"Hebrew", "א", "fonts-noto-core", note},
	{"Devanagari", "अ", "fonts-noto-core", note},
	{"Thai", "ก", "fonts-noto-core", note},
	{"emoji", "😀", "fonts-noto-color-emoji", note},
	{arial, "mmm", "fonts-liberation", note},
}

// arial is no script but the font that most pages were laid out with. One with its widths is drawn in its place, or all lines
// break elsewhere: on the 190 rendered development pages that took the accuracy of the adaptive regions from .991 to .988.
const arial = "Arial"

// fontsPage draws a letter of each script, measures Arial, and writes the outcome into its document. SAMPLES is put in.
//
//go:embed fonts.html
var fontsPage string

// checkFonts has Chrome draw a letter of each script: text without a font has boxes of the wrong size.
func checkFonts(ctx context.Context, c *config.Loaded) []finding {
	samples := make([][2]string, len(scripts))
	for i, s := range scripts {
		samples[i] = [2]string{s.name, s.letter}
	}
	list, err := json.Marshal(samples)
	if err != nil {
		panic(err)
	}
	res, err := renderHTML(ctx, c, strings.Replace(fontsPage, "SAMPLES", string(list), 1))
	if err != nil {
		return []finding{{missing, "cannot be checked without Chrome", ""}}
	}
	drawn := map[string]bool{}
	for i := range res.Page.Nodes {
		if n := &res.Page.Nodes[i]; n.Tag == "p" && n.Attr("data-drawn") == "true" {
			drawn[res.Page.Nodes[i+1].Text] = true
		}
	}
	return fontFindings(drawn)
}

// fontFindings tells which scripts have no font, and how to get one.
func fontFindings(drawn map[string]bool) []finding {
	var have []string
	for _, s := range scripts {
		if drawn[s.name] {
			have = append(have, s.name)
		}
	}
	var found []finding
	if len(have) > 0 {
		found = append(found, finding{ok, strings.Join(have, ", "), ""})
	}
	for _, need := range []state{missing, note} {
		var lack, packages []string
		for _, s := range scripts {
			if !drawn[s.name] && s.need == need {
				lack, packages = append(lack, s.name), append(packages, s.debian)
			}
		}
		if len(lack) > 0 {
			found = append(found, finding{need, fmt.Sprintf("none for %s: their text has boxes of the wrong size", strings.Join(lack, ", ")),
				"apt-get install " + strings.Join(slices.Compact(packages), " ")})
		}
	}
	return found
}
