package chart

import (
	"fmt"
	"image/color"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"github.com/mullionhq/mullion/tune"
)

// mostSites are those that a chart has room for: the first and the last half of them.
const mostSites = 60

func sitesHeight(n int) vg.Length {
	return max(height, vg.Length(min(n, mostSites))*5*vg.Millimeter+3*vg.Centimeter)
}

// sites draws how much each site gains, winners above and losers below.
func sites(gains []tune.SiteGain, unit, measure string) (*plot.Plot, error) {
	if len(gains) > mostSites {
		gains = slices.Concat(gains[:mostSites/2], gains[len(gains)-mostSites/2:])
	}
	gains = slices.Clone(gains)
	slices.Reverse(gains) // the axis grows upwards
	p := newPlot("by "+unit+": settings chosen on the other "+unit+"s, against as configured", "gain in "+measure, "")
	names := make([]string, len(gains))
	for _, part := range []struct {
		shade color.Color
		in    func(float64) bool
	}{{blue, func(g float64) bool { return g >= 0 }}, {vermilion, func(g float64) bool { return g < 0 }}} {
		values := make(plotter.Values, len(gains))
		for i, g := range gains {
			names[i] = fmt.Sprintf(" %s (%d)", g.Site, g.Pages)
			if part.in(g.Gain()) {
				values[i] = g.Gain()
			}
		}
		bars, err := plotter.NewBarChart(values, 3*vg.Millimeter)
		if err != nil {
			return nil, err
		}
		bars.Horizontal, bars.Color, bars.LineStyle.Width = true, part.shade, 0
		p.Add(bars)
	}
	p.NominalY(names...)
	return p, nil
}
