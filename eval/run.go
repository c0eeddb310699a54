package eval

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"

	"github.com/mullionhq/mullion/parts"
)

// An Extractor makes the prediction for a page. It is called from several goroutines at once.
type Extractor func(ctx context.Context, it *Item) (Prediction, error)

// RunOptions say how to run an extractor over a corpus. The zero value runs one page at a time and writes nothing.
type RunOptions struct {
	Workers     int // pages at a time; less than 1 means 1
	Scorer      Scorer
	Progress    func(done, total int) // after each page, in the items' order; nil for none
	Predictions io.Writer             // gets one JSON object a line for each page, in the items' order; nil for none
	Documents   string                // folder that gets ID.json for each page with a document; "" for none
}

// Run extracts and scores every item and returns the scores in the items' order. A page on which the extractor
// fails or panics is scored as empty and keeps its error; it does not stop the run. Run stops early when ctx ends
// or a result cannot be written, and then returns the error and no scores.
func Run(ctx context.Context, items []Item, extract Extractor, o RunOptions) ([]PageScore, error) {
	w, err := newResultWriter(items, o)
	if err != nil {
		return nil, fmt.Errorf("running: %w", err)
	}
	score := func(ctx context.Context, i int) result {
		p, err := try(ctx, &items[i], extract)
		score := o.Scorer.Page(&items[i], p)
		score.Err = err
		return result{p, score}
	}
	scores := make([]PageScore, 0, len(items))
	for r := range parts.InOrder(ctx, numbers(len(items)), max(1, o.Workers), parts.Small, score) {
		scores = append(scores, r.score)
		if err = w.write(r); err != nil {
			break
		}
		if o.Progress != nil {
			o.Progress(len(scores), len(items))
		}
	}
	if err = cmp.Or(err, w.close(), context.Cause(ctx)); err != nil { // pages that were under way have failed for the last
		return nil, fmt.Errorf("running: %w", err)
	}
	return scores, nil
}

// numbers yields 0 … n−1.
func numbers(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := 0; i < n && yield(i); i++ {
		}
	}
}

type result struct {
	p     Prediction
	score PageScore
}

func try(ctx context.Context, it *Item, extract Extractor) (p Prediction, err error) {
	defer func() {
		if r := recover(); r != nil {
			p, err = Prediction{}, fmt.Errorf("page %s: panic: %v", it.ID, r)
		}
	}()
	if p, err = extract(ctx, it); err != nil {
		return Prediction{Document: p.Document}, fmt.Errorf("page %s: %w", it.ID, err)
	}
	return p, nil
}

// A resultWriter writes predictions and documents.
type resultWriter struct {
	lines *bufio.Writer // nil when no predictions are wanted
	dir   string
	clash map[string]bool // ids that stand in several corpora
}

func newResultWriter(items []Item, o RunOptions) (*resultWriter, error) {
	w := &resultWriter{dir: o.Documents, clash: map[string]bool{}}
	if o.Predictions != nil {
		w.lines = bufio.NewWriter(o.Predictions)
	}
	corpus := map[string]string{}
	for i := range items {
		c, seen := corpus[items[i].ID]
		if seen && c != items[i].Corpus {
			w.clash[items[i].ID] = true
		}
		corpus[items[i].ID] = items[i].Corpus
	}
	if w.dir != "" {
		return w, os.MkdirAll(w.dir, 0o777)
	}
	return w, nil
}

func (w *resultWriter) write(r result) error {
	it := r.score.Item
	if w.dir != "" && r.p.Document != nil {
		if err := w.document(it, r.p.Document); err != nil {
			return err
		}
	}
	if w.lines == nil {
		return nil
	}
	line, err := json.Marshal(predictionRow{ID: it.ID, Text: r.p.Text, Corpus: it.Corpus})
	if err != nil {
		return err
	}
	_, err = w.lines.Write(append(line, '\n'))
	return err
}

// document writes DIR/ID.json; ids of several corpora that clash go to DIR/CORPUS/ID.json.
func (w *resultWriter) document(it *Item, doc []byte) error {
	name := it.ID + ".json"
	if w.clash[it.ID] {
		name = filepath.Join(it.Corpus, name)
	}
	if !filepath.IsLocal(name) {
		return fmt.Errorf("page %q: its id is not a file name", it.ID)
	}
	path := filepath.Join(w.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	return os.WriteFile(path, doc, 0o666)
}

func (w *resultWriter) close() error {
	if w.lines == nil {
		return nil
	}
	return w.lines.Flush()
}

// predictionRow is a line of a predictions file.
type predictionRow struct {
	ID     string `json:"id"`
	Text   string `json:"text"`
	Corpus string `json:"corpus,omitempty"`
}

// Predictions are texts by page, as a predictions file holds them.
type Predictions struct {
	byPage map[[2]string]string // by corpus and id
	byID   map[string]string    // of lines without a corpus
}

// ReadPredictions reads JSON lines {"id", "text"} with an optional "corpus". name is the file's, for errors.
func ReadPredictions(r io.Reader, name string) (*Predictions, error) {
	p := &Predictions{byPage: map[[2]string]string{}, byID: map[string]string{}}
	err := readJSONL(r, name, func(_ int, row predictionRow) error {
		if row.Corpus != "" {
			p.byPage[[2]string{row.Corpus, row.ID}] = row.Text
		} else {
			p.byID[row.ID] = row.Text
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("reading predictions: %w", err)
	}
	return p, nil
}

// For is the text for a page and whether there is one.
func (p *Predictions) For(it *Item) (string, bool) {
	if text, ok := p.byPage[[2]string{it.Corpus, it.ID}]; ok {
		return text, true
	}
	text, ok := p.byID[it.ID]
	return text, ok
}
