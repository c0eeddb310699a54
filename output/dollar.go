package output

import (
	"bytes"
	"slices"

	"github.com/JohannesKaufmann/html-to-markdown/v2/marker"
)

// dollars tell which dollars of a text keep their escape: those that readers of formulas would pair with another one of
// their paragraph, by the rule of Pandoc and GitHub. One opens before what is no space, and closes behind what is no space
// and before what is no digit; two in a row pair with any two. "$5 and $6" is no formula. All dollars of a text are looked
// at together, when it asks for the first.
type dollars struct {
	text   []byte // the text that was asked about last, with a mark before each character that may be escaped
	paired map[int]bool
}

// keep is an UnEscaper. Others must not change the text meanwhile.
func (d *dollars) keep(text []byte, i int) int {
	if text[i] != '$' {
		return -1
	}
	if len(text) != len(d.text) || &text[0] != &d.text[0] {
		d.text, d.paired = text, map[int]bool{}
		for start := 0; start < len(text); {
			end := len(text)
			if k := bytes.Index(text[start:], []byte("\n\n")); k >= 0 {
				end = start + k
			}
			d.pair(start, end)
			start = end + len("\n\n")
		}
	}
	if d.paired[i] {
		return 1
	}
	return -1
}

// far is how many bytes apart two dollars are no formula.
const far = 10_000

// pair finds the dollars of a paragraph that have a partner, before them or after.
func (d *dollars) pair(start, end int) {
	all := dollarsIn(d.text, start, end)
	opening, two := start-far-1, start-far-1 // where the last dollar that opens stands, and the last two in a row
	for j, s := range all {
		if j > 1 && all[j-2].two {
			two = all[j-2].at
		}
		if s.alone && s.closes && s.at-opening <= far || !s.alone && s.at-two <= far {
			d.paired[s.at] = true
		}
		if s.opens {
			opening = s.at
		}
	}
	closing := end + far + 1 // where the next one that closes stands
	two = closing
	for j, s := range slices.Backward(all) {
		if j+1 < len(all) && all[j+1].two {
			two = all[j+1].at
		}
		if s.alone && s.opens && closing-s.at <= far || !s.alone && two-s.at <= far {
			d.paired[s.at] = true
		}
		if s.closes {
			closing = s.at
		}
	}
}

// A dollar is one of a paragraph.
type dollar struct {
	at            int
	opens, closes bool // whether a formula may begin, or end, with it
	two           bool // whether it is the first of two in a row
	alone         bool // whether none is beside it
}

// dollarsIn are the dollars of text between two places.
func dollarsIn(text []byte, start, end int) []dollar {
	const mark = byte(marker.MarkerEscaping)
	var all []dollar
	for at := start; ; at++ {
		k := bytes.IndexByte(text[at:end], '$')
		if k < 0 {
			return all
		}
		at += k
		before, after := byte(' '), byte(0) // with an end of the paragraph beside it a dollar closes, and does not open
		for k := at - 1; k >= start; k-- {
			if text[k] != mark {
				before = text[k]
				break
			}
		}
		for k := at + 1; k < end; k++ {
			if text[k] != mark {
				after = text[k]
				break
			}
		}
		all = append(all, dollar{
			at: at, opens: after != 0 && !isSpace(after), closes: !isSpace(before) && (after < '0' || after > '9'),
			two: after == '$', alone: before != '$' && after != '$',
		})
	}
}

func isSpace(b byte) bool { return b == ' ' || b == '\t' || b == '\n' }
