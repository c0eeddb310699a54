package eval

import (
	"strings"
	"unicode/utf8"

	"github.com/mullionhq/mullion/page"
)

// longEnough is how many characters a block has at least whose text, as part of a segment, is that of the segment: shorter
// ones stand in many texts. A guess.
const longEnough = 20

// Marked labels the blocks that the segments tell of: those with text that an extraction must hold as 1, those with text
// that it must not hold as 0, where that is at least a half of the block. told reports which blocks these are. A segment
// that must be held tells nothing where several blocks have it, as one of them is enough, nor does a block with
// segments of both kinds. White space is as trafilatura compares it. A copy that is shown goes before one that is not.
func (g *Gold) Marked(blocks []page.Block) (shares []float64, told []bool) {
	shares, told = make([]float64, len(blocks)), make([]bool, len(blocks))
	texts := make([]string, len(blocks))
	for b := range blocks {
		texts[b] = squeeze(blocks[b].Text)
	}
	held := make([]bool, len(blocks))
	for _, segment := range g.With {
		for _, b := range holders(texts, blocks, segmentText(segment)) {
			shares[b], told[b], held[b] = 1, true, true
		}
	}
	for _, segment := range g.Without {
		s := segmentText(segment)
		for b, text := range texts {
			if isPart(text, s) || s != "" && 2*len(s) >= len(text) && strings.Contains(text, s) {
				told[b] = !held[b]
			}
		}
	}
	return shares, told
}

func segmentText(segment string) string { return squeeze(page.Written(segment)) }

// isPart reports whether a block's text is part of a segment, and long enough to say so.
func isPart(text, segment string) bool {
	return utf8.RuneCountInString(text) >= longEnough && strings.Contains(segment, text)
}

// holders are the blocks that a segment is from: the only one that has it or, where none does, those that it is made of. texts
// are theirs without needless white space.
func holders(texts []string, blocks []page.Block, segment string) []int {
	var shown, unseen, parts []int
	for b, text := range texts {
		switch {
		case segment != "" && strings.Contains(text, segment) && blocks[b].Hidden:
			unseen = append(unseen, b)
		case segment != "" && strings.Contains(text, segment):
			shown = append(shown, b)
		case isPart(text, segment):
			parts = append(parts, b)
		}
	}
	if len(shown) == 0 {
		shown = unseen
	}
	switch len(shown) {
	case 0:
		return parts
	case 1:
		return shown
	}
	return nil
}
