package classify

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/regions"
)

func view(t testing.TB, html string) *View {
	t.Helper()
	p, err := page.Parse([]byte(html), page.ParseOptions{URL: "https://example.com/"})
	if err != nil {
		t.Fatal(err)
	}
	return NewView(p, nil, nil)
}

// values returns the named column of every block.
func values(t testing.TB, v *View, name string) []float32 {
	t.Helper()
	c := slices.Index(Columns(Sources), name)
	if c < 0 {
		t.Fatalf("no column %s", name)
	}
	var out []float32
	for _, row := range Measure(v, Sources) {
		out = append(out, row[c])
	}
	return out
}

func TestColumnsAreDocumentedAndUnique(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range append(Columns(Sources), contextColumns...) {
		if seen[c] {
			t.Errorf("column %s occurs twice", c)
		}
		seen[c] = true
	}
	for _, s := range Sources {
		if s.Doc == "" || s.Name == "" || len(s.Columns) == 0 {
			t.Errorf("source %q has no name, doc or columns", s.Name)
		}
	}
}

func TestLinkDensity(t *testing.T) {
	v := view(t, `<p>ten letters <a href=x>and a link</a></p><p><a>not a link</a></p><p><a href=y>all of it</a></p>`)
	got := values(t, v, "text.link_density")
	want := []float32{10. / 22, 0, 1}
	for i := range want {
		if math.Abs(float64(got[i]-want[i])) > 1e-6 {
			t.Errorf("block %d has link density %v, want %v", i, got[i], want[i])
		}
	}
}

func TestChineseIsCountedByCharacters(t *testing.T) {
	s := measureText("网页正文抽取，很有用。")
	if math.Abs(s.words-9*cjkWords) > 1e-9 || s.commas != 1 || s.punctuation != 2 || s.ends != stopEdge {
		t.Errorf("%+v", s)
	}
}

// Thai is written without spaces, too: its running text has a word for every five characters, and no word of a hundred.
func TestThaiIsCountedByCharacters(t *testing.T) {
	s := measureText("เจ้าหน้าที่เร่งระบายน้ำออกจากถนนสายหลัก (Bangkok)")
	if math.Abs(s.words-(39*southEastWords+1)) > 1e-9 || s.unspaced != 39 || s.letters != 46 || s.longest != float64(len("Bangkok")) {
		t.Errorf("%+v", s)
	}
	if s := measureText("ข่าววันนี้"); s.words != 1 || s.unspaced != 0 {
		t.Errorf("a label is one word: %+v", s)
	}
}

// Keys and addresses that scripts left in a page are long words that mix letters and digits.
func TestCodesAreNoWords(t *testing.T) {
	v := view(t, `<p>Ships by 3 May</p><p>f2f260c3-bf1f-466a S6</p>`)
	codes, longest := values(t, v, "text.codes"), values(t, v, "text.longest_word")
	if codes[0] != 0 || codes[1] != 1 {
		t.Errorf("shares of codes %v, want 0 and 1", codes)
	}
	if want := []float32{float32(log(5)), float32(log(18))}; !slices.Equal(longest, want) {
		t.Errorf("longest words %v, want %v", longest, want)
	}
}

func TestNamesAreCutIntoParts(t *testing.T) {
	var got []string
	for p := range nameParts("postBody entry-content2 sideBar") {
		got = append(got, p)
	}
	want := []string{"post", "body", "postbody", "entry", "content", "entrycontent", "side", "bar", "sidebar"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("parts differ (-want +got):\n%s", diff)
	}
	if !callingOf("comments-list").groups.has(nameIndex("comment")) || callingOf("xq7").groups.has(nameIndex("comment")) {
		t.Error("comments-list is not of the group comment, or xq7 is")
	}
}

func TestWordingsOfManyLanguages(t *testing.T) {
	v := view(t, `<p>Lesen Sie auch</p><p>责任编辑：张越</p><p>Подписаться</p><p>Zobacz także</p><p>Τελευταία νέα</p><p>こちらもおすすめ</p>
		<p>The river rose overnight and nobody slept.</p>`)
	for i, name := range []string{"related", "legal", "subscribe", "related", "related", "related"} {
		if got := values(t, v, "wording."+name); got[i] == 0 || got[6] != 0 {
			t.Errorf("wording %s: %v", name, got)
		}
	}
}

