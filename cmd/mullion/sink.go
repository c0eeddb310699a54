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
	files   map[pageIn]string // in the folder
	taken   map[string]bool   // their names, in lower case
	tried   map[string]int    // how many names of a kind were found taken

	earlier map[string]entry // what earlier runs wrote, by input, the last of each
}

// A pageIn is an input in a format.
type pageIn struct {
	input  string
	format output.Format
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
		folder: o.into, files: map[pageIn]string{}, taken: map[string]bool{}, tried: map[string]int{}, earlier: map[string]entry{},
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
	if e.File != "" && (!filepath.IsLocal(e.File) || filepath.Base(e.File) != e.File) { // who wrote the line may not choose what is written over
		return fmt.Errorf("%q is no file of the folder", e.File)
	}
	s.earlier[e.Input] = e
	if e.File != "" {
		s.files[pageIn{e.Input, formatNamed(e.File)}] = e.File // which may end as none does today
		s.taken[strings.ToLower(e.File)] = true
	}
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

// A made document is what is kept of it: much less than the document holds, as many may wait for one before them.
type made struct {
	file    string // in the folder; "" without one
	content []byte // of the file
	line    []byte // of the journal, or for standard output
}

// make writes a document, in the file of that name where there is a folder. One that failed has no file. Several may be made at
// the same time.
func (s *sink) make(d *mullion.Document, file string) (m made, err error) {
	d.Settings = s.settings
	if s.folder == "" {
		m.line, err = output.JSON(d, s.options)
		return m, err
	}
	if d.Status != mullion.Failed {
		var content bytes.Buffer
		if err := output.Write(&content, d, s.format, s.options); err != nil {
			return made{}, err
		}
		m.file, m.content = file, content.Bytes()
	}
	m.line, err = output.Entry(d, m.file)
	return m, err
}

// put keeps what was made of a document.
func (s *sink) put(m made) error {
	if m.file != "" {
		if err := s.a.write(filepath.Join(s.folder, m.file), m.content); err != nil {
			return err
		}
	}
	if s.journal == nil {
		return s.a.write("", append(m.line, '\n'))
	}
	return s.journal.Append(m.line)
}

// name is a file's name for an input that a person can find, and that no other input has; "" where there is no folder.
func (s *sink) name(input string) string {
	if s.folder == "" {
		return ""
	}
	of := pageIn{input, s.format}
	if s.files[of] == "" {
		s.files[of] = s.fresh(cmp.Or(legible(bare(input)), "page"))
		s.taken[strings.ToLower(s.files[of])] = true
	}
	return s.files[of]
}

// fresh is a name that starts with base and that no file has. Thousands of inputs may end alike: what was tried is not tried again.
func (s *sink) fresh(base string) string {
	kind, extension := strings.ToLower(base), extensions[s.format][0]
	for {
		name := base + extension
		if s.tried[kind]++; s.tried[kind] > 1 {
			name = fmt.Sprintf("%s-%d%s", base, s.tried[kind], extension)
		}
		if !s.taken[strings.ToLower(name)] {
			return name
		}
	}
}

var affixes = regexp.MustCompile(`(?i)^.*://|(\.json\.gz|\.[sx]?html?|\.mht(ml)?)$`)

// bare is an input without its scheme, the archive that it is from and the suffix of a page.
func bare(input string) string { return affixes.ReplaceAllString(input, "") }
