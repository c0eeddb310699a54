package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/config"
	"github.com/mullionhq/mullion/journal"
	"github.com/mullionhq/mullion/output"
)

// linesSuffix ends the names of files with a document a line.
const linesSuffix = ".jsonl"

// A sink is where documents go: standard output, a file of JSON lines, or a folder with a file a page and an index.
type sink struct {
	a        *app
	format   output.Format
	options  output.Options
	settings string // the fingerprint of all that documents depend on

	journal *journal.Journal  // nil for standard output
	folder  string            // "" without one
	names   map[string]string // the files in the folder, in lower case, and their inputs

	earlier map[string]entry // what earlier runs wrote, by input, the last of each
}

// An entry is what a line of the journal says of how a page ended. All lines start with its input.
type entry struct {
	Input    string         `json:"input"`
	File     string         `json:"file"` // "" where the line itself holds the document
	Status   mullion.Status `json:"status"`
	Settings string         `json:"settings"` // the fingerprint of those that it was made with
}

const entryStart = `{"input":"`

// indexName is the file in a folder of cleaned pages that says what is in the others.
const indexName = "pages" + linesSuffix

// openSink opens or makes what the flags name.
func openSink(a *app, o *cleanOptions, format output.Format, c *config.Config) (*sink, error) {
	s := &sink{
		a: a, format: format, options: c.Output, settings: fingerprint(c, o, format),
		folder: o.into, names: map[string]string{}, earlier: map[string]entry{},
	}
	file := o.out
	if s.folder == "" {
		s.options.Indent = false // a page is a line
	} else {
		file = filepath.Join(s.folder, indexName)
		if err := makeFolder("--into", s.folder); err != nil {
			return nil, err
		}
		if entries, err := os.ReadDir(s.folder); err != nil {
			return nil, err
		} else if len(entries) > 0 && !exists(file) {
			return nil, usagef("--into: %s is not empty, and has no %s: name a new folder, or one that mullion filled", s.folder, indexName)
		}
	}
	if file == "" || file == "-" {
		return s, nil
	}
	var err error
	if s.journal, err = journal.Open(file, entryStart, s.take); err != nil {
		if errors.Is(err, journal.ErrForeign) {
			err = usageError{err}
		}
		return nil, err
	}
	return s, nil
}

// take remembers a line of an earlier run.
func (s *sink) take(line []byte) error {
	var e entry
	if err := json.Unmarshal(line, &e); err != nil || e.Input == "" {
		return cmp.Or(err, errors.New("it names no input"))
	}
	s.earlier[e.Input] = e
	s.names[strings.ToLower(e.File)] = e.Input
	return nil
}

func (s *sink) close() {
	if s.journal == nil {
		return
	}
	if err := s.journal.Close(); err != nil {
		s.a.log.Warn("closing", "error", err)
	}
}

// had reports whether an earlier run cleaned the input.
func (s *sink) had(input string) bool {
	e, ok := s.earlier[input]
	return ok && e.Status != mullion.Failed
}

// has reports whether an earlier run cleaned the input by the same settings, and its file is still there.
func (s *sink) has(input string) bool {
	e := s.earlier[input]
	return s.had(input) && e.Settings == s.settings && (s.folder == "" || e.File != "" && exists(filepath.Join(s.folder, e.File)))
}

func (s *sink) extension() string { return "." + string(s.format) }

// put keeps a document. One that failed has no file.
func (s *sink) put(d *mullion.Document) error {
	d.Settings = s.settings
	if s.folder == "" {
		line, err := output.JSON(d, s.options)
		if err != nil {
			return err
		}
		if s.journal == nil {
			return s.a.write("", append(line, '\n'))
		}
		return s.journal.Append(line)
	}
	name := ""
	if d.Status != mullion.Failed {
		var content bytes.Buffer
		if err := output.Write(&content, d, s.format, s.options); err != nil {
			return err
		}
		name = s.name(d.Input)
		if err := s.a.write(filepath.Join(s.folder, name), content.Bytes()); err != nil {
			return err
		}
	}
	line, err := output.Entry(d, name)
	if err != nil {
		return err
	}
	return s.journal.Append(line)
}

// name is a file's name for an input that a person can find, and that no other input has.
func (s *sink) name(input string) string {
	base := cmp.Or(legible(bare(input)), "page")
	for n := 1; ; n++ {
		name := base + s.extension()
		if n > 1 {
			name = fmt.Sprintf("%s-%d%s", base, n, s.extension())
		}
		if other, taken := s.names[strings.ToLower(name)]; !taken || other == input {
			s.names[strings.ToLower(name)] = input
			return name
		}
	}
}

var affixes = regexp.MustCompile(`(?i)^.*://|(\.json\.gz|\.[sx]?html?)$`)

// bare is an input without its scheme, the archive that it is from and the suffix of a page.
func bare(input string) string { return affixes.ReplaceAllString(input, "") }