// Running text has function words, labels have hardly any: here by the first article of the Declaration of Human Rights.
func TestFunctionWordsOfManyLanguages(t *testing.T) {
	for lang, text := range map[string]string{
		"fi": "Kaikki ihmiset syntyvät vapaina ja tasavertaisina arvoltaan ja oikeuksiltaan. Heille on annettu järki ja omatunto.",
		"cs": "Všichni lidé rodí se svobodní a sobě rovní co do důstojnosti a práv. Jsou nadáni rozumem a svědomím.",
		"hu": "Minden emberi lény szabadon születik és egyenlő méltósága és joga van.",
		"ro": "Toate ființele umane se nasc libere și egale în demnitate și în drepturi. Ele sunt înzestrate cu rațiune și conștiință.",
		"el": "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα.",
		"uk": "Всі люди народжуються вільними і рівними у своїй гідності та правах. Вони наділені розумом і совістю.",
		"fa": "تمام افراد بشر آزاد به دنیا می آیند و از لحاظ حیثیت و حقوق با هم برابرند.",
		"hi": "सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता और समानता प्राप्त है।",
		"vi": "Tất cả mọi người sinh ra đều được tự do và bình đẳng về nhân phẩm và quyền.",
	} {
		if got := values(t, view(t, "<p>"+text), "text.stop_words")[0]; got < 0.15 {
			t.Errorf("%s: %.2f of the words are function words", lang, got)
		}
	}
}

func TestHeadlineIsFoundByTheTitle(t *testing.T) {
	v := view(t, `<title>River floods town - The Daily</title><div><a href=/>River floods town</a></div><h1>River floods town</h1><p>It rose.</p>`)
	if v.headline != 1 {
		t.Errorf("headline is block %d", v.headline)
	}
	if got := values(t, v, "title.before"); !slices.Equal(got, []float32{1, 0, 0}) {
		t.Errorf("before the headline: %v", got)
	}
}

// Of texts that repeat the title a heading is the headline rather than a paragraph, and neither a link, what is hidden nor what
// is longer than any headline is one.
func TestHeadlineAmongLookAlikes(t *testing.T) {
	const title = "River floods the old town"
	for source, want := range map[string]int{
		"<p>" + title + "</p><h2>" + title + "</h2>":                                        1,
		"<p>" + title + "</p><p>" + title + "</p>":                                          0,
		"<h2>" + title + "</h2><h1>" + title + "</h1>":                                      1,
		"<h2><a href=/>" + title + "</a></h2><p>" + title + "</p>":                          1,
		"<h1 hidden>" + title + "</h1><p>" + title + "</p>":                                 1,
		"<h1>" + title + strings.Repeat(" and then some", 20) + "</h1><p>" + title + "</p>": 1,
		"<h2>Weather</h2><p>Nothing of it is told here</p>":                                 -1,
	} {
		if v := view(t, "<title>"+title+"</title>"+source); v.headline != want {
			t.Errorf("%s: the headline is block %d, want %d", source, v.headline, want)
		}
	}
}

// The node with the most running text is the one around the paragraphs, which has all of each; the node around it has half.
func TestMainHoldsTheRunningText(t *testing.T) {
	const text = "<p>The river rose in the night, and by the morning the old bridge was gone.</p>"
	for source, want := range map[string]string{
		"<div id=a>" + text + text + "</div><div id=b>" + text + text + text + "</div>":                                 "b",
		"<div id=a>" + text + text + "</div><div id=b hidden>" + text + text + text + "</div>":                          "a",
		"<div id=a>" + strings.Repeat("<p>Menu entry</p>", 40) + "</div><div id=b>" + text + "<p>It ends.</p></div>":    "b",
		"<div id=a><div>" + text + "<p>a</p></div><div>" + text + "<p>b</p></div><div>" + text + "<p>c</p></div></div>": "a", // three halves
		"<div id=a><p>Nothing</p><p>runs</p></div>":                                                                     "",
	} {
		v := view(t, source)
		got := ""
		if v.main >= 0 {
			got = v.Page.Nodes[v.main].Attr("id")
		}
		if got != want {
			t.Errorf("%s: main is %q, want %q", source, got, want)
		}
	}
}

