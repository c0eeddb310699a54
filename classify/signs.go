package classify

// signs is a set of kinds of characters that a text has.
type signs uint8

const (
	pipeSign signs = 1 << iota // sets parts of a line apart
	copyrightSign
	currencySign
	questionSign
	quoteSign
)

func signOf(r rune) signs {
	switch r {
	case '|', '›', '·', '•', '→', '／':
		return pipeSign
	case '»':
		return pipeSign | quoteSign
	case '©', '®':
		return copyrightSign
	case '$', '€', '£', '¥', '₹', '₽', '￥':
		return currencySign
	case '?', '？', '؟':
		return questionSign
	case '“', '”', '«', '「', '」', '"':
		return quoteSign
	}
	return 0
}

// signsIn is the set of the kinds of characters in a text.
func signsIn(text string) signs {
	var found signs
	for _, r := range text {
		if r < 'A' || r > 'z' && (r < 0x3040 || r > 0x9fff) { // letters are no signs, and most of any text
			found |= signOf(r)
		}
	}
	return found
}
