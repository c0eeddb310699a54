package study

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/mullionhq/mullion/eval"
)

// A HeldOut holds what was kept of pages by models that did not see their sites.
type HeldOut map[heldOutKey]string

type heldOutKey struct {
	Corpus   string `json:"corpus"`
	ID       string `json:"id"`
	Rendered bool   `json:"rendered"` // with layout
	Profile  bool   `json:"profile"`  // with the profile of its site
}

type heldOutLine struct {
	heldOutKey
	Text *string `json:"text"`
}

// ErrHeldOut says that a file does not hold texts as WriteHeldOut writes them.
var ErrHeldOut = errors.New("unusable file of held-out texts")

// WriteHeldOut writes every text that was scored, one JSON object a line: corpus, id, rendered, profile, text.
func (e *Estimate) WriteHeldOut(w io.Writer) error {
	enc := json.NewEncoder(w)
	for _, line := range e.heldOut {
		if err := enc.Encode(line); err != nil {
			return fmt.Errorf("writing held-out texts: %w", err)
		}
	}
	return nil
}

// ReadHeldOut reads what WriteHeldOut wrote. Errors are ErrHeldOut.
func ReadHeldOut(r io.Reader) (HeldOut, error) {
	const longest = 64 << 20 // bytes of a line
	h := HeldOut{}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, longest)
	for n := 1; lines.Scan(); n++ {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		var line heldOutLine
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			return nil, fmt.Errorf("%w: line %d: %w", ErrHeldOut, n, err)
		}
		if line.ID == "" {
			return nil, fmt.Errorf("%w: line %d has no id", ErrHeldOut, n)
		}
		if line.Text == nil { // such as a corpus's own list of pages
			return nil, fmt.Errorf("%w: line %d has no text", ErrHeldOut, n)
		}
		h[line.heldOutKey] = *line.Text
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrHeldOut, err)
	}
	if len(h) == 0 {
		return nil, fmt.Errorf("%w: it has no line", ErrHeldOut)
	}
	return h, nil
}

// Text is what was kept of an item's page. Where a profile of its site told nothing, as of sites with one page, it is the
// text without.
func (h HeldOut) Text(it *eval.Item, rendered, profile bool) (string, error) {
	key := heldOutKey{it.Corpus, it.ID, rendered, profile}
	if text, ok := h[key]; ok {
		return text, nil
	}
	key.Profile = false
	if text, ok := h[key]; ok {
		return text, nil
	}
	return "", fmt.Errorf("%w: it has no text of %s in %s: run mullion train with this corpus too", ErrHeldOut, it.ID, it.Corpus)
}
