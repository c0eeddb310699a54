package eval

// A Prediction is what an extractor made of one page.
type Prediction struct {
	Text     string  // the main content
	Blocks   []Block // for region accuracy; nil when the page was not rendered
	Labels   *Labels // what became of the page's leaf labels; nil when not asked for
	Document []byte  // the whole result as JSON, for Run to write; nil when there is none
}

// A PageScore is what the metrics say about one page. A metric that has no gold on the page is nil.
type PageScore struct {
	Item     *Item
	Shingles *Shingles
	Word     *PRF // bag of Words
	Bag      *PRF // bag of CJK tokens
	Segments *Segments
	Regions  *RegionChars
	Labels   *Labels // when the prediction has them
	Lines    *Lines  // when the scorer counts them
	Err      error   // why there was no prediction, which was then scored as empty
}

// A Scorer compares what an extractor made of pages with their gold, by every published metric that the gold allows.
type Scorer struct {
	Lines bool // whether lines are counted, and with them the other published measures
}

// Page scores the prediction for a page.
func (s Scorer) Page(it *Item, p Prediction) PageScore {
	score := PageScore{Item: it, Labels: p.Labels}
	if it.Gold.HasText {
		s.text(&score, it.Gold.Text, p.Text)
	}
	if len(it.Gold.With)+len(it.Gold.Without) > 0 {
		c := compareSegments(it.Gold, p.Text)
		score.Segments = &c
	}
	if it.Layout != nil && p.Blocks != nil {
		c := CompareRegions(it.Layout.Boxes, p.Blocks)
		score.Regions = &c
	}
	return score
}

func (s Scorer) text(score *PageScore, gold, predicted string) {
	sh := CompareShingles(gold, predicted)
	score.Shingles = &sh
	word := Bag(Words(gold), Words(predicted))
	score.Word = &word
	if s.Lines {
		l := compareLines(gold, predicted)
		score.Lines = &l
	}
	bag := Bag(CJK(gold), CJK(predicted))
	score.Bag = &bag
}

// Scores are the averages over a set of pages, each as its authors take it. A metric without pages is nil.
type Scores struct {
	Pages    int           `json:"pages"`
	Failed   int           `json:"failed,omitempty"` // pages without a prediction
	Word     *PRF          `json:"word,omitempty"`   // WCXB's word F1: each number averaged over pages
	Bag      *PRF          `json:"bag,omitempty"`    // the same of CJK tokens
	Shingle  *ShingleScore `json:"aeb,omitempty"`
	Segments *SegmentScore `json:"segments,omitempty"`
	Regions  *RegionScore  `json:"regions,omitempty"`

	Published *Published `json:"published,omitempty"`
}

// A ShingleScore is AEB's: precision and recall averaged over pages, F1 of the two averages.
type ShingleScore struct {
	PRF
	Accuracy float64 `json:"accuracy"` // share of pages with exactly the gold's words
}

// A SegmentScore is trafilatura's: counts pooled over pages.
type SegmentScore struct {
	PRF
	Accuracy float64 `json:"accuracy"`
	Pages    int     `json:"pages"`
}

// A RegionScore is the share of characters in their gold region.
type RegionScore struct {
	Accuracy float64 `json:"accuracy"` // averaged over pages that have characters in gold regions
	Pooled   float64 `json:"pooled"`   // over the characters of all pages
	Pages    int     `json:"pages"`
}

// Total averages page scores.
func Total(pages []PageScore) Scores {
	t := Scores{Pages: len(pages)}
	var word, bag []PRF
	var sh []Shingles
	var seg []Segments
	var reg []RegionChars
	for _, p := range pages {
		if p.Err != nil {
			t.Failed++
		}
		word, bag, sh = keep(word, p.Word), keep(bag, p.Bag), keep(sh, p.Shingles)
		seg, reg = keep(seg, p.Segments), keep(reg, p.Regions)
	}
	t.Word, t.Bag, t.Shingle = totalPRF(word), totalPRF(bag), totalShingles(sh)
	t.Segments, t.Regions = totalSegments(seg), totalRegions(reg)
	t.Published = totalPublished(pages)
	return t
}

func keep[T any](list []T, v *T) []T {
	if v == nil {
		return list
	}
	return append(list, *v)
}

// mean adds in order; 0 for an empty list.
func mean[T any](list []T, of func(T) float64) float64 {
	if len(list) == 0 {
		return 0
	}
	sum := 0.0
	for _, v := range list {
		sum += of(v)
	}
	return sum / float64(len(list))
}

func totalPRF(list []PRF) *PRF {
	if len(list) == 0 {
		return nil
	}
	return &PRF{
		P:  mean(list, func(s PRF) float64 { return s.P }),
		R:  mean(list, func(s PRF) float64 { return s.R }),
		F1: mean(list, func(s PRF) float64 { return s.F1 }),
	}
}

// totalShingles leaves pages out of the precision that have no predicted shingle, and out of the recall that have no
// gold shingle, as AEB does.
func totalShingles(list []Shingles) *ShingleScore {
	if len(list) == 0 {
		return nil
	}
	var p, r []float64
	for _, s := range list {
		if s.TP+s.FP > 0 {
			p = append(p, s.TP/(s.TP+s.FP))
		}
		if s.TP+s.FN > 0 {
			r = append(r, s.TP/(s.TP+s.FN))
		}
	}
	same := func(x float64) float64 { return x }
	score := &ShingleScore{PRF: PRF{P: mean(p, same), R: mean(r, same)}}
	if len(p) == 0 || len(r) == 0 {
		return score
	}
	score.PRF = prf(score.P, score.R)
	score.Accuracy = mean(list, func(s Shingles) float64 {
		if s.Exact {
			return 1
		}
		return 0
	})
	return score
}

func totalSegments(list []Segments) *SegmentScore {
	if len(list) == 0 {
		return nil
	}
	var s Segments
	for _, c := range list {
		s.TP, s.FP, s.FN, s.TN = s.TP+c.TP, s.FP+c.FP, s.FN+c.FN, s.TN+c.TN
	}
	return &SegmentScore{
		PRF:      PRF{P: share(s.TP, s.TP+s.FP), R: share(s.TP, s.TP+s.FN), F1: share(2*s.TP, 2*s.TP+s.FP+s.FN)},
		Accuracy: share(s.TP+s.TN, s.TP+s.FP+s.FN+s.TN), Pages: len(list),
	}
}

func totalRegions(list []RegionChars) *RegionScore {
	var sum RegionChars
	var shares []float64
	for _, c := range list {
		sum.Right, sum.All = sum.Right+c.Right, sum.All+c.All
		if c.All > 0 {
			shares = append(shares, share(c.Right, c.All))
		}
	}
	if len(shares) == 0 {
		return nil
	}
	same := func(x float64) float64 { return x }
	return &RegionScore{Accuracy: mean(shares, same), Pooled: share(sum.Right, sum.All), Pages: len(shares)}
}

// share is a/b, and 0 of nothing.
func share(a, b int) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}
