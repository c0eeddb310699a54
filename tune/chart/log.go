package chart

import (
	"math"
	"strconv"

	"gonum.org/v1/plot"

	"github.com/mullionhq/mullion/tune"
)

// place is where a number stands on an axis of a chart: at itself, or at its logarithm, NaN below 0. plot.LogScale cannot
// be used, as the cells of a map reach below its least number.
func place(a *tune.Axis, x float64) float64 {
	if a.Log {
		return math.Log10(x)
	}
	return x
}

// scale labels an axis of a chart with the numbers of the setting.
func scale(axis *plot.Axis, a *tune.Axis) {
	if a.Log {
		axis.Tick.Marker = powers{}
	}
}

// powers marks the numbers 1 … 9 in each power of ten on an axis of their logarithms, and labels the powers; on a short
// axis also 2 and 5.
type powers struct{}

// shortAxis is how many powers of ten an axis has at most to have more labels; a guess.
const shortAxis = 2

func (powers) Ticks(low, high float64) []plot.Tick {
	var ticks []plot.Tick
	for e := math.Floor(low); e <= high; e++ {
		for digit := 1.0; digit < 10; digit++ {
			tick := plot.Tick{Value: e + math.Log10(digit)}
			if tick.Value < low || tick.Value > high {
				continue
			}
			if digit == 1 || high-low < shortAxis && (digit == 2 || digit == 5) {
				tick.Label = strconv.FormatFloat(digit*math.Pow(10, e), 'g', 4, 64)
			}
			ticks = append(ticks, tick)
		}
	}
	return ticks
}
