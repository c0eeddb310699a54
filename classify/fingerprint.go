package classify

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"math"
	"slices"

	"github.com/mullionhq/mullion/page"
)

// Fingerprint names a training: it is equal where Train, as this program has it, would train the same model. It hashes the
// options and of every example all that Train looks at: the page, its evidence, its labels and what it counts for.
func Fingerprint(examples []Example, o TrainOptions) string {
	sum := sha256.New()
	h := hasher{bufio.NewWriterSize(sum, 1<<16)}
	options, err := json.Marshal(o)
	if err != nil {
		panic(err) // plain settings
	}
	h.text(string(options))
	for i := range examples {
		e := &examples[i]
		h.text(e.Site)
		h.text(e.Type)
		h.numbers(e.Weight)
		h.numbers(e.Shares...)
		h.numbers(e.Counts...)
		h.page(e.View.Page)
		h.rows(e.View.evidence())
		if v := e.View; v.Informed() {
			h.rows(measureProfile(v, slices.Repeat([]float64{0.5}, len(v.Blocks))))
		}
	}
	h.w.Flush()
	return hex.EncodeToString(sum.Sum(nil))
}

// A hasher writes values so that different lists of them never give the same bytes.
type hasher struct{ w *bufio.Writer }

func (h hasher) text(s string) {
	h.count(len(s))
	h.w.WriteString(s)
}

func (h hasher) count(n int) { h.bits(uint64(n)) }

func (h hasher) bits(b uint64) { h.w.Write(binary.LittleEndian.AppendUint64(h.w.AvailableBuffer(), b)) }

func (h hasher) numbers(list ...float64) {
	h.count(len(list))
	for _, x := range list {
		h.bits(math.Float64bits(x))
	}
}

func (h hasher) rows(rows [][]float32) {
	h.count(len(rows))
	for _, row := range rows {
		h.count(len(row))
		for _, x := range row {
			h.w.Write(binary.LittleEndian.AppendUint32(h.w.AvailableBuffer(), math.Float32bits(x)))
		}
	}
}

func (h hasher) page(p *page.Page) {
	h.text(p.URL)
	h.text(p.FinalURL)
	h.count(len(p.Nodes))
	for i := range p.Nodes {
		n := &p.Nodes[i]
		h.count(n.Parent)
		h.text(n.Tag)
		h.text(n.Text)
		h.count(len(n.Attrs))
		for _, a := range n.Attrs {
			h.text(a.Name)
			h.text(a.Value)
		}
	}
}
