package regions

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/mullionhq/mullion/page"
)

// A drawing is a page drawn by hand, with the region that each line expects. It is a tree by indentation:
//
//	page 1000 2000
//	body 0 0 1000 2000
//	  header#top.bar[role=banner] 0 0 1000 120 fixed > header
//	    "40 words" 20 20 900 80 > header
//
// Boxes are x y width height; behind them stand styles (fixed, sticky, absolute, rtl, scroll, hidden) and behind ">"
// the region expected, "none" for no region. A text of N words is N times five letters; "N links" stands in an a
// element. The html element is as large as the page.
type drawing struct {
	page *page.Page
	want map[int]string
	line map[int]string
}

var (
	lineForm = regexp.MustCompile(`^( *)("[^"]*"|[^ "]+)((?: -?[\d.]+){2,4})((?: [a-z]+)*)(?: > ([a-z]+))?$`)
	attrForm = regexp.MustCompile(`([#.])([\w-]+)|\[([\w-]+)=([^\]]+)\]`)
)

// draw reads a drawing.
func draw(t testing.TB, text string) drawing {
	t.Helper()
	d := drawing{page: &page.Page{Rendered: true}, want: map[int]string{}, line: map[int]string{}}
	open := []int{0} // node at each depth; the root element is above the first
	for line := range strings.SplitSeq(text, "\n") {
		if strings.TrimSpace(line) == "" || strings.HasPrefix(strings.TrimSpace(line), "# ") {
			continue
		}
		m := lineForm.FindStringSubmatch(line)
		if m == nil {
			t.Fatalf("not a line of a drawing: %q", line)
		}
		num := numbers(m[3])
		if m[2] == "page" {
			d.page.Width, d.page.Height = num[0], num[1]
			d.page.Viewport = [2]float64{num[0], min(num[1], 900)}
			d.page.Nodes = []page.Node{{Tag: "html", Parent: -1, Box: page.Box{W: num[0], H: num[1]}, Style: &page.Style{Display: "block"}}}
			continue
		}
		if len(num) != 4 {
			t.Fatalf("a box has four numbers: %q", line)
		}
		depth := len(m[1])/2 + 1
		i := d.add(open[depth-1], m[2], page.Box{X: num[0], Y: num[1], W: num[2], H: num[3]}, strings.Fields(m[4]))
		open = append(open[:depth], i)
		d.line[i] = strings.TrimSpace(line)
		if m[5] != "" {
			d.want[i] = strings.TrimPrefix(m[5], "none")
		}
	}
	if err := d.page.Link(); err != nil {
		t.Fatal(err)
	}
	if err := d.page.Validate(); err != nil {
		t.Fatal(err)
	}
	return d
}

// add appends an element, or a text where name is quoted, and returns its index.
func (d *drawing) add(parent int, name string, box page.Box, styles []string) int {
	up := d.page.Nodes[parent]
	n := page.Node{Parent: parent, Box: box, Hidden: up.Hidden}
	if quoted, ok := strings.CutPrefix(name, `"`); ok {
		n.Kind = page.Text
		count, unit, _ := strings.Cut(strings.Trim(quoted, `"`), " ")
		words, err := strconv.Atoi(count)
		if n.Text = strings.Repeat("words ", words); err != nil || unit == "" {
			n.Text = strings.Trim(name, `"`)
		}
		if unit == "links" {
			parent = d.add(parent, "a[href=/]", box, []string{"inline"})
			n.Parent = parent
		}
	} else {
		n.Tag = regexp.MustCompile(`^[a-z0-9]+`).FindString(name)
		for _, a := range attrForm.FindAllStringSubmatch(name, -1) {
			switch a[1] {
			case "#":
				a[3], a[4] = "id", a[2]
			case ".":
				a[3], a[4] = "class", a[2]
			}
			n.Attrs = append(n.Attrs, page.Attr{Name: a[3], Value: a[4]})
		}
		n.Style = &page.Style{Display: "block", Position: "static", Direction: up.Style.Direction, FontSize: 16}
	}
	for _, s := range styles {
		switch s {
		case "hidden":
			n.Hidden = true
		case "rtl":
			n.Style.Direction = s
		case "scroll":
			n.Style.OverflowX, n.Style.OverflowY = s, s
		case "inline":
			n.Style.Display = s
		default:
			n.Style.Position = s
		}
	}
	d.page.Nodes = append(d.page.Nodes, n)
	return len(d.page.Nodes) - 1
}

func numbers(s string) (out []float64) {
	for f := range strings.FieldsSeq(s) {
		x, _ := strconv.ParseFloat(f, 64)
		out = append(out, x)
	}
	return out
}

// check reports every node that is not in the region its line expects.
func (d drawing) check(t *testing.T, l *Layout) {
	t.Helper()
	for i, want := range d.want {
		if got := l.Of[i].String(); got != want {
			t.Errorf("got %q: %s", got, d.line[i])
		}
	}
}

// drawings runs f on every drawing of a folder of testdata.
func drawings(t *testing.T, folder string, f func(t *testing.T, d drawing)) {
	files, err := filepath.Glob("testdata/" + folder + "/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no drawings in %s: %v", folder, err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			f(t, draw(t, string(text)))
		})
	}
}
