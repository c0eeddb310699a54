package classify

import "strings"

// A likeness is how much a text is like the page's title and description.
type likeness struct {
	overlap    float64 // share of the text's words that are in the title
	similarity float64 // Dice coefficient of the two sets of words
	about      float64 // share of the text's words that are in the description
}

// A promise is the words of a page's title and description, to compare texts with. It numbers all words that it reads, by
// their hashes, so that each costs one look-up.
type promise struct {
	numbers    *numbering
	words      []promisedWord // by number
	titleWords float64        // different ones
	texts      int            // that were compared
}

type promisedWord struct {
	inTitle, inDescription bool
	text                   int // the last one that had it
}

// usualWords is how many different words most pages have, so that tables of them seldom grow.
const usualWords = 1024

func newPromise(title, description string) *promise {
	p := &promise{numbers: newNumbering(usualWords), words: make([]promisedWord, 0, usualWords)}
	for _, w := range hashes(nil, strings.ToLower(title)) {
		if word := p.word(w); !word.inTitle {
			word.inTitle = true
			p.titleWords++
		}
	}
	for _, w := range hashes(nil, strings.ToLower(description)) {
		p.word(w).inDescription = true
	}
	return p
}

func (p *promise) word(w uint64) *promisedWord {
	n := p.numbers.of(w)
	if n == len(p.words) {
		p.words = append(p.words, promisedWord{})
	}
	return &p.words[n]
}

// likeness compares a text, given as its words.
func (p *promise) likeness(text []uint64) likeness {
	p.texts++
	var inTitle, inDescription, different, common float64
	for _, w := range text {
		word := p.word(w)
		first := word.text != p.texts
		word.text = p.texts
		if first {
			different++
		}
		if word.inDescription {
			inDescription++
		}
		if word.inTitle {
			inTitle++
			if first {
				common++
			}
		}
	}
	all := float64(len(text))
	return likeness{share(inTitle, all), share(2*common, p.titleWords+different), share(inDescription, all)}
}
