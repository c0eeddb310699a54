package density

import (
	"bytes"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/mullionhq/mullion/classify/machine"
	"github.com/mullionhq/mullion/classify/svm"
	"github.com/mullionhq/mullion/page"
)

// chinese is a page of a small town's paper. Its numbers are counted by hand in the tests.
const chinese = `<!DOCTYPE html><meta charset=utf-8><title>河口修桥</title><body>
<ul><li><a href=/>首页</a></li><li><a href=/s>搜索</a></li></ul>
<div id=text>
<h1>河口新桥通车</h1>
<p>昨天上午，河口新桥通车了。三百名居民走过大桥，孩子们放起风筝！</p>
<p>桥长<b>四百米</b>，两年建成；老桥将改为步行道。</p>
<p>责任编辑</p>
</div>
<p><a href=/help>帮助</a> 版权所有</p>`

func parse(t *testing.T, html string) *page.Page {
	t.Helper()
	p, err := page.Parse([]byte(html), page.ParseOptions{URL: "https://bridge.example/"})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// The five densities of 003 on a Chinese page.
func TestDensitiesOfAChinesePage(t *testing.T) {
	p := parse(t, chinese)
	s := Measure(p, Bundled())
	// The page has 20 nodes below and with the body that are shown: body, ul, li, a, 首页, li, a, 搜索 (8), div, h1, its
	// text, p, its text, p, 桥长, b, 四百米, the rest, p, 责任编辑 (20), and p, a, 帮助, 版权所有 (24); white space between
	// elements is a text node too.
	total := 0
	for i := p.Body(); i < p.Nodes[p.Body()].End; i++ {
		total++
	}
	cases := []struct {
		tag                            string
		nth                            int
		chars                          int
		link, noise, marks, decoration float64
	}{
		{"ul", 0, 4, 1, 1, 0, 0},
		{"li", 0, 2, 1, 1, 0, 0},
		// 6 characters of heading, 31 of the first paragraph, 20 of the second and 4 of the last. Marks: ，。，！ and ，；。
		// Of its elements, itself included, h1 and b stand out among 6.
		{"div", 0, 61, 0, -1, 7.0 / 61, 2.0 / 6},
		{"p", 0, 31, 0, 0, 4.0 / 31, 0},
		{"p", 1, 20, 0, 0, 3.0 / 20, 1.0 / 2},
		{"p", 2, 4, 0, 1, 0, 0},
		{"p", 3, 6, 2.0 / 6, 1, 0, 0},
	}
	for _, c := range cases {
		node := nth(p, c.tag, c.nth)
		i := slices.IndexFunc(s.Blocks, func(b Block) bool { return b.Node == node })
		if i < 0 {
			t.Errorf("%s %d is no block", c.tag, c.nth)
			continue
		}
		b := s.Blocks[i]
		if b.Chars != c.chars {
			t.Errorf("%s %d has %d characters, not %d", c.tag, c.nth, b.Chars, c.chars)
		}
		position := float64(node-p.Body()+1) / float64(total)
		for k, want := range []float64{c.link, c.noise, c.marks, c.decoration, position} {
			if want >= 0 && math.Abs(float64(b.Cells[k])-want) > 1e-6 {
				t.Errorf("%s %d: %s is %.4f, not %.4f", c.tag, c.nth, BlockColumns[k], b.Cells[k], want)
			}
		}
	}
	if i := slices.IndexFunc(s.Blocks, func(b Block) bool { return b.Node == p.Body() }); i >= 0 {
		t.Error("the body holds no text itself, and is a block")
	}
}

// nth is the nth element of a tag.
func nth(p *page.Page, tag string, n int) int {
	for i := range p.Nodes {
		if p.Nodes[i].Tag == tag {
			if n == 0 {
				return i
			}
			n--
		}
	}
	return -1
}

// The three densities of its paragraphs, and that blocks know what they are in.
func TestParagraphsOfAChinesePage(t *testing.T) {
	p := parse(t, chinese)
	s := Measure(p, Bundled())
	i := slices.IndexFunc(s.Blocks, func(b Block) bool { return p.Nodes[b.Node].Tag == "div" })
	list := s.Paragraphs(&s.Blocks[i])
	want := [][3]float64{{6.0 / 61, 0, 1.0 / 4}, {31.0 / 61, 4.0 / 31, 2.0 / 4}, {20.0 / 61, 3.0 / 20, 3.0 / 4}, {4.0 / 61, 0, 1}}
	if len(list) != len(want) {
		t.Fatalf("%d paragraphs, not %d", len(list), len(want))
	}
	for k, w := range want {
		for c := range w {
			if math.Abs(float64(list[k].Cells[c])-w[c]) > 1e-6 {
				t.Errorf("paragraph %d: %s is %.4f, not %.4f", k+1, ParagraphColumns[c], list[k].Cells[c], w[c])
			}
		}
	}
	for k := 1; k <= 3; k++ {
		if s.Blocks[i+k].Parent != i {
			t.Errorf("block %d is in %d, not in %d", i+k, s.Blocks[i+k].Parent, i)
		}
	}
	if last := s.Blocks[len(s.Blocks)-1]; last.Parent != -1 {
		t.Errorf("the last block is in %d", last.Parent)
	}
}

// Old pages have text in the body and break it by br: the body is their block, br parts their paragraphs.
func TestTextInTheBody(t *testing.T) {
	p := parse(t, "<title>x</title><body>One line.<br>Another <i>line</i>.<br><script>no</script><select><option>no</select><div hidden>gone</div>The end.")
	s := Measure(p, Bundled())
	if len(s.Blocks) != 1 || s.Blocks[0].Node != p.Body() {
		t.Fatalf("blocks %+v", s.Blocks)
	}
	if n := s.Blocks[0].Chars; n != 9+7+4+1+8 {
		t.Errorf("%d characters", n)
	}
	if list := s.Paragraphs(&s.Blocks[0]); len(list) != 3 || len(list[1].Texts) != 3 {
		t.Errorf("paragraphs %+v", list)
	}
}

// The bundled model keeps the paragraphs of the Chinese page, and none of its navigation.
func TestBundledModelOnTheChinesePage(t *testing.T) {
	m, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	p := parse(t, chinese)
	kept := map[string]bool{}
	for _, l := range m.Label(Measure(p, Bundled()), true) {
		if l.Content {
			kept[p.Nodes[l.Text].Text] = true
		}
		if len(l.Why) == 0 {
			t.Errorf("%q: no effects", p.Nodes[l.Text].Text)
		}
	}
	for text, want := range map[string]bool{
		"昨天上午，河口新桥通车了。三百名居民走过大桥，孩子们放起风筝！": true, "，两年建成；老桥将改为步行道。": true, "首页": false, "搜索": false, "帮助": false, " 版权所有": false,
	} {
		if kept[text] != want {
			t.Errorf("%q: main content is %v", text, kept[text])
		}
	}
}

// The containers and the elements that make text stand out, as 003 names them.
func TestElements(t *testing.T) {
	for list, set := range map[string]map[string]bool{
		"div td li p section article": containers, "strong b i u h1 h2 h3 h4 h5 h6": decorations,
		"p br div li td tr h1 h2 h3 h4 h5 h6": boundaries, "script style noscript": dropped,
	} {
		for tag := range strings.FieldsSeq(list) {
			if !set[tag] {
				t.Errorf("%s is not among %s", tag, list)
			}
		}
	}
}

// sigma 1.6 and C 3, sigma 1.2 and C 2 (003, section 4).
func TestPublishedParameters(t *testing.T) {
	for _, c := range []struct {
		got      []svm.Params
		gamma, c float64
	}{{publishedBlocks, 0.1953125, 3}, {publishedParagraphs, 0.3472222, 2}} {
		if len(c.got) != 1 || math.Abs(c.got[0].Gamma-c.gamma) > 1e-6 || c.got[0].C != c.c {
			t.Errorf("%+v, not gamma %g, C %g", c.got, c.gamma, c.c)
		}
	}
}

// A block teaches as content from the purity on; of blocks in blocks the outermost counts, and what of it is noise is in
// blocks of its own.
func TestRowsAndOutermostBlocks(t *testing.T) {
	p := parse(t, "<title>x</title><body><div><p>ij</p><p>abcdefgh</p></div><ul><li>menu</li></ul>")
	s := Measure(p, Bundled())
	gold := make([]float64, len(p.Nodes))
	gold[nth(p, "p", 1)+1] = 1
	e := Example{Survey: s, Gold: gold}
	for purity, want := range map[float64][]bool{0.8: {true, false, true, false, false}, 0.81: {false, false, true, false, false}} {
		for i, row := range e.blockRows(purity) { // of div, p, p, ul and li
			if row.Content != want[i] {
				t.Errorf("purity %g: block %d is content: %v", purity, i, row.Content)
			}
		}
	}
	m := &Model{}
	for _, c := range []struct {
		decisions []float64
		want      []int
	}{{[]float64{1, 1, -1, -1, -1}, []int{0}}, {[]float64{-1, 1, 1, -1, 1}, []int{1, 2, 4}}, {[]float64{0, 0, 0, 0, 0}, nil}} {
		if got := m.outermost(s, c.decisions); !slices.Equal(got, c.want) {
			t.Errorf("decisions %v: outermost %v, not %v", c.decisions, got, c.want)
		}
	}
}

// The first machine keeps blocks without links, the second one of their paragraphs those with marks. The score is the less of
// both.
func TestTwoStages(t *testing.T) {
	split := func(columns []string, at int, content func(x float32) bool) machine.Machine {
		var rows []machine.Row
		for i := range 40 {
			x := float32(i) / 100
			row := machine.Row{Cells: make([]float32, len(columns)), Content: content(x), Page: string(rune('a' + i))}
			row.Cells[at] = x
			rows = append(rows, row)
		}
		o := machine.DefaultOptions()
		o.MinC, o.MaxC, o.MinGamma, o.MaxGamma = 32, 32, 2, 2
		r, err := machine.Train(t.Context(), rows, machine.Recipe{Columns: columns}, o)
		if err != nil {
			t.Fatal(err)
		}
		return *r.Machine
	}
	m := &Model{
		Blocks:     split(BlockColumns, 0, func(links float32) bool { return links < 0.2 }),
		Paragraphs: split(ParagraphColumns, 1, func(marks float32) bool { return marks > 0.1 }),
	}
	p := parse(t, chinese)
	s := Measure(p, Bundled())
	want := map[string]bool{ // marks are 4 of 31 and 3 of 20 characters
		"昨天上午，河口新桥通车了。三百名居民走过大桥，孩子们放起风筝！": true, "桥长": true, "四百米": true, "，两年建成；老桥将改为步行道。": true,
	}
	decisions := m.decide(s)
	div := slices.IndexFunc(s.Blocks, func(b Block) bool { return p.Nodes[b.Node].Tag == "div" })
	for _, l := range m.Label(s, false) {
		if text := p.Nodes[l.Text].Text; l.Content != want[text] {
			t.Errorf("%q: main content is %v", text, l.Content)
		} else if most := m.Blocks.Probability(decisions[div]); l.Content && (l.Score > most || l.Score < 0.5) || text == "责任编辑" && l.Score > 0.5 {
			t.Errorf("%q has the score %.3f; its block has %.3f", text, l.Score, most)
		}
	}
	e := Example{Survey: s, Gold: make([]float64, len(p.Nodes))}
	e.Gold[nth(p, "b", 0)+1] = 1 // 3 of the 20 characters of its paragraph
	rows := m.paragraphRows(&e)
	if len(rows) != 4 || slices.ContainsFunc(rows, func(r machine.Row) bool { return r.Content }) {
		t.Errorf("rows of paragraphs %+v", rows)
	}
	e.Gold[nth(p, "b", 0)+2] = 0.5 // and 7.5 of its 15 behind them: more than half
	if rows := m.paragraphRows(&e); !rows[2].Content || rows[1].Content {
		t.Errorf("rows of paragraphs %+v", rows)
	}
}

// A model learns from pages with gold which blocks they keep, and which paragraphs of these, and still knows it when it comes from a
// file.
func TestTrainedModelKeepsWhatItsGoldHas(t *testing.T) {
	p := parse(t, chinese)
	e := Example{Survey: Measure(p, Bundled()), Gold: make([]float64, len(p.Nodes))}
	var examples []Example
	for n := range 2 {
		paragraph := nth(p, "p", n)
		for i := paragraph; i < p.Nodes[paragraph].End; i++ {
			e.Gold[i] = 1
		}
	}
	for i := range 12 {
		e.Site = string(rune('a' + i))
		examples = append(examples, e)
	}
	o := DefaultTrainOptions()
	o.MinC, o.MaxC, o.MinGamma, o.MaxGamma = 32, 32, 2, 2
	m, err := Train(t.Context(), examples, o)
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := m.Write(&file); err != nil {
		t.Fatal(err)
	}
	if m, err = Read(&file); err != nil {
		t.Fatal(err)
	}
	for _, l := range m.Label(e.Survey, false) {
		if l.Content != (e.Gold[l.Text] == 1) {
			t.Errorf("%q: main content is %v", p.Nodes[l.Text].Text, l.Content)
		}
	}
	if trained := m.Provenance.Trained; len(trained) != 2 || trained[0].Rows != 12*len(e.Survey.Blocks) || trained[1].Rows != 12*4 {
		t.Errorf("trained on %+v", trained)
	}
	if _, err := Train(t.Context(), examples[:1], o); !errors.Is(err, machine.ErrRows) {
		t.Errorf("of one page: %v", err)
	}
	if _, err := Read(strings.NewReader("no model")); !errors.Is(err, machine.ErrFile) {
		t.Errorf("what is no model: %v", err)
	}
}

// Every text has one label, whatever blocks it is in.
func TestEveryTextHasOneLabel(t *testing.T) {
	m, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	p := parse(t, chinese+"<div>菜单<ul><li>首页<p>搜索</p></li></ul>结束</div>")
	labels := map[int]int{}
	for _, l := range m.Label(Measure(p, Bundled()), false) {
		labels[l.Text]++
	}
	for i := p.Body(); i < len(p.Nodes); i++ {
		want := 0
		if n := &p.Nodes[i]; n.Kind == page.Text && page.TextLength(n.Text) > 0 {
			want = 1
		}
		if labels[i] != want {
			t.Errorf("%q has %d labels", p.Nodes[i].Text, labels[i])
		}
	}
}
