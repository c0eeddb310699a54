package eval

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/mullionhq/mullion/page"
)

// blocksOf are shown blocks with these texts.
func blocksOf(texts ...string) []page.Block {
	blocks := make([]page.Block, len(texts))
	for i, text := range texts {
		blocks[i].Text = text
	}
	return blocks
}

// hide hides blocks.
func hide(blocks []page.Block, hidden ...int) []page.Block {
	for _, i := range hidden {
		blocks[i].Hidden = true
	}
	return blocks
}

// Blocks of a case are written by lines: "+" begins a block that is in the gold, "-" one that is not.
func TestAlign(t *testing.T) {
	for _, c := range []struct{ name, page, gold string }{
		{"the gold's paragraphs", `
			- Home
			+ The quick brown fox jumps over the lazy dog.
			- Advertisement: buy a fox today
			+ It did so twice, which surprised the dog very much.
			- All rights reserved`,
			"The quick brown fox jumps over the lazy dog.\nIt did so twice, which surprised the dog very much."},
		{"punctuation, case and white space do not matter", `
			+ THE “QUICK” BROWN FOX — jumps!`,
			"The quick brown fox\n\njumps"},
		{"a teaser before the body", `
			- The quick brown fox jumps over the lazy dog.
			- Weather
			- Sports results of the week
			+ The quick brown fox jumps over the lazy dog.
			+ It did so twice, which surprised the dog very much.`,
			"The quick brown fox jumps over the lazy dog. It did so twice, which surprised the dog very much."},
		{"a pull quote within the body", `
			+ The quick brown fox jumps over the lazy dog, and nobody knows the reason why.
			- nobody knows the reason why
			+ It did so twice, which surprised the dog very much.`,
			"The quick brown fox jumps over the lazy dog, and nobody knows the reason why.\nIt did so twice, which surprised the dog very much."},
		{"a teaser after the body", `
			+ The quick brown fox jumps over the lazy dog.
			+ It did so twice, which surprised the dog very much.
			- More stories
			- The quick brown fox jumps over the lazy dog.`,
			"The quick brown fox jumps over the lazy dog. It did so twice, which surprised the dog very much."},
		{"common words are not matched by chance", `
			- The
			- Share
			+ The quick brown fox wants to share its home with the lazy dog.
			- Home
			- Share
			+ It did so twice, which surprised the dog very much.
			- the dog
			- Home`,
			"The quick brown fox wants to share its home with the lazy dog.\nIt did so twice, which surprised the dog very much."},
		{"short blocks in sequence", `
			- Menu
			+ Ingredients
			+ two eggs
			+ flour
			+ salt
			+ Beat the eggs, and stir in the flour and the salt until it is smooth.
			- salt`,
			"Ingredients\ntwo eggs\nflour\nsalt\nBeat the eggs, and stir in the flour and the salt until it is smooth."},
		{"a heading between boilerplate is a line of the gold", `
			+ The quick brown fox jumps over the lazy dog again and again.
			- Subscribe to our newsletter today
			+ Conclusion
			- Sponsored by Foxes United
			+ It did so twice, which surprised the dog very much.`,
			"The quick brown fox jumps over the lazy dog again and again.\nConclusion\nIt did so twice, which surprised the dog very much."},
		{"cells of a table whose rows are lines of the gold", `
			+ Name
			+ Price
			+ Red apple
			+ 3.50
			- Buy now
			+ Green pear
			+ 4.20
			- Buy now`,
			"Name\tPrice\nRed apple\t3.50\nGreen pear\t4.20"},
		{"another order than the gold's", `
			+ A caption that the editors put in front tells what the picture shows.
			- Share
			+ The quick brown fox jumps over the lazy dog, as it does every day.
			+ It did so twice, which surprised the dog very much, we are told.`,
			"The quick brown fox jumps over the lazy dog, as it does every day. It did so twice, which surprised the dog very much, we are told.\n" +
				"A caption that the editors put in front tells what the picture shows."},
		{"a copy of the article within a script, although the article itself is in pieces", `
			+ The quick brown fox jumps over the lazy dog, and nobody knows the reason why.
			- Advertisement: buy foxes from the first house in town
			+ It did so twice, which surprised the dog very much.
			- Advertisement: sell your dogs to the first house in town
			+ The dog, in turn, began to sleep elsewhere.
			- {"@context": "https://schema.org", "@type": "NewsArticle", "publisher": {"name": "Fox News of the World", "logo": "https://x.example/logo.png", "width": "600", "height": "60"}, "articleBody": "The quick brown fox jumps over the lazy dog, and nobody knows the reason why. It did so twice, which surprised the dog very much. The dog, in turn, began to sleep elsewhere.", "keywords": "fox, dog, jumping, animals, zoology, sports, weather, travel, local, business, politics, opinion", "identifier": "0123 4567 89ab cdef"}`,
			"The quick brown fox jumps over the lazy dog, and nobody knows the reason why. It did so twice, which surprised the dog very much. The dog, in turn, began to sleep elsewhere."},
		{"a word in a place where the gold has a sentence that is not on the page", `
			+ The quick brown fox jumps over the lazy dog again and again.
			- Share
			+ It did so twice, which surprised the dog very much.`,
			"The quick brown fox jumps over the lazy dog again and again.\nNobody wants to share anything with foxes.\nIt did so twice, which surprised the dog very much."},
		{"a heading far from everything is a line of the gold", `
			+ The quick brown fox jumps over the lazy dog again and again.
			- Subscribe to our newsletter today and read what other people think of subscribing to newsletters, every morning at breakfast, with coffee, or at lunch, or late in the evening when children sleep
			+ Conclusion
			- Sponsored by Foxes United, a company that has been breeding small animals since nineteen hundred and four and sells them to everybody who can pay for them in cash or with a card
			+ It did so twice, which surprised the dog very much.`,
			"The quick brown fox jumps over the lazy dog again and again.\nConclusion\nIt did so twice, which surprised the dog very much."},
		{"of two copies of a line the one beside the text counts", `
			+ The quick brown fox jumps over the lazy dog again and again.
			- Photo
			+ What the dog thinks
			- Subscribe to our newsletter today and read what other people think of subscribing to newsletters, every morning at breakfast, with coffee, or at lunch, or late in the evening when children sleep
			- What the dog thinks
			- Sponsored by Foxes United, a company that has been breeding small animals since nineteen hundred and four
			+ It did so twice, which surprised the dog very much.`,
			"The quick brown fox jumps over the lazy dog again and again.\nWhat the dog thinks\nIt did so twice, which surprised the dog very much."},
		{"Chinese, by characters", `
			- 首页
			- 新闻
			+ 四月二十七日，北京下了一场大雨，许多道路积水严重。
			- 分享到微信
			+ 气象部门说，未来三天还会有雨，请市民注意安全。
			- 北京天气
			- 责任编辑：某某`,
			"四月二十七日，北京下了一场大雨，许多道路积水严重。\n气象部门说，未来三天还会有雨，请市民注意安全。"},
		{"blocks without words stand with their neighbours", `
			- ***
			+ The quick brown fox jumps over the lazy dog.
			+ ***
			+ It did so twice, which surprised the dog very much.
			- ***
			- All rights reserved by the publisher`,
			"The quick brown fox jumps over the lazy dog.\nIt did so twice, which surprised the dog very much."},
		{"gold of another page", `
			- The weather is fine in most parts of the country
			- Read more`,
			"Completely different words stand here, and none of them fits."},
		{"no gold", `
			- The weather is fine`, ""},
	} {
		var blocks []string
		var want strings.Builder
		for line := range strings.SplitSeq(strings.TrimSpace(c.page), "\n") {
			line = strings.TrimSpace(line)
			want.WriteString(line[:1])
			blocks = append(blocks, line[2:])
		}
		var got strings.Builder
		shares := Align(blocksOf(blocks...), c.gold)
		for _, x := range shares {
			got.WriteByte("-+"[btoi(x >= ContentShare)])
		}
		if got.String() != want.String() {
			t.Errorf("%s: %s, want %s; shares %.2f", c.name, got.String(), want.String(), shares)
		}
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func TestAlignSharesOfEditedBlocks(t *testing.T) {
	got := Align(blocksOf("The quick brown fox jumps over the lazy dog. Read more about foxes in our shop now"), "The quick brown fox jumps over the lazy dog.")
	if len(got) != 1 || got[0] != 9.0/17 {
		t.Errorf("shares %v, want 9 of 17 words", got)
	}
}

func TestAlignTakesNoScatteredWords(t *testing.T) {
	got := Align(blocksOf(
		"The quick brown fox jumps over the lazy dog again and again.",
		"Of all the weather forecasts that we sell in this and in other towns the one for tomorrow is by far the cheapest",
		"It did so twice, which surprised the dog very much.",
	), "The quick brown fox jumps over the lazy dog again and again. Of all the animals it is quickest. It did so twice, which surprised the dog very much.")
	if got[0] != 1 || got[1] != 0 || got[2] != 1 {
		t.Errorf("shares %v", got)
	}
}

// A page of distinct words in any division is found whole, whatever boilerplate of other words stands between.
func TestAlignFindsExactGold(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		kinds := rapid.SliceOfN(rapid.Bool(), 1, 40).Draw(r, "kinds")
		var blocks, gold []string
		word := 0
		for i, content := range kinds {
			var text []string
			for range rapid.IntRange(4, 12).Draw(r, "words") {
				text = append(text, fmt.Sprint("w", word))
				word++
			}
			blocks = append(blocks, strings.Join(text, " "))
			if content {
				gold = append(gold, blocks[i])
			}
		}
		for i, x := range Align(blocksOf(blocks...), strings.Join(gold, "\n")) {
			if kinds[i] && x != 1 || !kinds[i] && x != 0 {
				t.Fatalf("block %d has %v of the gold", i, x)
			}
		}
	})
}

