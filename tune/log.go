package tune

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"github.com/mullionhq/mullion/journal"
)

// A Log is a file of finished trials, one JSON object a line. A trial is written as soon as it is finished, so that an
// interrupted search goes on where it stopped.
type Log struct {
	file *journal.Journal
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
	l := &Log{done: map[string]map[string][]float64{}}
	var err error
	if l.file, err = journal.Open(file, `{"key":"`, l.take); errors.Is(err, journal.ErrForeign) {
		err = fmt.Errorf("%w: name another file for the trials", err)
	}
	if err != nil {
		return nil, fmt.Errorf("opening the trials: %w", err)
	}
	return l, nil
}

// take remembers a trial.
func (l *Log) take(text []byte) error {
	var row line
	if err := json.Unmarshal(text, &row); err != nil || row.Key == "" {
		return cmp.Or(err, errors.New("it has no key"))
	}
	l.done[row.Key] = numbers(row.Pages)
	return nil
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
	if err := l.file.Append(text); err != nil {
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