// What is told of the whole page, worked out by hand: a story of 15 words, a heading, a menu of two links, a price, a date, and
// a hidden line: 15 + 2 + 4 + 1 + 3 + 4 = 29 words in 7 blocks.
func TestPageColumns(t *testing.T) {
	v := view(t, `<meta property=og:type content=article><main><h1>River rises</h1>
		<p>The river rose in the night, and the old bridge was gone before the morning.</p></main>
		<ul><li><a href=/1>Home page</a></li><li><a href=/2>World news</a></li></ul>
		<div class=product>$12</div><table><tr><td>3 May 2026</table><div hidden>Not to be seen</div>`)
	for column, want := range map[string]float64{
		"words": math.Log1p(29), "blocks": math.Log1p(7), "links": 4. / 29, "running": 15. / 29, "paragraphs": 15. / 29,
		"block_words": math.Log1p(29. / 7), "headings": math.Log1p(1), "has_article": 0, "has_main": 1, "main_share": 17. / 29,
		"comment_share": 0, "product_share": 1. / 29, "list_share": 4. / 29, "table_share": 3. / 29, "pre_share": 0,
		"hidden_share": 4. / 29, "unspaced": 0, "rendered": 0, "prices": math.Log1p(1), "dates": math.Log1p(1),
		"article": 1, "product": 0, "website": 0,
	} {
		for b, got := range values(t, v, "page."+column) {
			if math.Abs(float64(got)-want) > 1e-6 {
				t.Errorf("page.%s is %.4f for block %d, want %.4f", column, got, b, want)
				break
			}
		}
	}
}

// Words of comments, forums and code are told as shares of the page's: 2, 3 and 1 of 10.
func TestKindsOfTextOnAPage(t *testing.T) {
	v := view(t, `<p>What it is about</p><div class=comments><p>Well said</p></div><div class=forum><p>Third in row</p></div><pre>code</pre>`)
	for column, want := range map[string]float64{"words": math.Log1p(10), "comment_share": 0.2, "forum_share": 0.3, "pre_share": 0.1} {
		if got := values(t, v, "page."+column)[0]; math.Abs(float64(got)-want) > 1e-6 {
			t.Errorf("page.%s is %.4f, want %.4f", column, got, want)
		}
	}
}

// Running text is long enough, has sentences, and is hardly linked; strong is what is bold, by its length.
func TestRunningAndStrongText(t *testing.T) {
	const words = "one two three four five six seven eight nine ten eleven "
	for source, want := range map[string][2]float32{
		"<p>" + words + "twelve.</p>":               {1, 0},
		"<p>" + words + "twelve</p>":                {0, 0},
		"<p>" + words + ".</p>":                     {0, 0},
		"<p><a href=/>" + words + "twelve.</a></p>": {0, 0},
		"<p><b>" + words + "twelve.</b></p>":        {1, 1},
		"<p><b>half</b>text <a href=/>four</a></p>": {0, 4. / 13},
	} {
		v := view(t, source)
		if got := [2]float32{values(t, v, "text.running")[0], values(t, v, "text.strong")[0]}; got != want {
			t.Errorf("%s: running and strong are %v, want %v", source, got, want)
		}
	}
}

func TestRepeatedCardsAreSeen(t *testing.T) {
	v := view(t, "<ul>"+strings.Repeat("<li class=card><h3>x</h3><p>some words of a card</p></li>", 6)+"</ul><p>alone</p>")
	got := values(t, v, "repetition.siblings")
	if got[0] != float32(math.Log1p(6)) || got[len(got)-1] > got[0] {
		t.Errorf("siblings: %v", got)
	}
}

func TestLayoutAndVocabularyAreAbsentWhereThereAreNone(t *testing.T) {
	rows := Measure(view(t, "<p>a</p>"), Sources)
	at := 0
	for _, s := range Sources {
		for range s.Columns {
			missing := rows[0][at] != rows[0][at]
			// Without a headline or running text, the columns that compare with them are absent too.
			if absent := s.Name == "layout" || s.Name == "style" || s.Name == "vocabulary"; missing != absent && s.Name != "title" && s.Name != "container" {
				t.Errorf("column %s: %v", Columns(Sources)[at], rows[0][at])
			}
			at++
		}
	}
}

func TestDeclaredTextIsRecognised(t *testing.T) {
	v := view(t, `<script type="application/ld+json">{"@type":"Product","description":"A kettle that boils water in \u0061 minute"}</script>
		<p>A kettle that boils water in a minute</p><p>Customers also bought a toaster</p>`)
	if got := values(t, v, "title.declared"); got[0] != 1 || got[1] != 0 {
		t.Errorf("declared: %v", got)
	}
}

