// Package chart draws the outcome of a search as SVG and PNG: score against one setting, a map of two, and the sites
// that win and lose. Colours are told apart with every kind of colour vision.
package chart

import (
	"bytes"
	"fmt"
	"image/color"
	"math"
	"path/filepath"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	_ "gonum.org/v1/plot/vg/vgimg" // PNG
	_ "gonum.org/v1/plot/vg/vgsvg" // SVG

	"github.com/mullionhq/mullion/tune"
)

// The size of a chart.
const (
	width  = 18 * vg.Centimeter
	height = 11 * vg.Centimeter
)

// The colours of Okabe and Ito (2008), which nobody confuses.
var (
	blue      = color.RGBA{0, 114, 178, 255}
	vermilion = color.RGBA{213, 94, 0, 255}
	palette   = []color.Color{blue, vermilion, color.RGBA{0, 158, 115, 255}, color.RGBA{204, 121, 167, 255}, color.RGBA{230, 159, 0, 255}, color.RGBA{86, 180, 233, 255}}
	gray      = color.Gray{110}
)

// A File is a chart by the name of its file.
type File struct {
	Name string
	Data []byte
}

// A Mark is a result to compare with, drawn as a line across the charts of one setting.
type Mark struct {
	Name  string
	Score float64
}

// Draw draws what the result allows: score-KEY for each numeric setting, map for the first two of them, sites. measure
// is the word at the score's axis.
func Draw(r *tune.Result, measure string, marks []Mark) ([]File, error) {
	var files []File
	add := func(name string, p *plot.Plot, err error, tall vg.Length) error {
		if err != nil {
			return fmt.Errorf("drawing %s: %w", name, err)
		}
		for _, format := range []string{"svg", "png"} {
			w, err := p.WriterTo(width, tall, format)
			if err != nil {
				return fmt.Errorf("drawing %s: %w", name, err)
			}
			var b bytes.Buffer
			if _, err := w.WriteTo(&b); err != nil {
				return fmt.Errorf("drawing %s: %w", name, err)
			}
			files = append(files, File{name + "." + format, b.Bytes()})
		}
		return nil
	}
	numeric := numbered(r.Space)
	for _, at := range numeric {
		p, err := curve(r, at, measure, marks)
		if err := add("score-"+fileName(r.Space[at].Key), p, err, height); err != nil {
			return nil, err
		}
	}
	if len(numeric) >= 2 {
		p, err := heat(r, numeric[0], numeric[1], measure)
		if err := add("map", p, err, height); err != nil {
			return nil, err
		}
	}
	if gains := r.Gains(); len(gains) > 0 {
		p, err := sites(gains, r.Unit(), measure)
		if err := add("sites", p, err, sitesHeight(len(gains))); err != nil {
			return nil, err
		}
	}
	return files, nil
}

func numbered(s tune.Space) (at []int) {
	for i := range s {
		if s[i].Numeric {
			at = append(at, i)
		}
	}
	return at
}

func fileName(key string) string { return strings.ReplaceAll(filepath.Base(key), ".", "-") }

// value is where a trial stands on an axis of a chart; NaN when nowhere.
func value(s tune.Space, t *tune.Trial, at int) float64 {
	x, err := strconv.ParseFloat(t.Point[at], 64)
	if err != nil {
		return math.NaN()
	}
	return place(&s[at], x)
}

func newPlot(title, x, y string) *plot.Plot {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = title, x, y
	p.Title.Padding, p.X.Padding, p.Y.Padding = 3*vg.Millimeter, vg.Millimeter, vg.Millimeter
	for _, style := range []*plot.Axis{&p.X, &p.Y} {
		style.Label.TextStyle.Font.Variant = "Sans"
		style.Tick.Label.Font.Variant = "Sans"
	}
	p.Title.TextStyle.Font.Variant = "Sans"
	p.Legend.TextStyle.Font.Variant = "Sans"
	return p
}
