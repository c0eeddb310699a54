package classify

import (
	_ "embed"
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
const cjkStopCharacters = "的了是在和有不这我他也就人都而及与着或一个上为中到说们对于以で の に は を た が と し て"

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
				for _, w := range strings.Fields(line) {
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

// A wordSet is the set of a text's words in lower case, CJK text by characters.
type wordSet map[string]bool

func newWordSet(text string) wordSet {
	set := wordSet{}
	for w := range tokens(text) {
		set[w] = true
	}
	return set
}

// tokens yields the words of a text in lower case, CJK text by characters.
func tokens(text string) func(yield func(string) bool) { return lowTokens(strings.ToLower(text)) }

// lowTokens is tokens of a text in lower case.
func lowTokens(text string) func(yield func(string) bool) {
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
			letter := !cjk && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r))
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

// overlap is the share of a text's words that are in the set; the text is in lower case.
func (s wordSet) overlap(text string) float64 {
	if len(s) == 0 {
		return 0
	}
	all, in := 0.0, 0.0
	for w := range lowTokens(text) {
		all++
		if s[w] {
			in++
		}
	}
	return share(in, all)
}

// A likeness is how much a text is like a set of words.
type likeness struct {
	overlap    float64 // share of the text's words that are in the set
	similarity float64 // Dice coefficient of the two sets of words
}

// likeness compares a text in lower case.
func (s wordSet) likeness(text string) likeness {
	overlap := s.overlap(text)
	if overlap == 0 {
		return likeness{}
	}
	other, both := wordSet{}, 0.0
	for w := range lowTokens(text) {
		if !other[w] && s[w] {
			both++
		}
		other[w] = true
	}
	return likeness{overlap, share(2*both, float64(len(s)+len(other)))}
}