// Lipton, Elkan and Naryanaswamy: the best threshold is half of the F1 that it reaches.
func TestThreshold(t *testing.T) {
	tests := []struct {
		name            string
		scores, weights []float64
		want            float64
	}{
		{"certain page", []float64{1, 1, 0}, []float64{1, 1, 1}, 0.5},
		// Keeping the first two gives 2·0.7/(2+0.9) = .4828, one .4211, three .4615, all .4500 of F1.
		{"doubtful page", []float64{0.4, 0.3, 0.2, 0}, []float64{1, 1, 1, 1}, 0.4828 / 2},
		// The first alone gives 2·.9/(1+1.8) = .6429, both 2·1.8/(10+1.8) = .3051.
		{"a long block counts more", []float64{0.9, 0.1}, []float64{1, 9}, 0.6429 / 2},
		{"nothing", nil, nil, 0},
	}
	for _, tt := range tests {
		got := Threshold(tt.scores, tt.weights)
		if math.Abs(got-tt.want) > 1e-4 {
			t.Errorf("%s: threshold %.4f, want %.4f", tt.name, got, tt.want)
		}
	}
}

// The worked example: two blocks of a word each under different elements. With d.Page .1 and d.Path .5 the first alone
// promises 2·(.8/2.2 − .1796/2.2² + .8·.4392/2.2³) = .7191 of F1, both 2·(1.2/3.2 − .4392/3.2² + 1.2·.4392/3.2³) =
// .6964. Without dependence both promise more, 2·1.2/3.2 = .75 for .7273.
func TestCutOfBlocksThatErrTogether(t *testing.T) {
	scores, weights, paths := []float64{0.8, 0.4}, []float64{1, 1}, []uint64{1, 2}
	if got := (Dependence{0.1, 0.5}).cut(1, scores, weights, paths); math.Abs(got-0.6) > 1e-9 {
		t.Errorf("the cut is at %v, want .6, between the two", got)
	}
	if Threshold(scores, weights) > 0.4 {
		t.Error("without dependence the second block is dropped too: the example tells nothing")
	}
	if got := (Dependence{0.1, 0.5}).cut(1, []float64{1 - 1e-9, 1e-9}, weights, paths); math.Abs(got-0.5) > 1e-6 {
		t.Errorf("certain page: the cut is at %v", got)
	}
	// Where recall counts twice, the first alone promises 5·(.8/5.8 − 4·.1796/5.8² + 16·.8·.4392/5.8³) = .727 of F2, both .826.
	if got := (Dependence{0.1, 0.5}).cut(2, scores, weights, paths); math.Abs(got-0.2) > 1e-9 {
		t.Errorf("for recall the cut is at %v, want .2, below both", got)
	}
	if got := (Dependence{}).cut(1, nil, nil, nil); got != 0 {
		t.Errorf("no blocks: the cut is at %v", got)
	}
}

// A menu of hundreds of entries, none of which is likely to be content, promises more words than a short text. It is all
// content or none of it, so it is not kept.
func TestLongMenusAreNotKeptForTheirLength(t *testing.T) {
	v := view(t, "<main><p>A short text that tells what the page has to say.</p></main><ul>"+strings.Repeat("<li>An entry of the menu</li>", 300)+"</ul>")
	scores := append([]float64{0.9}, slices.Repeat([]float64{0.13}, 300)...)
	if Threshold(scores, v.weights()) > 0.13 {
		t.Fatal("the menu is too short to be tempting")
	}
	o := DefaultOptions()
	o.MinThreshold = 0 // which would drop it too
	for _, probability := range []float64{0.4, 0.9} {
		blocks := v.decide(scores, advice{}, kind{"documentation", probability}, o).Blocks
		if !blocks[0].Content || blocks[1].Content {
			t.Errorf("type of probability %v: the text is content: %v, the menu: %v", probability, blocks[0].Content, blocks[1].Content)
		}
	}
	if o.Dependence = (Dependence{}); !v.decide(scores, advice{}, kind{}, o).Blocks[1].Content {
		t.Error("without dependence the menu is not kept either: nothing was tested")
	}
}

// A page of which every block is doubtful keeps its likeliest ones: an empty answer would be the worst.
func TestDoubtfulPagesAreNotEmpty(t *testing.T) {
	v := view(t, "<ul>"+strings.Repeat("<li>A thing that is for sale, with its price and what it is made of</li>", 80)+"</ul><p>The shop's rules</p>")
	scores := append(slices.Repeat([]float64{0.18}, 80), 0.02)
	o := DefaultOptions()
	if o.MinThreshold <= 0.18 {
		t.Fatal("the lowest threshold does not stand in the way")
	}
	blocks := v.decide(scores, advice{}, kind{"collection", 0.6}, o).Blocks
	if !blocks[0].Content || blocks[80].Content {
		t.Errorf("the likely blocks are content: %v, the unlikely one: %v", blocks[0].Content, blocks[80].Content)
	}
	o.Threshold = 0.5
	if v.decide(scores, advice{}, kind{}, o).Blocks[0].Content {
		t.Error("a threshold that was set does not hold")
	}
}

