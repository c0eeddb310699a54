package tune

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
)

// A Log is a file of finished trials, one JSON object a line. A trial is written as soon as it is finished, so that an
// interrupted search goes on where it stopped.
type Log struct {
	file *os.File
	done map[string]map[string][]float64 // by key and measure
}

// A line is a trial as the log keeps it. null stands for a page that a measure does not score.
type line struct {
	Key      string                `json:"key"`      // of the settings, the pages and the program
	Settings map[string]any        `json:"settings"` // for whoever reads the file
	Pages    map[string][]*float64 `json:"pages"`    // by measure
}

// OpenLog opens the log in file, or begins one. Half a line at the end, of a program that was killed, is cut off.
func OpenLog(file string) (*Log, error) {
	f, err := os.OpenFile(file, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, fmt.Errorf("opening the trials: %w", err)
	}
	l := &Log{file: f, done: map[string]map[string][]float64{}}
	if err := l.read(); err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w: name another file for the trials", file, err)
	}
	return l, nil
}

func (l *Log) read() error {
	r := bufio.NewReader(l.file)
	whole := int64(0)
	for n := 1; ; n++ {
		text, err := r.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			if text = bytes.TrimSpace(text); len(text) > 0 && text[0] != '{' {
				return fmt.Errorf("line %d is no trial", n)
			}
			break
		}
		if err != nil {
			return err
		}
		var row line
		if err := json.Unmarshal(text, &row); err != nil || row.Key == "" {
			return fmt.Errorf("line %d is no trial", n)
		}
		whole += int64(len(text))
		l.done[row.Key] = numbers(row.Pages)
	}
	if err := l.file.Truncate(whole); err != nil {
		return err
	}
	_, err := l.file.Seek(whole, io.SeekStart)
	return err
}

// Find is the scores of a trial that is in the log, by measure; nil when it is not.
func (l *Log) Find(key string) map[string][]float64 { return l.done[key] }

// Add writes a finished trial.
func (l *Log) Add(key string, settings map[string]any, pages map[string][]float64) error {
	row := line{key, settings, map[string][]*float64{}}
	for measure, scores := range pages {
		row.Pages[measure] = pointers(scores)
	}
	text, err := json.Marshal(row)
	if err != nil {
		return err
	}
	if _, err := l.file.Write(append(text, '\n')); err != nil {
		return fmt.Errorf("keeping a trial: %w", err)
	}
	l.done[key] = pages
	return nil
}

// Close closes the file.
func (l *Log) Close() error { return l.file.Close() }

func numbers(pages map[string][]*float64) map[string][]float64 {
	out := map[string][]float64{}
	for measure, scores := range pages {
		list := make([]float64, len(scores))
		for i, x := range scores {
			list[i] = math.NaN()
			if x != nil {
				list[i] = *x
			}
		}
		out[measure] = list
	}
	return out
}

func pointers(scores []float64) []*float64 {
	out := make([]*float64, len(scores))
	for i := range scores {
		if !math.IsNaN(scores[i]) {
			out[i] = &scores[i]
		}
	}
	return out
}