func TestAlignTakesTheShownCopy(t *testing.T) {
	text := []string{"The quick brown fox jumps over the lazy dog.", "It did so twice, which surprised the dog very much."}
	blocks := append(append(append([]string{}, text...), "Menu"), text...)
	gold := strings.Join(text, "\n")
	for _, c := range []struct {
		name   string
		hidden []int
		want   []float64
	}{
		{"the second is shown", []int{0, 1}, []float64{0, 0, 0, 1, 1}},
		{"the first is shown", []int{3, 4}, []float64{1, 1, 0, 0, 0}},
		{"both are hidden", []int{0, 1, 3, 4}, []float64{1, 1, 0, 0, 0}},
	} {
		if got := Align(hide(blocksOf(blocks...), c.hidden...), gold); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestFit(t *testing.T) {
	blocks := blocksOf("Menu", "one two three", "four")
	for _, c := range []struct {
		shares []float64
		gold   string
		want   float64
	}{
		{[]float64{0, 1, 1}, "One two three four", 1},
		{[]float64{0, 0.5, 0.49}, "one two three", 1},
		{[]float64{1, 0, 0}, "one two three", 0},
		{[]float64{0, 0, 0}, "", 1},
	} {
		if got := Fit(blocks, c.shares, c.gold); got != c.want {
			t.Errorf("%v, %q: %v, want %v", c.shares, c.gold, got, c.want)
		}
	}
}

// Gold that was copied from a page has no soft hyphens, and is aligned with the page that has them.
func TestSoftHyphensAreNoLetters(t *testing.T) {
	blocks := blocksOf("Do\u00adnau\u00addampf\u00adschiff fährt", "Kon\u00adtakt")
	gold := "Donaudampfschiff fährt"
	shares := Align(blocks, gold)
	if shares[0] != 1 || shares[1] != 0 || Fit(blocks, shares, gold) != 1 {
		t.Errorf("shares %v, fit %v", shares, Fit(blocks, shares, gold))
	}
}

// The chain of runs is the best of all: no other one has a higher score less its gaps, where what overlaps the run before is cut.
func TestBestChainIsTheBestOfAll(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := span{3, 33, 2, 32} // 30 tokens of each
		left, right := rapid.Bool().Draw(rt, "left"), rapid.Bool().Draw(rt, "right")
		var runs []run
		for range rapid.IntRange(0, 3).Draw(rt, "runs") * 2 {
			n := rapid.IntRange(1, 8).Draw(rt, "n")
			r := run{s.p0 + rapid.IntRange(0, 30-n).Draw(rt, "p"), s.g0 + rapid.IntRange(0, 30-n).Draw(rt, "g"), n, float64(n) * rapid.SampledFrom([]float64{0.2, 0.5, 1, 3}).Draw(rt, "weight")}
			if !slices.ContainsFunc(runs, func(q run) bool { return q.p == r.p || q.p+q.n == r.p+r.n }) { // so that runs are known by their ends
				runs = append(runs, r)
			}
		}
		slices.SortFunc(runs, func(a, b run) int { return a.p - b.p })
		worth := func(chain []run) float64 {
			if len(chain) == 0 {
				if left && right {
					return -gap(30, 30)
				}
				return 0
			}
			first, last := chain[0], chain[len(chain)-1]
			sum := first.score
			if left {
				sum -= gap(first.p-s.p0, first.g-s.g0)
			}
			if right {
				sum -= gap(s.p1-last.p-last.n, s.g1-last.g-last.n)
			}
			for k, r := range chain[1:] {
				q := chain[k]
				cut := max(0, q.p+q.n-r.p, q.g+q.n-r.g)
				if q.p >= r.p || q.g >= r.g || cut >= r.n {
					return math.Inf(-1)
				}
				sum += r.score*float64(r.n-cut)/float64(r.n) - gap(r.p+cut-q.p-q.n, r.g+cut-q.g-q.n)
			}
			return sum
		}
		most := math.Inf(-1)
		for set := range 1 << len(runs) {
			var chain []run
			for i, r := range runs {
				if set>>i&1 == 1 {
					chain = append(chain, r)
				}
			}
			most = max(most, worth(chain))
		}
		var chain []run
		end := span{}
		for _, r := range best(runs, s, left, right) {
			if r.n <= 0 || r.p < end.p1 || r.g < end.g1 {
				rt.Fatalf("run %+v is empty, or overlaps the one before", r)
			}
			end = span{p1: r.p + r.n, g1: r.g + r.n}
			chain = append(chain, runs[slices.IndexFunc(runs, func(q run) bool { return q.p+q.n == r.p+r.n })])
		}
		if got := worth(chain); math.Abs(got-most) > 1e-9 {
			rt.Fatalf("the chain %+v is worth %g, the best %g", chain, got, most)
		}
	})
}