// A page type that is not sure moves the threshold as no type does.
func TestUnsureTypesHaveTheirOwnFactor(t *testing.T) {
	v := view(t, `<p>One of two texts.</p><p>The other of them.</p>`)
	o := DefaultOptions()
	scores := []float64{0.9, 0.1}
	sure, unsure, none := v.threshold(scores, kind{"collection", 0.6}, o), v.threshold(scores, kind{"collection", 0.4}, o), v.threshold(scores, kind{}, o)
	if unsure != none || math.Abs(sure/o.Factors.Collection-none/o.Factors.Unsure) > 1e-9 {
		t.Errorf("thresholds %v when sure, %v when not, %v without a type", sure, unsure, none)
	}
}

func TestScalerWritesIntegersOfThirtySeconds(t *testing.T) {
	s := fitScaler([][]float32{{0, 5, absent}, {2, 5, absent}}, 3)
	q := make([]int8, 3)
	for _, tt := range []struct {
		row  []float32
		want []int8
	}{
		{[]float32{2, 5, 1}, []int8{32, 0, 0}},
		{[]float32{absent, absent, absent}, []int8{0, 0, 0}},
		{[]float32{100, 9, 9}, []int8{127, 0, 0}},
		{[]float32{-100, 9, 9}, []int8{-128, 0, 0}},
	} {
		if s.apply(tt.row, q); !slices.Equal(q, tt.want) {
			t.Errorf("%v became %v, want %v", tt.row, q, tt.want)
		}
	}
}

// site writes a small site's page: an article between boilerplate, in a design of the site's own.
func newsSite(n, pageOf int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<title>Story %d of %d</title><div class=n%d>", pageOf, n, n)
	for i := range 6 + n%3 {
		fmt.Fprintf(&b, "<a href=/%d>Section %d</a> ", i, i)
	}
	fmt.Fprintf(&b, "</div><h1>Story %d of %d</h1><div>", pageOf, n)
	for i := range 4 + pageOf {
		fmt.Fprintf(&b, "<p>On day %d the keeper of lamp %d walked to the shore, lit it, and wrote what the sea was like that night, as he had promised.</p>", i, n)
	}
	b.WriteString("</div><ul>")
	for i := range 5 {
		fmt.Fprintf(&b, "<li><a href=/s%d>Another story %d</a></li>", i, i)
	}
	fmt.Fprintf(&b, "</ul><div>© 20%02d All rights reserved. Privacy. Terms.</div>", n)
	return b.String()
}

func examples(t testing.TB) []Example {
	var out []Example
	for n := range 6 {
		for k := range 3 {
			v := view(t, newsSite(n, k))
			shares := make([]float64, len(v.Blocks))
			for b := range v.Blocks {
				if strings.HasPrefix(v.Blocks[b].Text, "On day") {
					shares[b] = 1
				}
			}
			out = append(out, NewExample(v, shares, fmt.Sprint("site", n), 1))
		}
	}
	return out
}

func quick() TrainOptions {
	o := DefaultTrainOptions()
	o.Rows, o.ContextRows, o.InnerFolds, o.Trees.Count = 300, 200, 2, 30
	return o
}

