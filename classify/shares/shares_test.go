package shares

import (
	"bytes"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/mullionhq/mullion/classify/machine"
	"github.com/mullionhq/mullion/page"
)

// 000's tables 3 and 4, on page 1 of its figure 2. Its third div has a picture that the page as printed lacks, and its
// colons are full-width, or its row of 13 characters would have 15.
func TestTables3And4(t *testing.T) {
	html := `<body>
<div><ul>
<li><a>中国</a></li>
<li><a>国际</a></li>
<li><a>军事</a></li>
<li><a>观点</a></li>
<li><a>专题</a></li>
</ul></div>
<div>本文系转载, 不代表参考消息网的观点。参考消息网对其文字、图片与其他内容的真实性、及时性、完整性和准确性以及其权利属性均不作任何保证和承诺, 请读者和相关方自行核实。</div>
<div>
<span>来源：新华社</span>
<span>责任编辑：张越</span>
</div>
<div>
<img src=a.jpg>
<p>正文部分A</p>
<p>正文部分B</p>
<p>正文部分C</p>
</div>
<div><p>国新网备2012001 互联网出版许可证(新出网证(京)字147号)京ICP备11013708 京公网安备110402440030</p></div>
<a>广告A</a>
<a>广告B</a>`
	p, err := page.Parse([]byte("<!DOCTYPE html><meta charset=utf-8><title>x</title>"+html), page.ParseOptions{})
	if err != nil {
		t.Fatal(err)
	}
	want := []struct {
		tag    string
		counts Counts
		r      [5]float64
	}{
		{"body", Counts{6, 6, 2, 0}, [5]float64{.031, .353, .25, 0, .857}},
		{"div", Counts{10, 10, 5, 0}, [5]float64{.052, .588, .625, 0, .909}},
		{"div", Counts{83, 0, 0, 0}, [5]float64{.430, 0, 0, 0, 0}},
		{"div", Counts{13, 0, 0, 0}, [5]float64{.067, 0, 0, 0, 0}},
		{"div", Counts{15, 0, 0, 1}, [5]float64{.078, 0, 0, .5, 0}},
		{"div", Counts{65, 0, 0, 0}, [5]float64{.336, 0, 0, 0, 0}}, // 65 / 193 is .3368: the paper cuts, it does not round
	}
	got := Measure(p, nil).Blocks
	if len(got) != len(want) {
		t.Fatalf("%d blocks, not %d", len(got), len(want))
	}
	for i, w := range want {
		g := got[i]
		if p.Nodes[g.Node].Tag != w.tag || g.Counts != w.counts {
			t.Errorf("block %d: %s %+v, not %s %+v", i+1, p.Nodes[g.Node].Tag, g.Counts, w.tag, w.counts)
		}
		for k := range w.r {
			if math.Abs(g.R[k]-w.r[k]) > 0.001 {
				t.Errorf("block %d: R%d is %.4f, not %.3f", i+1, k+1, g.R[k], w.r[k])
			}
		}
	}
}

// What is a template counts neither in its block nor in the page, and is noise whatever the SVM says.
func TestTemplatesAreNotMeasured(t *testing.T) {
	p, err := page.Parse([]byte("<title>x</title><body><div><a>menu</a></div><div>text</div>"), page.ParseOptions{})
	if err != nil {
		t.Fatal(err)
	}
	templates := make([]int, len(p.Nodes))
	templates[p.Find(0, "a")] = 9
	got := Measure(p, templates)
	if got.Blocks[1].Counts != (Counts{}) || got.Blocks[2].R[0] != 4.0/5 || len(got.Gone) != 1 {
		t.Errorf("cut %+v", got)
	}
}

// A block is content when half of its own characters are; blocks without text teach nothing.
func TestRowsHaveTheLabelsOfTheirTexts(t *testing.T) {
	p, err := page.Parse([]byte("<title>x</title><body><div><p>a text of the article</p><b>ad</b></div><div></div><section>menu</section>"), page.ParseOptions{})
	if err != nil {
		t.Fatal(err)
	}
	gold := make([]float64, len(p.Nodes))
	gold[p.Find(0, "p")+1] = 1
	rows := Rows(p, nil, gold)
	if len(rows) != 2 || !rows[0].Content || rows[1].Content {
		t.Errorf("rows %+v", rows)
	}
	for text, want := range map[string]bool{"<div><p>half</p><b>half</b></div>": true, "<div><p>half</p><b>longer</b></div>": false} {
		p, err := page.Parse([]byte("<title>x</title><body>"+text), page.ParseOptions{})
		if err != nil {
			t.Fatal(err)
		}
		gold := make([]float64, len(p.Nodes))
		gold[p.Find(0, "p")+1] = 1
		if rows := Rows(p, nil, gold); len(rows) != 1 || rows[0].Content != want {
			t.Errorf("%s: rows %+v", text, rows)
		}
	}
}

// What is not shown is not measured.
func TestHiddenTextIsNotMeasured(t *testing.T) {
	p, err := page.Parse([]byte("<title>x</title><body><div>text<p hidden>not <a href=/>shown</a><img></p></div>"), page.ParseOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if got := Measure(p, nil).Blocks[1]; got.Counts != (Counts{Text: 4}) || got.R[0] != 4.0/5 {
		t.Errorf("%+v", got)
	}
}

// The machine for cleaned pages learns that content is long, the other one that it is short: so each is asked about its own
// pages. Noise is left out until both labels are equally frequent (000, section 6), and what is at 0 or below is noise.
func TestTrainAndLabel(t *testing.T) {
	rows := func(long bool) (list []machine.Row) {
		for i := range 40 {
			content := i%4 == 0
			share := float32(0.1)
			if content == long {
				share = 0.9
			}
			list = append(list, machine.Row{Cells: []float32{share, 0, 0, 0, 0}, Content: content, Site: string(rune('a' + i%10))})
		}
		return list
	}
	o := machine.DefaultOptions()
	o.MaxC, o.MinGamma, o.MaxGamma = o.MinC, 2, 2
	m, err := Train(t.Context(), rows(true), rows(false), o)
	if err != nil {
		t.Fatal(err)
	}
	for _, origin := range m.Provenance.Trained {
		if origin.Rows != 20 {
			t.Errorf("%s is trained on %d rows, not on 10 of content and 10 of noise", origin.Name, origin.Rows)
		}
	}
	var file bytes.Buffer
	if err := m.Write(&file); err != nil {
		t.Fatal(err)
	}
	if m, err = Read(&file); err != nil { // each machine comes back in its place
		t.Fatal(err)
	}
	p, err := page.Parse([]byte("<title>x</title><body><div>a long text, which is most of what the page has</div><div>short</div>"), page.ParseOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		templates   []int
		long, short bool
	}{{make([]int, len(p.Nodes)), true, false}, {nil, false, true}} {
		for _, explain := range []bool{false, true} {
			got := m.Label(p, c.templates, explain)
			if len(got) != 2 || got[0].Content != c.long || got[1].Content != c.short {
				t.Errorf("templates %v: %+v", c.templates != nil, got)
			}
			why := got[1].Why
			if !explain && why != nil || explain && (len(why) != len(Columns) || (why[0].Effect > 0) != c.short || why[1].Effect != 0) {
				t.Errorf("templates %v, explain %v: effects %v", c.templates != nil, explain, why)
			}
		}
	}
}

func TestReadRefusesWhatIsNoModel(t *testing.T) {
	if _, err := Read(strings.NewReader("no model")); !errors.Is(err, machine.ErrFile) {
		t.Errorf("%v", err)
	}
}
