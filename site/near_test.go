package site

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/agnivade/levenshtein"
	"pgregory.net/rapid"

	"github.com/mullionhq/mullion/page"
)

// Texts are near at their paper's boundaries: equal up to 8 characters, then one edit for every 8.
func TestNearAtBoundaries(t *testing.T) {
	const text = "一二三四五六七八九十甲乙丙丁戊己庚辛壬癸"
	first := func(n int) string { return string([]rune(text)[:n]) }
	edit := func(s string, n int) string { // n substitutions, spread out
		r := []rune(s)
		for i := range n {
			r[i*len(r)/n] = '×'
		}
		return string(r)
	}
	for _, c := range []struct{ length, edits int }{{8, 0}, {9, 1}, {15, 1}, {16, 2}, {17, 2}} {
		s := first(c.length)
		if !near(s, edit(s, c.edits)) {
			t.Errorf("%d characters, %d edits: not near", c.length, c.edits)
		}
		if near(s, edit(s, c.edits+1)) {
			t.Errorf("%d characters, %d edits: near", c.length, c.edits+1)
		}
	}
	// The shorter text counts: 8 of 9 characters are not near, 9 of 10 are.
	if near(first(8), first(9)) || !near(first(9), first(10)) || near(first(15), first(17)) || !near(first(16), first(18)) {
		t.Error("the shorter text does not decide")
	}
	// Ours: texts longer than a bound are near when they are equal.
	if allowed(16, 16) != 2 || allowed(17, 16) != 0 {
		t.Error("the bound is not the longest text that may be near")
	}
}

// near reports whether two texts are near, however long they are.
func near(a, b string) bool {
	x, y := []rune(a), []rune(b)
	return within(x, y, allowed(min(len(x), len(y)), math.MaxInt))
}

// plainNear is the definition, by a library's edit distance.
func plainNear(a, b string) bool {
	m := min(len([]rune(a)), len([]rune(b)))
	if m <= 8 {
		return a == b
	}
	return levenshtein.ComputeDistance(a, b) <= m/8
}

// plainFind looks through all labels: an equal one, else the first that is near.
func plainFind(all []label, l label) int {
	if i := slices.Index(all, l); i >= 0 {
		return i
	}
	return slices.IndexFunc(all, func(o label) bool { return o.tag == l.tag && plainNear(o.text, l.text) })
}

// variants draws texts that are often near: few letters, and edits of what was drawn before.
func variants(t *rapid.T) []label {
	var all []label
	for range rapid.IntRange(1, 25).Draw(t, "labels") {
		tag := rapid.SampledFrom([]string{"a", "p"}).Draw(t, "tag")
		var text []rune
		if len(all) > 0 && rapid.Bool().Draw(t, "derived") {
			text = []rune(rapid.SampledFrom(all).Draw(t, "from").text)
			for range rapid.IntRange(0, 1+len(text)/6).Draw(t, "edits") {
				at := rapid.IntRange(0, len(text)).Draw(t, "at")
				r := rapid.RuneFrom([]rune("ab中")).Draw(t, "rune")
				switch kind := rapid.IntRange(0, 2).Draw(t, "kind"); {
				case kind == 0 || at == len(text):
					text = slices.Insert(text, at, r)
				case kind == 1:
					text = slices.Delete(text, at, at+1)
				default:
					text[at] = r
				}
			}
		} else {
			text = rapid.SliceOfN(rapid.RuneFrom([]rune("ab中国")), 1, 60).Draw(t, "text")
		}
		all = append(all, label{tag, string(text)})
	}
	return all
}

func TestIndexFindsWhatComparingAllFinds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := newNearIndex(1 << 20)
		var kept []label
		for _, l := range variants(t) {
			want := plainFind(kept, l)
			if got := x.find(l, nil); got != want {
				t.Fatalf("%q among %q: found %d, not %d", l, kept, got, want)
			}
			if want < 0 || kept[want] != l {
				x.add(len(kept), l)
				kept = append(kept, l)
			}
		}
	})
}

