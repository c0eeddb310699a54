package density

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"unicode/utf8"
)

// A Lexicon holds noise words and phrases: what sites say about themselves, such as 首页 or "all rights reserved". It is
// read only and may be shared.
type Lexicon struct {
	spaced   map[string][][]string // phrases of scripts with spaces, in lower case, by first word
	unspaced map[rune][][]rune     // words of scripts without, by first character
}

// ErrWords says that a user's lists cannot be used.
var ErrWords = errors.New("unusable noise words")

//go:embed data/noise/*.txt
var bundled embed.FS

// Bundled returns the lists that are embedded in the program: one file a language. It is read once.
var Bundled = sync.OnceValue(func() *Lexicon {
	l, err := read(bundled, "data/noise", newLexicon())
	if err != nil {
		panic(err) // our own files
	}
	return l
})

func newLexicon() *Lexicon {
	return &Lexicon{spaced: map[string][][]string{}, unspaced: map[rune][][]rune{}}
}

// Open returns the bundled lists with those of a user added: a file, or a folder of which every .txt file is read. A file
// has a word or phrase a line; empty lines and those that begin with # are passed over. "" adds nothing. Errors are ErrWords.
func Open(path string) (*Lexicon, error) {
	if path == "" {
		return Bundled(), nil
	}
	l, err := read(bundled, "data/noise", newLexicon())
	if err != nil {
		panic(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("%w: %w: name a text file with a word a line, or a folder of such files", ErrWords, err)
	}
	if info.IsDir() {
		return read(os.DirFS(path), ".", l)
	}
	return l, l.file(os.DirFS(filepath.Dir(path)), filepath.Base(path))
}

// read adds the .txt files of a folder.
func read(from fs.FS, dir string, l *Lexicon) (*Lexicon, error) {
	entries, err := fs.ReadDir(from, dir)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrWords, err)
	}
	found := false
	for _, e := range entries {
		if e.IsDir() || !strings.HasSuffix(e.Name(), ".txt") {
			continue
		}
		found = true
		name := e.Name()
		if dir != "." {
			name = dir + "/" + name
		}
		if err := l.file(from, name); err != nil {
			return nil, err
		}
	}
	if !found {
		return nil, fmt.Errorf("%w: the folder has no .txt file", ErrWords)
	}
	return l, nil
}

func (l *Lexicon) file(from fs.FS, name string) error {
	raw, err := fs.ReadFile(from, name)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrWords, err)
	}
	if err := l.parse(string(raw)); err != nil {
		return fmt.Errorf("%w: %s: %w", ErrWords, name, err)
	}
	return nil
}

// maxPhrase bounds a line in words or, without spaces, in characters: longer ones are no words.
const maxPhrase = 20

// parse adds the words of a list.
func (l *Lexicon) parse(list string) error {
	line := 0
	for text := range strings.Lines(list) {
		line++
		text = strings.TrimSpace(strings.TrimPrefix(text, "\ufeff"))
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		if !utf8.ValidString(text) {
			return fmt.Errorf("line %d is not UTF-8", line)
		}
		if err := l.add(strings.ToLower(text)); err != nil {
			return fmt.Errorf("line %d: %w", line, err)
		}
	}
	return nil
}

func (l *Lexicon) add(text string) error {
	words := strings.FieldsFunc(text, func(r rune) bool { return !inWord(r) && r != 'ー' })
	runes := []rune(strings.Join(words, ""))
	without := 0 // characters of scripts without spaces
	for _, r := range runes {
		if unspaced(r) {
			without++
		}
	}
	switch {
	case len(words) == 0:
		return fmt.Errorf("%q has no letters", text)
	case without > 0 && (without < len(runes) || len(words) > 1):
		return fmt.Errorf("%.40q mixes scripts with and without spaces, or has spaces where its script has none: give its parts a line each", text)
	case len(words) > maxPhrase || without > maxPhrase:
		return fmt.Errorf("%.40q… is longer than %d words", text, maxPhrase)
	case without > 0:
		l.unspaced[runes[0]] = append(l.unspaced[runes[0]], runes)
	default:
		l.spaced[words[0]] = append(l.spaced[words[0]], words)
	}
	return nil
}