func TestTrainLabelsAnUnseenSiteAndSurvivesAFile(t *testing.T) {
	m, err := Train(context.Background(), examples(t), quick(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := m.Write(&file); err != nil {
		t.Fatal(err)
	}
	whole := bytes.Clone(file.Bytes())
	again, err := ReadModel(&file)
	if err != nil {
		t.Fatal(err)
	}
	v := view(t, newsSite(77, 5))
	labels := m.Label(v, DefaultOptions())
	a := labels.Blocks
	if diff := cmp.Diff(labels, again.Label(v, DefaultOptions())); diff != "" {
		t.Errorf("the model judges otherwise after a file (-before +after):\n%s", diff)
	}
	for _, x := range a {
		if want := strings.HasPrefix(x.Text, "On day"); x.Content != want {
			t.Errorf("%q: content %v with score %.3f", x.Text, x.Content, x.Score)
		}
		if x.Content != (x.Score >= labels.Threshold) && x.Text != "Story 5 of 77" {
			t.Errorf("%q: content %v with score %.3f, and the page's threshold is %.3f", x.Text, x.Content, x.Score, labels.Threshold)
		}
	}
	other, err := Train(context.Background(), examples(t), quick(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var file2 bytes.Buffer
	if err := other.Write(&file2); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(whole, file2.Bytes()) {
		t.Error("equal examples and seed gave another model")
	}
	for _, cut := range []int{0, 10, len(whole) / 2, len(whole) - 1} {
		if _, err := ReadModel(bytes.NewReader(whole[:cut])); !errors.Is(err, ErrModel) {
			t.Errorf("a model cut at byte %d: %v", cut, err)
		}
	}

	explained := m.Explain(v, DefaultOptions()).Blocks
	for i, x := range explained {
		if x.Score != a[i].Score || x.Content != a[i].Content {
			t.Fatal("explaining changes the label")
		}
		if len(x.Why) != len(Sources)+1 {
			t.Fatalf("%d effects for %d sources", len(x.Why), len(Sources))
		}
		for k := range x.Why[1:] {
			if math.Abs(x.Why[k].Effect) < math.Abs(x.Why[k+1].Effect) {
				t.Fatal("the effects are not sorted")
			}
		}
	}
}

// effectOf is what an explanation says that a source did to the score.
func effectOf(t *testing.T, b *Block, source string) float64 {
	t.Helper()
	i := slices.IndexFunc(b.Why, func(e Effect) bool { return e.Evidence == source })
	if i < 0 {
		t.Fatalf("%q is not explained by %s", b.Text, source)
	}
	return b.Why[i].Effect
}

// A score without a source must not depend on what that source says: the second stage sees the page's evidence, too.
func TestMaskedEvidenceHasNoSay(t *testing.T) {
	m, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	v := view(t, newsSite(77, 5))
	other := *v
	other.rows, other.wide = nil, slices.Clone(v.wide)
	for c := range other.wide {
		other.wide[c] += 2
	}
	a, b := m.Explain(v, DefaultOptions()).Blocks, m.Explain(&other, DefaultOptions()).Blocks
	moved := false
	for i := range a {
		moved = moved || a[i].Score != b[i].Score
		x, y := a[i].Score-effectOf(t, &a[i], pageSource.Name), b[i].Score-effectOf(t, &b[i], pageSource.Name)
		if math.Abs(x-y) > 1e-9 {
			t.Errorf("%q: without the page's evidence %.4f, with other such evidence masked %.4f", a[i].Text, x, y)
		}
	}
	if !moved {
		t.Error("the page's evidence moves no score: the test shows nothing")
	}
}

// Blocks whose labels are not known have no say, whatever stands in their place.
func TestTrainLooksAtKnownLabelsOnly(t *testing.T) {
	train := func(unknown float64) []byte {
		list := examples(t)
		for i := range list {
			e := &list[i]
			e.Counts = make([]float64, len(e.Shares))
			for b := range e.Shares {
				if e.Counts[b] = float64(b % 2 * 3); e.Counts[b] == 0 {
					e.Shares[b] = unknown
				}
			}
		}
		m, err := Train(context.Background(), list, quick(), nil)
		if err != nil {
			t.Fatal(err)
		}
		v := view(t, newsSite(77, 5))
		for _, x := range m.Label(v, DefaultOptions()).Blocks {
			if want := strings.HasPrefix(x.Text, "On day"); x.Content != want {
				t.Errorf("%q: content %v with score %.3f", x.Text, x.Content, x.Score)
			}
		}
		var file bytes.Buffer
		if err := m.Write(&file); err != nil {
			t.Fatal(err)
		}
		return file.Bytes()
	}
	if !bytes.Equal(train(0), train(1)) {
		t.Error("the model depends on labels that are not known")
	}
}

func TestTrainRefusesBadExamples(t *testing.T) {
	good := examples(t)
	oneSite := slices.Clone(good)
	oneClass := slices.Clone(good)
	badLabel := slices.Clone(good)
	for i := range good {
		oneSite[i].Site = "same"
		oneClass[i].Shares = make([]float64, len(good[i].Shares))
	}
	badLabel[0].Shares = append([]float64{math.NaN()}, good[0].Shares[1:]...)
	options := quick()
	options.C = math.NaN()
	for _, tt := range []struct {
		name     string
		examples []Example
		o        TrainOptions
		want     string
	}{
		{"one site", oneSite, quick(), "too few sites"},
		{"one class", oneClass, quick(), "every block has the same label"},
		{"a label that is no share", badLabel, quick(), "not between 0 and 1"},
		{"a bad option", good, options, "c: NaN is not a number"},
	} {
		if _, err := Train(context.Background(), tt.examples, tt.o, nil); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
	}
}

func TestModelOfOtherFeaturesSaysSo(t *testing.T) {
	for _, tt := range []struct {
		have, want []string
		message    string
	}{
		{[]string{"a", "b"}, []string{"a"}, `model was trained on 2 features, this build measures 1 (it has no "b"): train again`},
		{[]string{"a"}, []string{"a", "c"}, `"c" is new`},
		{[]string{"a", "b"}, []string{"b", "a"}, "in another order"},
	} {
		if err := fits(tt.have, tt.want); err == nil || !strings.Contains(err.Error(), tt.message) {
			t.Errorf("%v", err)
		}
	}
}

func TestCenterIsWhatVLPSKeeps(t *testing.T) {
	p, _ := page.Parse([]byte("<p>top</p><p>middle</p>"), page.ParseOptions{})
	l := &regions.Layout{Of: make([]regions.Name, len(p.Nodes))}
	for i := range p.Nodes {
		switch p.Nodes[i].Text {
		case "top":
			l.Of[i] = regions.Header
		case "middle":
			l.Of[i] = regions.Center
		}
	}
	got := Center(p, l)
	if got[0].Content || !got[1].Content || got[0].Region != regions.Header {
		t.Errorf("%+v", got)
	}
}

func FuzzView(f *testing.F) {
	for _, s := range []string{newsSite(1, 1), "<p>", "<title>a</title>", "<table><td>$1<td>2020-01-01", "中文，正文。"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, html string) {
		p, err := page.Parse([]byte(html), page.ParseOptions{MaxNodes: 20_000})
		if err != nil {
			return
		}
		v := NewView(p, nil, nil)
		for _, row := range Measure(v, Sources) {
			for c, x := range row {
				if math.IsInf(float64(x), 0) {
					t.Fatalf("column %s is infinite", Columns(Sources)[c])
				}
			}
		}
		scores := make([]float64, len(v.Blocks))
		measureContext(v, scores, v.evidence())
	})
}

func TestWithoutMasksASource(t *testing.T) {
	for _, name := range SourceNames() {
		if name == profileName || name == treesName {
			continue // the third stage and the forests are left out whole
		}
		blocks, around := make([]float32, len(Columns(Sources))), make([]float32, len(contextColumns))
		masked := 0
		for _, set := range []struct {
			row     []float32
			columns []string
		}{{blocks, Columns(Sources)}, {around, contextColumns}} {
			for c, x := range without([][]float32{set.row}, set.columns, []string{name})[0] {
				column := set.columns[c]
				if x == x {
					continue
				}
				masked++
				if own := strings.HasPrefix(column, name+".") || strings.HasPrefix(column, name+"_"); !own && name != contextName || column == "score" {
					t.Errorf("without %s, %s is absent", name, column)
				}
			}
		}
		if masked == 0 {
			t.Errorf("without %s, nothing is absent", name)
		}
	}
}

func TestDiscussionStartsWhereOthersTalk(t *testing.T) {
	text := "<p>The river rose in the night, and by the morning the old bridge was gone with all that stood on it.</p>"
	v := view(t, "<article>"+text+text+"</article><h3>2 comments</h3><div class=comment-list>"+text+text+text+text+"</div>")
	if got := values(t, v, "discussion.after"); !slices.Equal(got, []float32{0, 0, 0, 0, 1, 1, 1}) {
		t.Errorf("after the first comment: %v", got)
	}
	if got := values(t, v, "discussion.after_heading"); !slices.Equal(got, []float32{0, 0, 0, 1, 1, 1, 1}) {
		t.Errorf("after the heading: %v", got)
	}
	outside := float32(math.Log1p(42))
	if got := values(t, v, "discussion.words_outside")[0]; got != outside {
		t.Errorf("words outside: %v, want %v", got, outside)
	}
	if got := values(t, v, "discussion.share")[0]; math.Abs(float64(got)-84.0/127) > 1e-6 {
		t.Errorf("share: %v", got)
	}
}

func TestAnotherHeadlineBeginsAnotherText(t *testing.T) {
	v := view(t, `<title>River floods town</title><h1 class=a>River floods town</h1><p>It rose.</p><h2>Damage</h2><p>The bridge.</p>
		<h1 class=a>Town buys boat</h1><p>It floats.</p>`)
	if got := values(t, v, "title.rivals"); !slices.Equal(got, []float32{0, 0, 0, 0, float32(math.Log1p(1)), float32(math.Log1p(1))}) {
		t.Errorf("rivals: %v", got)
	}
	if got := values(t, v, "title.headings_after"); !slices.Equal(got, []float32{0, 0, 0, 0, float32(math.Log1p(1)), float32(math.Log1p(1))}) {
		t.Errorf("headings of the headline's rank: %v", got)
	}
}

func TestNoticesAreDense(t *testing.T) {
	v := view(t, `<div><p>The river rose in the night, and by the morning the old bridge was gone.</p></div>
		<div><p>We and our partners store cookies on your browser. You may withdraw your consent in the privacy settings.</p></div>`)
	got := values(t, v, "notice.block")
	if got[0] != 0 || got[1] < 0.9 {
		t.Errorf("densities: %v", got)
	}
}

// A page that promises few words of main content has none, unless some of it is sure and more than a phrase.
func TestPagesThatPromiseNothing(t *testing.T) {
	v := view(t, `<p>One two three four five six seven eight nine.</p><p>One two three.</p>`)
	o := DefaultOptions()
	for _, c := range []struct {
		name     string
		scores   []float64
		minWords float64
		content  bool
	}{
		{"doubtful and short", []float64{0.6, 0.6}, 90, false},
		{"nine words that are sure", []float64{0.7, 0.1}, 90, true},
		{"three words that are sure", []float64{0.1, 0.9}, 90, false},
		{"a promise of 7.2 words where 7 will do", []float64{0.6, 0.6}, 7, true},
		{"a promise of 6.9 words where 7 will do", []float64{0.6, 0.5}, 7, false},
	} {
		o.MinWords = c.minWords
		labels := v.decide(c.scores, advice{}, kind{}, o)
		content := labels.Blocks[0].Content || labels.Blocks[1].Content
		if content != c.content || (labels.Threshold > 0) != c.content {
			t.Errorf("%s: content %t with threshold %.2f", c.name, content, labels.Threshold)
		}
	}
}

// The headline is the title, and stays in the text where it is sure to be main content, or where that is asked for.
func TestHeadlineStaysWhereItIsSure(t *testing.T) {
	text := strings.Repeat("The river rose in the night, and the old bridge was gone by the morning. ", 10)
	v := view(t, `<title>The bridge that was</title><h1>The bridge that was</h1><p>`+text+`</p>`)
	for _, c := range []struct {
		score, sure  float64
		always, want bool
	}{
		{0.65, 0.7, false, false},
		{0.75, 0.7, false, true},
		{0.99, 1, false, false},
		{0.65, 0.7, true, true},
		{0.1, 0, true, false}, // below the page's threshold
	} {
		o := DefaultOptions()
		o.Headline, o.HeadlineSure = c.always, c.sure
		if got := v.decide([]float64{c.score, 0.95}, advice{}, kind{}, o).Blocks[0].Content; got != c.want {
			t.Errorf("%+v: the headline is content: %t", c, got)
		}
	}
}

func TestConfidence(t *testing.T) {
	v := view(t, `<title>A headline of five words</title><h1>A headline of five words</h1>
		<p>one two three four five six seven eight nine ten</p><p>one two three four five</p>`)
	blocks := []Block{{Score: 0.9}, {Score: 0.8, Content: true}, {Score: 0.2}}
	if got, want := v.Confidence(blocks), 2*8.0/(10+9); math.Abs(got-want) > 1e-9 {
		t.Errorf("confidence %v, want %v: the headline, which is the title, counts for nothing", got, want)
	}
	blocks[0].Content = true
	if got, want := v.Confidence(blocks), 2*12.5/(15+13.5); math.Abs(got-want) > 1e-9 {
		t.Errorf("confidence %v, want %v with the headline kept", got, want)
	}
	if got := v.Confidence([]Block{{Score: 0.1}, {Score: 0.1}, {Score: 0.1}}); got != 0 {
		t.Errorf("confidence %v of a page without main content", got)
	}
}

// What decided about a block is what speaks for its label, if two digits show it.
func TestDecided(t *testing.T) {
	why := []Effect{{"text", -0.4}, {"names", 0.2}, {"tag", 0.004}, {"page", 0}}
	for _, c := range []struct {
		content bool
		why     []Effect
		want    string
		told    int
	}{{true, why, "names", 2}, {false, why, "text", 2}, {true, why[2:], "", 0}, {false, why[1:], "", 1}, {true, nil, "", 0}} {
		b := Block{Content: c.content, Why: c.why}
		if got, ok := b.Decided(); got.Evidence != c.want || ok != (c.want != "") || len(b.Effects()) != c.told {
			t.Errorf("%+v: %+v, %t, %d told", c, got, ok, len(b.Effects()))
		}
	}
}
