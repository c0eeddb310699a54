package chart

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/palette/moreland"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/mullionhq/mullion/tune"
)

// A field is the best score at pairs of two settings' values; NaN where there was no trial.
type field struct {
	x, y []float64
	z    map[[2]float64]float64
}

func newField(r *tune.Result, ax, ay int) field {
	f := field{z: map[[2]float64]float64{}}
	for _, t := range r.Trials {
		at, score := [2]float64{value(r.Space, t, ax), value(r.Space, t, ay)}, t.Mean(nil)
		if t == r.Start && len(r.Trials) > 1 && !onGrid(r.Space, t) || math.IsNaN(score) {
			continue
		}
		if old, there := f.z[at]; !there || score > old {
			f.z[at] = score
		}
	}
	for at := range f.z {
		f.x, f.y = append(f.x, at[0]), append(f.y, at[1])
	}
	slices.Sort(f.x)
	slices.Sort(f.y)
	f.x, f.y = slices.Compact(f.x), slices.Compact(f.y)
	return f
}

func onGrid(s tune.Space, t *tune.Trial) bool {
	for i, a := range s {
		if !slices.Contains(a.Values, t.Point[i]) {
			return false
		}
	}
	return true
}

// Dims, X, Y and Z make it a plotter.GridXYZ.
func (f field) Dims() (c, r int)   { return len(f.x), len(f.y) }
func (f field) X(c int) float64    { return f.x[c] }
func (f field) Y(r int) float64    { return f.y[r] }
func (f field) Z(c, r int) float64 { return f.at(f.x[c], f.y[r]) }
func (f field) at(x, y float64) float64 {
	if z, there := f.z[[2]float64{x, y}]; there {
		return z
	}
	return math.NaN()
}

// shades are the colours of a map.
const shades = 64

// ramp is ColorBrewer's YlGnBu: lightness alone tells its colours apart, also in gray.
var ramp = []color.Color{
	color.RGBA{8, 29, 88, 255}, color.RGBA{34, 94, 168, 255}, color.RGBA{65, 182, 196, 255}, color.RGBA{199, 233, 180, 255}, color.RGBA{255, 255, 217, 255},
}

// heat draws score by colour against two numeric settings: fields for a grid, points for random draws.
func heat(r *tune.Result, ax, ay int, measure string) (*plot.Plot, error) {
	f := newField(r, ax, ay)
	low, high := math.Inf(1), math.Inf(-1)
	for _, z := range f.z {
		low, high = min(low, z), max(high, z)
	}
	p := newPlot(fmt.Sprintf("%s: dark %.3f, light %.3f; cross: best, ring: as configured", measure, low, high), r.Space[ax].Key, r.Space[ay].Key)
	scale(&p.X, &r.Space[ax])
	scale(&p.Y, &r.Space[ay])
	if high-low < 1e-9 {
		high = low + 1e-9
	}
	colors, err := moreland.NewLuminance(ramp)
	if err != nil {
		return nil, err
	}
	colors.SetMin(low)
	colors.SetMax(high)
	if len(f.x) > 1 && len(f.y) > 1 && 2*len(f.z) >= len(f.x)*len(f.y) {
		m := plotter.NewHeatMap(f, colors.Palette(shades))
		m.Min, m.Max, m.NaN = low, high, color.Gray{225}
		p.Add(m)
	} else {
		var at plotter.XYs
		for xy := range f.z {
			at = append(at, plotter.XY{X: xy[0], Y: xy[1]})
		}
		slices.SortFunc(at, compare)
		cloud, err := plotter.NewScatter(at)
		if err != nil {
			return nil, err
		}
		cloud.GlyphStyleFunc = func(i int) draw.GlyphStyle {
			shade, err := colors.At(f.at(at[i].X, at[i].Y))
			if err != nil {
				shade = gray
			}
			return draw.GlyphStyle{Color: shade, Radius: 4, Shape: draw.BoxGlyph{}}
		}
		p.Add(cloud)
	}
	for _, m := range []struct {
		t     *tune.Trial
		shape draw.GlyphDrawer
	}{{r.Start, draw.RingGlyph{}}, {r.Best, draw.CrossGlyph{}}} {
		at := plotter.XY{X: value(r.Space, m.t, ax), Y: value(r.Space, m.t, ay)}
		if !(at.X >= f.x[0] && at.X <= f.x[len(f.x)-1] && at.Y >= f.y[0] && at.Y <= f.y[len(f.y)-1]) {
			continue
		}
		for _, ink := range []struct {
			shade  color.Color
			radius float64
		}{{color.Black, 7}, {color.White, 5.5}} {
			mark, err := plotter.NewScatter(plotter.XYs{at})
			if err != nil {
				return nil, err
			}
			mark.GlyphStyle = draw.GlyphStyle{Color: ink.shade, Radius: vg.Length(ink.radius), Shape: m.shape}
			p.Add(mark)
		}
	}
	return p, nil
}

func compare(a, b plotter.XY) int { return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y)) }