func FuzzAlign(f *testing.F) {
	f.Add("a b c\nd e f", "a b c d")
	f.Add("一二三\n\n四", "一二三四")
	f.Add("a a a a a a a a a a a a a\na a a a", "a a a a a a a a a a a a a a a a a a a")
	f.Fuzz(func(t *testing.T, page, gold string) {
		blocks := blocksOf(strings.Split(page, "\n")...)
		shares := Align(blocks, gold)
		if len(shares) != len(blocks) {
			t.Fatalf("%d shares of %d blocks", len(shares), len(blocks))
		}
		matched := 0.0
		for i, x := range shares {
			if !(x >= 0 && x <= 1) {
				t.Errorf("share %v", x)
			}
			n := 0
			for range alignTokens(blocks[i].Text) {
				n++
			}
			matched += x * float64(n)
		}
		n := 0
		for range alignTokens(gold) {
			n++
		}
		if matched > float64(n)+1e-6 {
			t.Errorf("%v tokens are matched with %d of the gold", matched, n)
		}
	})
}

func BenchmarkAlign(b *testing.B) {
	var texts, gold []string
	for i := range 2500 { // 50,000 words, of which every fifth block is gold
		var words []string
		for j := range 20 {
			words = append(words, fmt.Sprint("w", (i*7919+j*j*31)%3000))
		}
		texts = append(texts, strings.Join(words, " "))
		if i%5 == 0 {
			gold = append(gold, texts[i])
		}
	}
	blocks, text := blocksOf(texts...), strings.Join(gold, "\n")
	for b.Loop() {
		Align(blocks, text)
	}
}

