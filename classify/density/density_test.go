package density

import (
	"math"
	"slices"
	"testing"

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
	p := parse(t, "<title>x</title><body>One line.<br>Another <i>line</i>.<br><script>no</script><div hidden>gone</div>")
	s := Measure(p, Bundled())
	if len(s.Blocks) != 1 || s.Blocks[0].Node != p.Body() {
		t.Fatalf("blocks %+v", s.Blocks)
	}
	if list := s.Paragraphs(&s.Blocks[0]); len(list) != 2 || len(list[1].Texts) != 3 {
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
