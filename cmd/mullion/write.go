package main

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mullionhq/mullion/whole"
)

// write gives a result to the file, or to standard output when file is "" or "-". A file is there whole or not at
// all: what stood there before stays until everything is written.
func (a *app) write(file string, result []byte) error {
	if file == "" || file == "-" {
		if _, err := a.out.Write(result); err != nil {
			return fmt.Errorf("writing to standard output: %w", err)
		}
		return nil
	}
	if err := whole.WriteFile(file, result); err != nil {
		return err
	}
	a.log.Debug("written", "file", file, "bytes", len(result))
	return nil
}

// show writes tables of what pages say to standard output.
func (a *app) show(tables []byte) error { return a.write("", []byte(harmless(string(tables)))) }

// harmless is text for a terminal. Characters that would tell it what to do, or turn lines around, are shown as ones that
// cannot be shown.
func harmless(text string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && (unicode.IsControl(r) || strings.ContainsRune(turning, r)) {
			return unicode.ReplacementChar
		}
		return r
	}, text)
}

// turning are the characters that embed, override and isolate directions of writing.
const turning = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"

// checkFolder reports early that a file cannot be written, because its folder is not there or because it is one itself.
func checkFolder(file string) error {
	if file == "" || file == "-" {
		return nil
	}
	if info, err := os.Stat(file); err == nil && info.IsDir() {
		return usagef("%s cannot be written: it is a folder; name a file", file)
	}
	if info, err := os.Stat(filepath.Dir(file)); err != nil || !info.IsDir() {
		return usagef("%s cannot be written: there is no folder %s", file, filepath.Dir(file))
	}
	return nil
}

// makeFolder makes the folder that a flag names, where it is not there.
func makeFolder(flag, folder string) error {
	if err := noFile(flag, folder); err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return fmt.Errorf("%s: making the folder: %w", flag, err)
	}
	return nil
}

// noFile reports a file where a flag names a folder.
func noFile(flag, folder string) error {
	if info, err := os.Stat(folder); err == nil && !info.IsDir() {
		return usagef("%s: %s is a file: name a folder", flag, folder)
	}
	return nil
}

var unsafe = regexp.MustCompile(`[^\pL\pM\pN.-]+`)

// nameLength is how many characters of an input are in the name of a file that is made for it.
const nameLength = 60

// legible is the end of an input as a file's name, without its suffix. What is percent-encoded is there as the letters it is.
func legible(input string) string {
	if plain, err := url.PathUnescape(input); err == nil && utf8.ValidString(plain) {
		input = plain
	}
	name := []rune(strings.Trim(unsafe.ReplaceAllString(input, "-"), "-."))
	return strings.Trim(string(name[max(0, len(name)-nameLength):]), "-.")
}