// Of slides that stand on the page twice, the first of each is in the gold that has them once.
func TestAlignTakesTheFirstOfEqualBlocks(t *testing.T) {
	a, b, c := "The river rose in the night and fell", "An old bridge was gone by the morning", "Nobody was hurt when the bridge went down"
	for _, test := range []struct {
		name   string
		blocks []page.Block
		gold   string
		want   []float64
	}{
		{"slides", blocksOf(a, a, b, b, c, c), a + "\n" + b + "\n" + c, []float64{1, 0, 1, 0, 1, 0}},
		{"kept twice", blocksOf(a, a, b), a + "\n" + a + "\n" + b, []float64{1, 1, 1}},
		{"the gold between them", blocksOf(a, b, a), b + "\n" + a, []float64{0, 1, 1}},
		{"one hidden", hide(blocksOf(a, a, b), 0), a + "\n" + b, []float64{0, 1, 1}},
	} {
		if got := Align(test.blocks, test.gold); !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

// The runs of a span are all stretches of free tokens, equal in page and gold, that cannot be longer and are long enough; and
// all blocks in it that are exactly a line of the gold in it, which count more.
func TestRunsAreAllThatThereAre(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		texts := func(name string, n int) []string { // of few words, so that many are equal, and fewer than maxPairs
			return rapid.SliceOfN(rapid.StringOfN(rapid.SampledFrom([]rune("ab ")), 1, 3, -1), n, n).Draw(rt, name)
		}
		blocks := texts("blocks", 3)
		for i := range blocks {
			blocks[i] = strings.Join(strings.Split(blocks[i], ""), " ")
		}
		gold := strings.Join(strings.Split(strings.Join(texts("gold", 3), "\n"), ""), " ")
		a := newAligner(blocksOf(blocks...), gold)
		if len(a.page) > 8 || len(a.gold) > 8 || len(a.page) == 0 || len(a.gold) == 0 {
			rt.Skip("as many pairs could be passed over")
		}
		if rapid.Bool().Draw(rt, "matched") {
			a.set(rapid.IntRange(0, len(a.page)-1).Draw(rt, "p"), rapid.IntRange(0, len(a.gold)-1).Draw(rt, "g"))
		}
		s, k := span{p1: len(a.page), g1: len(a.gold)}, rapid.IntRange(1, 3).Draw(rt, "k")
		s.p0, s.g0 = rapid.IntRange(0, s.p1-1).Draw(rt, "p0"), rapid.IntRange(0, s.g1-1).Draw(rt, "g0")
		s.p1, s.g1 = rapid.IntRange(s.p0+1, s.p1).Draw(rt, "p1"), rapid.IntRange(s.g0+1, s.g1).Draw(rt, "g1")
		equal := func(p, g int) bool {
			return p >= s.p0 && p < s.p1 && g >= s.g0 && g < s.g1 && a.page[p] == a.gold[g] && a.match[p] < 0 && !a.used[g]
		}
		want := map[run]bool{}
		for p := s.p0; p < s.p1; p++ {
			for g := s.g0; g < s.g1; g++ {
				n := 0
				for equal(p+n, g+n) {
					n++
				}
				if n >= k && !equal(p-1, g-1) {
					want[run{p, g, n, float64(n)}] = true
				}
				for _, b := range a.blocks {
					for _, l := range a.lines {
						if size := b.to - b.from; b.from == p && l.from == g && size > 0 && size == l.to-l.from && n >= size {
							want[run{p, g, size, float64(size) + lineBonus}] = true
						}
					}
				}
			}
		}
		got := map[run]bool{}
		for _, r := range a.runs(s, k) {
			if got[r] {
				rt.Fatalf("%q and %q: %+v is there twice", blocks, gold, r)
			}
			got[r] = true
		}
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(run{})); diff != "" {
			rt.Fatalf("%q and %q in %+v from %d words on (-want +got):\n%s", blocks, gold, s, k, diff)
		}
	})
}

