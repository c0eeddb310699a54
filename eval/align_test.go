package eval

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

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
		shares := Align(blocks, c.gold)
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
	got := Align([]string{"The quick brown fox jumps over the lazy dog. Read more about foxes in our shop now"}, "The quick brown fox jumps over the lazy dog.")
	if len(got) != 1 || got[0] != 9.0/17 {
		t.Errorf("shares %v, want 9 of 17 words", got)
	}
}

func TestAlignTakesNoScatteredWords(t *testing.T) {
	got := Align([]string{
		"The quick brown fox jumps over the lazy dog again and again.",
		"Of all the weather forecasts that we sell in this and in other towns the one for tomorrow is by far the cheapest",
		"It did so twice, which surprised the dog very much.",
	}, "The quick brown fox jumps over the lazy dog again and again. Of all the animals it is quickest. It did so twice, which surprised the dog very much.")
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
		for i, x := range Align(blocks, strings.Join(gold, "\n")) {
			if kinds[i] && x != 1 || !kinds[i] && x != 0 {
				t.Fatalf("block %d has %v of the gold", i, x)
			}
		}
	})
}

func TestAlignVisibleTakesTheShownCopy(t *testing.T) {
	text := []string{"The quick brown fox jumps over the lazy dog.", "It did so twice, which surprised the dog very much."}
	blocks := append(append(append([]string{}, text...), "Menu"), text...)
	gold := strings.Join(text, "\n")
	for _, c := range []struct {
		name   string
		hidden []bool
		want   []float64
	}{
		{"the second is shown", []bool{true, true, false, false, false}, []float64{0, 0, 0, 1, 1}},
		{"the first is shown", []bool{false, false, false, true, true}, []float64{1, 1, 0, 0, 0}},
		{"both are hidden", []bool{true, true, false, true, true}, []float64{1, 1, 0, 0, 0}},
	} {
		if got := AlignVisible(blocks, c.hidden, gold); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestFit(t *testing.T) {
	blocks := []string{"Menu", "one two three", "four"}
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
	blocks := []string{"Do\u00adnau\u00addampf\u00adschiff fährt", "Kon\u00adtakt"}
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
		blocks := strings.Split(page, "\n")
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
			for range alignTokens(blocks[i]) {
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
	var blocks, gold []string
	for i := range 2500 { // 50,000 words, of which every fifth block is gold
		var words []string
		for j := range 20 {
			words = append(words, fmt.Sprint("w", (i*7919+j*j*31)%3000))
		}
		blocks = append(blocks, strings.Join(words, " "))
		if i%5 == 0 {
			gold = append(gold, blocks[i])
		}
	}
	text := strings.Join(gold, "\n")
	for b.Loop() {
		Align(blocks, text)
	}
}

// Of slides that stand on the page twice, the first of each is in the gold that has them once.
func TestAlignTakesTheFirstOfEqualBlocks(t *testing.T) {
	a, b, c := "The river rose in the night and fell", "An old bridge was gone by the morning", "Nobody was hurt when the bridge went down"
	for _, test := range []struct {
		name   string
		blocks []string
		hidden []bool
		gold   string
		want   []float64
	}{
		{"slides", []string{a, a, b, b, c, c}, nil, a + "\n" + b + "\n" + c, []float64{1, 0, 1, 0, 1, 0}},
		{"kept twice", []string{a, a, b}, nil, a + "\n" + a + "\n" + b, []float64{1, 1, 1}},
		{"the gold between them", []string{a, b, a}, nil, b + "\n" + a, []float64{0, 1, 1}},
		{"one hidden", []string{a, a, b}, []bool{true, false, false}, a + "\n" + b, []float64{0, 1, 1}},
	} {
		if got := AlignVisible(test.blocks, test.hidden, test.gold); !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}
