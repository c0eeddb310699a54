package chart

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/mullionhq/mullion/tune"
)

// curve draws score against one numeric setting. Each combination of the settings that are words has a line of its
// own; of further numbers the line shows the best, and points show all trials.
func curve(r *tune.Result, at int, measure string, marks []Mark) (*plot.Plot, error) {
	p := newPlot("", r.Space[at].Key, measure)
	scale(&p.X, &r.Space[at])
	p.Add(plotter.NewGrid())
	names, lines := series(r, at)
	for i, name := range names {
		shade := palette[i%len(palette)]
		all, top := lines[name], upper(lines[name])
		points, err := plotter.NewScatter(all)
		if err != nil {
			return nil, err
		}
		points.GlyphStyle = draw.GlyphStyle{Color: shade, Radius: 2, Shape: draw.CircleGlyph{}}
		line, err := plotter.NewLine(top)
		if err != nil {
			return nil, err
		}
		line.Color, line.Width = shade, vg.Points(1.5)
		p.Add(line, points)
		if name != "" {
			p.Legend.Add(name, line)
		}
	}
	left, right := place(&r.Space[at], r.Space[at].Min), place(&r.Space[at], r.Space[at].Max)
	start := Mark{"as configured", r.Start.Mean(nil)}
	for i, m := range append([]Mark{start}, marks...) {
		line, err := plotter.NewLine(plotter.XYs{{X: left, Y: m.Score}, {X: right, Y: m.Score}})
		if err != nil {
			return nil, err
		}
		var shade color.Color = gray
		if i > 0 {
			shade = palette[(len(names)+i-1)%len(palette)]
		}
		line.Color, line.Dashes = shade, []vg.Length{vg.Length(4 + 2*i), 3}
		p.Add(line)
		p.Legend.Add(fmt.Sprintf("%s %.3f", m.Name, m.Score), line)
	}
	p.Legend.Top, p.Legend.Left = true, true
	room := (p.Y.Max - p.Y.Min) * 0.06 * float64(len(names)+len(marks)+1) // so that the legend lies above the lines
	p.Y.Max += room
	return p, nil
}

// series gathers the trials by the settings that are words.
func series(r *tune.Result, at int) (names []string, lines map[string]plotter.XYs) {
	lines = map[string]plotter.XYs{}
	left, right := place(&r.Space[at], r.Space[at].Min), place(&r.Space[at], r.Space[at].Max)
	for _, t := range r.Trials {
		var words []string
		for i, a := range r.Space {
			if !a.Numeric {
				words = append(words, a.Key+" "+t.Point[i])
			}
		}
		name := strings.Join(words, ", ")
		x, y := value(r.Space, t, at), t.Mean(nil)
		if math.IsNaN(x) || math.IsNaN(y) || x < left || x > right {
			continue // the start may lie outside of the search
		}
		if lines[name] == nil {
			names = append(names, name)
		}
		lines[name] = append(lines[name], plotter.XY{X: x, Y: y})
	}
	slices.Sort(names)
	return names, lines
}

// upper is the best score at each value, in order.
func upper(points plotter.XYs) plotter.XYs {
	sorted := slices.Clone(points)
	slices.SortFunc(sorted, func(a, b plotter.XY) int { return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(b.Y, a.Y)) })
	return slices.CompactFunc(sorted, func(a, b plotter.XY) bool { return a.X == b.X })
}