// Of several near labels it is the earliest, wherever the piece is that it shares.
func TestIndexFindsTheEarliest(t *testing.T) {
	x := newNearIndex(1000)
	x.add(0, label{"p", "×二三四五六七八九"}) // shares the second piece
	x.add(1, label{"p", "一二三四五六七八×"}) // shares the first
	if got := x.find(label{"p", "一二三四五六七八九"}, nil); got != 0 {
		t.Errorf("found %d, not the first", got)
	}
}

// A long text with as many edits as it may have, wherever they are, is found.
func TestIndexFindsEdits(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		text := make([]rune, 9+random.IntN(150))
		letters := 2 + random.IntN(20)
		for i := range text {
			text[i] = rune('a' + random.IntN(letters))
		}
		edited := slices.Clone(text)
		first, many := random.IntN(len(text)), 1+random.IntN(len(text)) // where edits are
		for range allowed(len(text), len(text)) {
			at := min((first+random.IntN(many))%len(text), len(edited)-1)
			switch random.IntN(3) {
			case 0:
				edited[at] = 'z'
			case 1:
				edited = slices.Insert(edited, at, 'z')
			default:
				edited = slices.Delete(edited, at, at+1)
			}
		}
		a, b := label{"p", string(text)}, label{"p", string(edited)}
		x := newNearIndex(1000)
		x.add(0, a)
		if got, want := x.find(b, nil), plainFind([]label{a}, b); got != want {
			t.Fatalf("%q and %q: found %d, not %d", a.text, b.text, got, want)
		}
	}
}

// Texts of one vocabulary are told apart by the words behind those that they share, not letter by letter.
func TestTextsOfOneVocabulary(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	words := strings.Fields("bell harbour rang seven minutes past tide boats keeper lamp stairs rope anchor gulls mist north")
	x := newNearIndex(1000)
	const texts = 300
	compared := 0
	for id := range texts {
		var text []string
		for range 40 {
			text = append(text, words[random.IntN(len(words))])
		}
		l := label{"p", strings.Join(text, " ")}
		runes := []rune(l.text)
		compared += len(x.candidates(l.tag, runes, x.sizes(l.tag, len(runes)), nil))
		x.add(id, l)
	}
	if pairs := texts * (texts - 1) / 2; compared > pairs/20 {
		t.Errorf("%d of %d pairs are compared", compared, pairs)
	}
}

// Where the effort is at its end, equal texts are found and near ones are not.
func TestEffortEnds(t *testing.T) {
	x := newNearIndex(1000)
	known, near := label{"p", "the keeper rang the bell at noon"}, label{"p", "the keeper rang the bell at nine"}
	x.add(0, known)
	for _, c := range []struct {
		e           *effort
		equal, near int
	}{{nil, 0, 0}, {newEffort(), 0, 0}, {&effort{}, 0, -1}} {
		if e, n := x.find(known, c.e), x.find(near, c.e); e != c.equal || n != c.near {
			t.Errorf("%+v: the equal text is %d, the near one %d", c.e, e, n)
		}
	}
	var rows []label
	for i := range 6000 {
		rows = append(rows, label{"p", fmt.Sprintf("row %d of the table with numbers %d %d %d", i, i*7, i*13, i*i)})
	}
	var l Library
	l.add(rows, DefaultOptions().Templates) // for minutes without an end
	if len(l.Cache) < 5000 {
		t.Errorf("%d of %d rows are told apart", len(l.Cache), len(rows))
	}
}