// Blocks and lines of which a part is outside of the span are none in it.
func TestLinesInASpan(t *testing.T) {
	a := newAligner(blocksOf("a b", "c", "d e"), "a b\nc\nd e")
	c := []run{{2, 2, 1, 1 + lineBonus}}
	for _, s := range []span{{1, 4, 0, 5}, {0, 5, 1, 4}, {1, 4, 1, 4}, {2, 3, 2, 3}} {
		if got := a.lineRuns(s); !slices.Equal(got, c) {
			t.Errorf("in %+v stand %+v, want %+v", s, got, c)
		}
	}
}

// What stands in more pairs of places than maxPairs says nothing; eight by eight are as many.
func TestFrequentSeedsSayNothing(t *testing.T) {
	text := func(n int, other string) string { // "x" n times, with other words between
		var words []string
		for i := range n {
			words = append(words, "x", fmt.Sprint(other, i))
		}
		return strings.Join(words, " ")
	}
	for n, want := range map[int]int{8: 8 * 8, 9: 0} {
		a := newAligner(blocksOf(text(n, "p")), text(8, "g"))
		if got := len(a.runs(span{0, len(a.page), 0, len(a.gold)}, 1)); got != want {
			t.Errorf("%d and 8 places make %d runs, want %d", n, got, want)
		}
		a = newAligner(blocksOf(slices.Repeat([]string{"x"}, n)...), strings.Repeat("x\n", 8))
		if got := len(a.lineRuns(span{0, len(a.page), 0, len(a.gold)})); got != want {
			t.Errorf("%d blocks and 8 lines make %d runs, want %d", n, got, want)
		}
	}
}

