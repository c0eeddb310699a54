// Package tune searches settings that score best on pages with gold, with sites held apart, so that the gain that it
// reports is one that other sites may expect. It knows settings as keys and texts, and scores as numbers of pages; it
// does not know what the settings do.
package tune

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/mullionhq/mullion/option"
)

// DefaultSteps are the values of a numeric axis that says no number: enough to see the shape of a curve.
const DefaultSteps = 9

// An Axis is a setting with the values that are tried.
type Axis struct {
	Key      string
	Numeric  bool     // whether the values are numbers in order
	Values   []string // of the grid, as the config file has them
	Min, Max float64  // of a numeric axis
	Log      bool     // whether equal steps are equal factors, as for a range of several powers of ten
	whole    bool     // whole numbers only
	listed   bool     // only the values that the user listed
}

// A Space is the axes of a search.
type Space []Axis

// A Point is a value for each axis of a space.
type Point []string

// mostSteps are the most values of a range: more are a mistake more often than a wish.
const mostSteps = 10000

// logWord ends a range whose steps are equal factors.
const logWord = "log"

// ParseSpace reads axes as they are written on the command line: key, key=min:max, key=min:max:steps or key=a|b|c. A
// range that is not given is that of the setting; a truth value has both, a word all of its words. Behind a range, :log
// makes equal steps equal factors, and random draws as likely in each power of ten.
func ParseSpace(texts []string, fields []option.Field) (Space, error) {
	var space Space
	for _, text := range texts {
		key, values, _ := strings.Cut(strings.TrimSpace(text), "=")
		i := slices.IndexFunc(fields, func(f option.Field) bool { return f.Key == key })
		if i < 0 {
			return nil, fmt.Errorf("%s is no setting that judges a page", key)
		}
		if slices.ContainsFunc(space, func(a Axis) bool { return a.Key == key }) {
			return nil, fmt.Errorf("%s is named twice", key)
		}
		a, err := parseAxis(&fields[i], values)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", key, err)
		}
		space = append(space, a)
	}
	if len(space) == 0 {
		return nil, errors.New("no setting is named")
	}
	return space, nil
}

func parseAxis(f *option.Field, values string) (Axis, error) {
	a := Axis{Key: f.Key}
	kind := f.Type.Kind()
	a.Numeric = (kind == reflect.Int || kind == reflect.Float64) && !f.IsDuration()
	a.whole = kind == reflect.Int
	var err error
	switch {
	case !a.Numeric && kind != reflect.Bool && f.OneOf == nil:
		return a, errors.New("only numbers, truth values and settings of a few words can be searched")
	case strings.Contains(values, "|") || values != "" && !a.Numeric:
		a.Values, a.listed = strings.Split(values, "|"), true
	case a.Numeric:
		a.Values, err = a.steps(f, values)
	case kind == reflect.Bool:
		a.Values, a.listed = []string{"false", "true"}, true
	default:
		a.Values, a.listed = f.OneOf, true
	}
	if err != nil {
		return a, err
	}
	numbers := make([]float64, len(a.Values))
	for i, text := range a.Values {
		v := reflect.New(f.Type).Elem()
		if err := option.Set(v, text); err != nil {
			return a, err
		}
		if err := f.Check(v); err != nil {
			return a, err
		}
		numbers[i], _ = strconv.ParseFloat(text, 64)
	}
	a.Min, a.Max = slices.Min(numbers), slices.Max(numbers)
	return a, nil
}

// steps reads min:max, min:max:steps, and either with :log behind it.
func (a *Axis) steps(f *option.Field, text string) ([]string, error) {
	parts := strings.Split(text, ":")
	if n := len(parts) - 1; n >= 2 && parts[n] == logWord {
		a.Log, parts = true, parts[:n]
	}
	lo, hi, n := f.Min, f.Max, DefaultSteps
	switch {
	case text == "":
	case len(parts) == 2 || len(parts) == 3:
		lo, hi = parts[0], parts[1]
	default:
		return nil, fmt.Errorf("%q is not min:max, min:max:steps, one of these with :log, or values with | between them", text)
	}
	if len(parts) == 3 {
		var err error
		if n, err = strconv.Atoi(parts[2]); err != nil || n < 2 || n > mostSteps {
			return nil, fmt.Errorf("%q is not a number of steps: 2 to %d", parts[2], mostSteps)
		}
	}
	if lo == "" || hi == "" {
		return nil, fmt.Errorf("it has no range of its own: write %s=min:max", f.Key)
	}
	from, err := strconv.ParseFloat(lo, 64)
	if err != nil {
		return nil, fmt.Errorf("%q is not a number", lo)
	}
	to, err := strconv.ParseFloat(hi, 64)
	if err != nil {
		return nil, fmt.Errorf("%q is not a number", hi)
	}
	switch {
	case !(from < to):
		return nil, fmt.Errorf("%s is not below %s", lo, hi)
	case a.Log && !(from > 0):
		return nil, fmt.Errorf("%s is not above 0, as steps by equal factors need", lo)
	}
	var values []string
	for i := range n {
		v := a.text(a.between(from, to, float64(i)/float64(n-1)))
		if !slices.Contains(values, v) {
			values = append(values, v)
		}
	}
	return values, nil
}

// between is the number that lies a share of the way from one to the other.
func (a *Axis) between(from, to, share float64) float64 {
	if a.Log {
		return from * math.Pow(to/from, share)
	}
	return from + (to-from)*share
}

// digits are those of a value that was not listed: no threshold is known better.
const digits = 4

func (a *Axis) text(x float64) string {
	if a.whole {
		return strconv.Itoa(int(math.Round(x)))
	}
	short, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', digits, 64), 64)
	return strconv.FormatFloat(short, 'f', -1, 64)
}

// Size is the number of points of the grid, at most math.MaxInt.
func (s Space) Size() int {
	n := 1
	for _, a := range s {
		k := len(a.Values)
		if n > math.MaxInt/max(1, k) {
			return math.MaxInt
		}
		n *= k
	}
	return n
}

// Grid lists all points, the last axis changing fastest.
func (s Space) Grid() []Point {
	points := []Point{nil}
	for _, a := range s {
		var next []Point
		for _, p := range points {
			for _, v := range a.Values {
				next = append(next, append(slices.Clone(p), v))
			}
		}
		points = next
	}
	return points
}

// Random draws n points; numbers come from anywhere in their range, not from the grid alone. Equal seeds draw equal
// points, and fewer points are the first of more.
func (s Space) Random(n int, seed uint64) []Point {
	rng := rand.New(rand.NewPCG(seed, 0))
	points := make([]Point, n)
	for i := range points {
		for _, a := range s {
			if a.listed {
				points[i] = append(points[i], a.Values[rng.IntN(len(a.Values))])
			} else {
				points[i] = append(points[i], a.text(a.between(a.Min, a.Max, rng.Float64())))
			}
		}
	}
	return points
}

// Settings are the point's values by key.
func (s Space) Settings(p Point) map[string]any {
	m := map[string]any{}
	for i, a := range s {
		m[a.Key] = p[i]
	}
	return m
}

// String writes the point as key=value, key=value.
func (s Space) String(p Point) string {
	var parts []string
	for i, a := range s {
		parts = append(parts, a.Key+"="+p[i])
	}
	return strings.Join(parts, ", ")
}