// The two pages of 000's figure 2 give the counts of its table 2. The table has 责任编辑 under p, the page under span.
func TestTable2(t *testing.T) {
	const (
		nav     = `<div><ul><li><a>中国</a></li><li><a>国际</a></li><li><a>军事</a></li><li><a>观点</a></li><li><a>专题</a></li></ul></div>`
		licence = `国新网备2012001 互联网出版许可证(新出网证(京)字147号)京ICP备11013708 京公网安备110402440030`
		notice  = `本文系转载, 不代表参考消息网的观点。参考消息网对其文字、图片与其他内容的真实性、及时性、完整性和准确性以及其权利属性均不作任何保证和承诺, 请读者和相关方自行核实。`
	)
	pages := []string{
		nav + `<div>` + notice + `</div><div><span>来源: 新华社</span><span>责任编辑: 张越</span></div>` +
			`<div><p>正文部分A</p><p>正文部分B</p><p>正文部分C</p></div><div><p>` + licence + `</p></div><a>广告A</a><a>广告B</a>`,
		nav + `<div>有消息称...</div><div><span>来源: 新华社</span><span>责任编辑: 王兵</span></div><div><p>` + licence + `</p></div>`,
	}
	var l Library
	o := DefaultOptions().Templates
	for _, html := range pages {
		labels, _ := leafLabels(parse(t, html))
		l.add(labels, o)
	}
	want := []Template{
		{"a", "中国", 2}, {"a", "国际", 2}, {"a", "军事", 2}, {"a", "观点", 2}, {"a", "专题", 2}, {"div", notice, 1},
		{"span", "来源: 新华社", 2}, {"span", "责任编辑: 张越", 1}, {"p", "正文部分A", 1}, {"p", "正文部分B", 1}, {"p", "正文部分C", 1},
		{"p", licence, 2}, {"a", "广告A", 1}, {"a", "广告B", 1}, {"div", "有消息称...", 1}, {"span", "责任编辑: 王兵", 1},
	}
	if !slices.Equal(l.Cache, want) {
		t.Errorf("cache:\n%v\nnot\n%v", l.Cache, want)
	}
	if all := l.All(o); len(all) != 0 {
		t.Errorf("%v are templates after two pages", all)
	}
	o.MinCount = 2
	if all := l.All(o); len(all) != 7 {
		t.Errorf("%d templates on both pages, not 7: %v", len(all), all)
	}
}

// A batch ends after N1 pages, and what stood on N2 of them stays.
func TestBatches(t *testing.T) {
	var l Library
	o := DefaultOptions().Templates
	for i := range 13 {
		labels := []label{{"p", fmt.Sprintf("text of page number %c alone, and of no other", 'a'+i)}, {"p", fmt.Sprint(i * 1111111)}, {"a", "menu"}, {"a", "menu"}}
		if i < 2 || i == 11 {
			labels = append(labels, label{"p", "thrice, but not in one batch"})
		}
		l.add(labels, o)
	}
	if l.Pages != 3 {
		t.Errorf("the open batch has %d pages", l.Pages)
	}
	want := []Template{
		{"a", "menu", 13}, {"p", "text of page number a alone, and of no other", 10}, {"p", "text of page number k alone, and of no other", 3},
	}
	if got := l.All(o); !slices.Equal(got, want) {
		t.Errorf("templates %v, not %v", got, want)
	}
}

func parse(t testing.TB, html string) *page.Page {
	t.Helper()
	p, err := page.Parse([]byte("<!DOCTYPE html><meta charset=utf-8><title>x</title><body>"+html), page.ParseOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestNearIsTheDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := variants(t)
		for _, a := range all {
			for _, b := range all {
				if got, want := near(a.text, b.text), plainNear(a.text, b.text); got != want {
					t.Fatalf("near(%q, %q) is %t", a.text, b.text, got)
				}
			}
		}
	})
}

// Lookups in a library of ten thousand templates; one in three is of a text with an edit.
func BenchmarkFind(b *testing.B) {
	x := newNearIndex(2000)
	text := func(i int) string {
		r := make([]rune, 12+i%60)
		for k := range r {
			r[k] = rune(0x4e00 + (i*7919+k*(i%97+1)*104729)%3000)
		}
		return string(r)
	}
	for i := range 10_000 {
		x.add(i, label{"p", text(i)})
	}
	i := 0
	for b.Loop() {
		s := text(i % 20_000)
		if i%3 == 0 {
			s = "×" + s[3:]
		}
		x.find(label{"p", s}, nil)
		i++
	}
}

// White space is that of Unicode, whatever stands around it.
func TestCollapseJoinsWords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringOfN(rapid.RuneFrom([]rune("a中 \t\n\u00a0\u3000\u200b")), 0, 12, -1).Draw(t, "text")
		if got, want := collapse(s), strings.Join(strings.Fields(s), " "); got != want {
			t.Fatalf("%q: %q, not %q", s, got, want)
		}
	})
}