// A chain may pass over many runs that do not fit it: the run before is looked for among the 200 before.
func TestChainPassesOverRuns(t *testing.T) {
	runs := []run{{0, 0, 20, 20}}
	for i := range lookBack - 1 { // far on in the gold, so that none fits between
		runs = append(runs, run{20 + i, 500 - i, 1, 0.1})
	}
	runs = append(runs, run{20 + lookBack, 20, 20, 20})
	want := []run{runs[0], runs[lookBack]} // 40 less a gap of .5 + .25·log₂ 201 = 2.4
	if got := best(runs, span{0, 1000, 0, 1000}, false, false); !slices.Equal(got, want) {
		t.Errorf("the chain is %+v, want %+v", got, want)
	}
}

// One word that page and gold begin or end with by chance is not matched across ten others: it counts 1, and the gap to what
// is matched costs .5 + .25·(log₂ 11 + log₂ 11) = 2.23. Between matched texts there is a gap in any case: one of twelve words
// costs 2.35, those of one and of ten beside the word cost 1 + 2.23, less 1 for the word. In the middle of 21 it costs 2.73,
// and both sides of the word 4.46.
func TestEndsAreFreeAndGapsAreNot(t *testing.T) {
	words := func(of string, n int) string {
		var list []string
		for i := range n {
			list = append(list, fmt.Sprint(of, i))
		}
		return strings.Join(list, " ")
	}
	text, more := words("text", 20), words("more", 20)
	sides := func(form string) (page, gold string) {
		put := func(other string) string {
			return strings.NewReplacer("T", text, "M", more, "*", words(other, 10), "y", other, "X", "chance").Replace(form)
		}
		return put("page"), put("gold")
	}
	for form, want := range map[string]bool{"X * T": false, "T * X": false, "y X * T": false, "T * X y": false, "T y X * M": true, "T * X y M": true, "T * X * M": false} {
		page, gold := sides(form)
		a := newAligner(blocksOf(page), gold)
		a.sequence(span{0, len(a.page), 0, len(a.gold)}, 0, false, false)
		at := slices.Index(strings.Fields(page), "chance")
		if got := a.match[at] >= 0; got != want {
			t.Errorf("%s: the word is matched: %v", form, got)
		}
	}
}

// A part that the gold has elsewhere is found where it is six words at least, and four fifths of its block.
func TestPartsInAnotherOrder(t *testing.T) {
	words := func(of string, n int) string {
		var list []string
		for i := range n {
			list = append(list, fmt.Sprint(of, i))
		}
		return strings.Join(list, " ")
	}
	long := words("long", 30)
	for name, c := range map[string]struct {
		part, gold string // of the page behind the long text, of the gold before it
		want       float64
	}{
		"six words":                    {words("w", 6), words("w", 6), 1},
		"five words":                   {words("w", 5), words("w", 5), 0},
		"eight of ten words":           {words("w", 10), words("w", 8) + " other", 0.8},
		"seven of ten words":           {words("w", 10), words("w", 7) + " other", 0},
		"eight of ten, with a line":    {words("w", 8) + " x y", words("w", 8), 0.8},
		"ten words, twelve in a row":   {words("w", 12), words("w", 12), 1},
		"twelve words and then others": {words("w", 12), words("w", 6) + " other " + words("w", 12), 1},
	} {
		if got := Align(blocksOf(long, c.part), c.gold+"\n"+long); got[0] != 1 || got[1] != c.want {
			t.Errorf("%s: shares %v, want 1 and %g", name, got, c.want)
		}
	}
}
