package classify

import (
	_ "embed"
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

//go:embed data/stopwords.txt
var stopWordData string

//go:embed data/notices.txt
var noticeData string

//go:embed data/wording.txt
var wordingData string

//go:embed data/names.txt
var nameData string

// maxCommonWord is the length in bytes of the longest word that is looked up in commonWords.
const maxCommonWord = 28

// cjkStopCharacters are the commonest function characters of Chinese and Japanese.
var cjkStopCharacters = runesOf("的了是在和有不这我他也就人都而及与着或一个上为中到说们对于以でのにはをたがとして")

// A runeSet is a set of characters of the basic plane.
type runeSet [0x10000 / 64]uint64

func runesOf(list string) *runeSet {
	var s runeSet
	for _, r := range list {
		s[r/64] |= 1 << (r % 64)
	}
	return &s
}

func (s *runeSet) has(r rune) bool { return int(r/64) < len(s) && s[r/64]&(1<<(r%64)) != 0 }

// commonWord says what a word is known for.
type commonWord byte

const (
	stopWord   commonWord = 1 << iota // of running text
	noticeWord                        // of notices about cookies and privacy
)

var commonWords = readCommonWords(map[commonWord]string{stopWord: stopWordData, noticeWord: noticeData})

func readCommonWords(data map[commonWord]string) map[string]commonWord {
	set := map[string]commonWord{}
	for kind, text := range data {
		for line := range strings.Lines(text) {
			if !strings.HasPrefix(line, "#") {
				for w := range strings.FieldsSeq(line) {
					set[w] |= kind
				}
			}
		}
	}
	return set
}

// lookUp tells what a word of at most maxCommonWord bytes is known for. Only ASCII capitals are lowered.
func lookUp(w string) commonWord {
	var buf [maxCommonWord]byte
	for i := range len(w) {
		c := w[i]
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		buf[i] = c
	}
	return commonWords[string(buf[:len(w)])]
}

// A lexicon maps words or wordings to the groups that they belong to, read from a data file with lines
// "group: word, word, …"; lines that start with # are comments. A group may take several lines.
type lexicon struct {
	groups []string
	byWord map[string]groups
	longer phrases // wordings of several words, or in scripts without spaces
}

type wording struct {
	text  string
	group groups
	words float64
}

// groups is a set of a lexicon's groups, one bit each.
type groups uint64

func (g groups) has(i int) bool { return g&(1<<i) != 0 }

func readLexicon(data string) lexicon {
	l := lexicon{byWord: map[string]groups{}}
	index := map[string]int{}
	for line := range strings.Lines(data) {
		line = strings.TrimSpace(line)
		name, list, ok := strings.Cut(line, ":")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		i, seen := index[name]
		if !seen {
			i = len(l.groups)
			index[name] = i
			l.groups = append(l.groups, name)
		}
		for w := range strings.SplitSeq(list, ",") {
			if w = strings.TrimSpace(strings.ToLower(w)); w == "" {
				continue
			}
			if strings.Contains(w, " ") || strings.ContainsFunc(w, isCJK) {
				l.longer.add(wording{w, 1 << i, float64(strings.Count(w, " ") + 1)})
			} else {
				l.byWord[w] |= 1 << i
			}
		}
	}
	return l
}

// toLower is strings.ToLower, which looks up no Chinese or Japanese character and none of their punctuation.
func toLower(text string) string {
	capitals := false
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c < utf8.RuneSelf:
			capitals = capitals || 'A' <= c && c <= 'Z'
			i++
		case 0xe3 <= c && c <= 0xe9, // the first byte of U+3000 … U+9FFF, which have no case
			strings.HasPrefix(text[i:], "\xe2\x80"),                                         // U+2000 … U+203F
			strings.HasPrefix(text[i:], "\xef\xbc") && i+2 < len(text) && text[i+2] <= 0xa0: // U+FF00 … U+FF20
			i += 3
		default:
			return strings.ToLower(text)
		}
	}
	if !capitals {
		return text
	}
	lower := []byte(text)
	for i, c := range lower {
		if 'A' <= c && c <= 'Z' {
			lower[i] += 'a' - 'A'
		}
	}
	return string(lower)
}

// hashes appends the hashes of a text's words to list. The text is in lower case.
func hashes(list []uint64, text string) []uint64 {
	for w := range tokens(text) {
		list = append(list, mix(0, w))
	}
	return list
}

// inWord reports whether a character is a letter, a digit or a mark. It looks up none of ASCII and of the commonest signs beyond.
func inWord(r rune) bool {
	switch {
	case r < utf8.RuneSelf:
		return 'a' <= r && r <= 'z' || '0' <= r && r <= '9' || 'A' <= r && r <= 'Z'
	case 0x2000 <= r && r <= 0x206f, 0x3000 <= r && r <= 0x3004, 0x3008 <= r && r <= 0x3020, 0xff00 <= r && r <= 0xff0f:
		return false
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}

// tokens yields the words of a text that is in lower case, CJK text by characters.
func tokens(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		start := -1
		for i, r := range text {
			if 'a' <= r && r <= 'z' {
				if start < 0 {
					start = i
				}
				continue
			}
			cjk := isCJK(r)
			letter := !cjk && inWord(r)
			if start >= 0 && !letter {
				if !yield(text[start:i]) {
					return
				}
				start = -1
			}
			if cjk {
				if !yield(text[i : i+utf8.RuneLen(r)]) {
					return
				}
			} else if letter && start < 0 {
				start = i
			}
		}
		if start >= 0 {
			yield(text[start:])
		}
	}
}
