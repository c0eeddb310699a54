package classify

import (
	"math"
	"math/bits"
	"strings"
	"unicode/utf8"
)

var textSource = Source{
	Name: "text",
	Doc: "The block's own text: length, links, punctuation, function words, capitals, digits and how it begins " +
		"and ends (densities after Zhou 2019, shallow text features after Kohlschütter 2010).",
	Columns: []string{
		"words", "chars", "link_density", "punctuation", "commas", "stop_words", "upper", "capitalised", "digits",
		"marks", "word_length", "strong", "unspaced", "ends_stop", "ends_colon", "ends_ellipsis", "ends_digit",
		"starts_upper", "starts_lower", "starts_digit", "starts_mark", "date", "pipe", "copyright", "currency",
		"lines", "single_word", "question", "quoted", "hidden", "running", "codes", "longest_word",
	},
	Measure: func(v *View, b int, out []float32) {
		w, s, text := writer{out: out}, &v.stats[b], v.Blocks[b].Text
		head := text[:min(len(text), 400)]
		inHead := signsIn(head)
		inText := inHead
		if len(text) > len(head) {
			inText = signsIn(text)
		}
		w.put(log(s.words))
		w.put(log(s.chars))
		w.put(share(s.linkWords, s.words))
		w.put(share(s.punctuation, s.words+1))
		w.put(log(s.commas))
		w.put(share(s.stopWords, s.words))
		w.put(share(s.upper, s.letters))
		w.put(share(s.capitalised, s.words))
		w.put(share(s.digits, s.chars))
		w.put(share(s.marks, s.chars))
		w.put(min(12, share(s.letters, s.words)))
		w.put(s.strong)
		w.put(share(s.unspaced, s.chars))
		w.flag(s.ends == stopEdge)
		w.flag(s.ends == colonEdge)
		w.flag(s.ends == ellipsis)
		w.flag(s.ends == digitEdge)
		w.flag(s.starts == upperEdge)
		w.flag(s.starts == lowerEdge)
		w.flag(s.starts == digitEdge)
		w.flag(s.starts == otherEdge)
		w.flag(s.words < 40 && holdsDate(head))
		w.flag(inHead&pipeSign != 0)
		w.flag(inText&copyrightSign != 0)
		w.flag(inHead&currencySign != 0)
		w.put(log(float64(strings.Count(text, "\n"))))
		w.flag(s.words <= 1)
		w.flag(inText&questionSign != 0)
		w.flag(inHead&quoteSign != 0)
		w.flag(v.Blocks[b].Hidden)
		w.flag(s.runs())
		w.put(share(s.codes, s.chars))
		w.put(log(s.longest))
		w.done()
	},
}

var wordingLexicon = readLexicon(wordingData)

var wordingSource = Source{
	Name: "wording",
	Doc: "Words that announce what stands around main content in many languages (share, related, legal …), as a " +
		"share of a short text's words; the noise-word density of Zhou 2019, by kind.",
	Columns: wordingLexicon.groups,
	Measure: func(v *View, b int, out []float32) {
		text := v.lower[b]
		if len(text) > maxWordingText {
			text = text[:maxWordingText]
		}
		counts, words := wordings(text)
		w := writer{out: out}
		for _, n := range counts {
			w.put(min(1, share(n, words)*2))
		}
		w.done()
	},
}

// wordings counts the words of each group of the lexicon in a text in lower case, and all its words.
func wordings(text string) (counts []float64, words float64) {
	counts = make([]float64, len(wordingLexicon.groups))
	count := func(in groups, words float64) {
		for ; in != 0; in &= in - 1 {
			counts[bits.TrailingZeros64(uint64(in))] += words
		}
	}
	for t := range tokens(text) {
		words++
		if r, _ := utf8.DecodeRuneInString(t); !isCJK(r) { // those are among the longer ones
			count(wordingLexicon.byWord[t], 1)
		}
	}
	for _, w := range wordingLexicon.longer.in(text) {
		count(w.group, w.words)
	}
	return counts, words
}

// maxWordingText is how many bytes of a block are searched for wordings: announcements are short.
const maxWordingText = 300

var titleSource = Source{
	Name: "title",
	Doc:  "Agreement with the page's title and description, and place relative to the headline.",
	Columns: []string{
		"overlap", "similarity", "about", "is_headline", "before", "after_near", "distance", "has_headline",
		"declared", "has_declared", "rivals", "headings_after",
	},
	Measure: func(v *View, b int, out []float32) {
		w := writer{out: out}
		w.put(v.titled[b].overlap)
		w.put(v.titled[b].similarity)
		w.put(v.titled[b].about)
		w.flag(b == v.headline)
		if v.headline < 0 {
			w.at += 3
			w.flag(false)
		} else {
			w.distance(b - v.headline)
		}
		w.put(v.declared.share(v.hashes[b]))
		w.flag(len(v.declared) > 0)
		if v.headline >= 0 {
			w.put(log(v.rivals[b]))
			w.put(log(v.outranked[b]))
		} else {
			w.at += 2
		}
		w.done()
	},
}

var noticeSource = Source{
	Name: "notice",
	Doc: "How densely words of notices about cookies and privacy stand in the block, three of its ancestors and the page: " +
		"a consent dialog can hold more running text than the article behind it.",
	Columns: []string{"block", "ancestor1", "ancestor2", "ancestor4", "page", "concentration"},
	Measure: func(v *View, b int, out []float32) {
		w := writer{out: out}
		density := func(s *stat) float64 { return math.Min(1, noticeFactor*share(s.noticeWords, s.words)) }
		w.put(density(&v.stats[b]))
		w.put(density(v.under(v.ancestor(b, 1))))
		w.put(density(v.under(v.ancestor(b, 2))))
		w.put(density(v.under(v.ancestor(b, 4))))
		w.put(density(&v.total))
		w.put(share(v.under(v.ancestor(b, 2)).noticeWords, v.total.noticeWords))
		w.done()
	},
}

// noticeFactor makes 1 of the density of a pure notice: one word in eight. A guess.
const noticeFactor = 8

// distance writes where the block stands relative to the headline, d blocks after it.
func (w *writer) distance(d int) {
	w.flag(d < 0)
	w.flag(d > 0 && d <= 4)
	if d < 0 {
		w.put(-log(float64(-d)))
	} else {
		w.put(log(float64(d)))
	}
	w.put(1)
}
