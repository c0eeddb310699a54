package classify

import (
	"bytes"
	"compress/gzip"
	"io"
	"strings"
	"testing"

	"github.com/mullionhq/mullion/page"
)

// Whatever stands in a model, in its header or in a byte of its machines, it is refused, or tells probabilities.
func FuzzReadModel(f *testing.F) {
	z, err := gzip.NewReader(bytes.NewReader(builtin))
	if err != nil {
		f.Fatal(err)
	}
	raw, err := io.ReadAll(z)
	if err != nil {
		f.Fatal(err)
	}
	header, body, _ := bytes.Cut(raw, []byte("\n"))
	f.Add(header, uint32(0), byte(0))
	for at := 1; at < len(body); at += len(body) / 16 {
		f.Add(header, uint32(at), byte(0x40))
	}
	for _, c := range [][2]string{
		{`"bytes":`, `"bytes":-`}, {`"bytes":`, `"bytes":9`}, {`"say":0`, `"say":1e308,"x":0`}, {`"say":0`, `"say":-1,"x":0`},
		{`"mean":[`, `"mean":[3e38,`}, {`"scale":[`, `"scale":[-3e38,3e38,`}, {`"names":[`, `"names":["article",`},
		{`"words":["`, `"words":["","`}, {`"vocabulary":0`, `"vocabulary":1e308,"x":0`}, {`"vocabulary":0`, `"vocabulary":-0`},
		{`"vocabulary":0`, `"vocabulary":1e-320,"x":0`}, {`"folded":true`, `"folded":false`},
	} {
		f.Add(bytes.ReplaceAll(header, []byte(c[0]), []byte(c[1])), uint32(0), byte(0))
	}
	for _, value := range []string{"1e308", "-1e308"} {
		weights := strings.Repeat(","+value, len(Columns(Sources)))[1:]
		lesson := `{"lesson":{"bias":1e308,"slope":-1e308,"weights":[` + weights + `]},`
		f.Add(append([]byte(lesson), header[1:]...), uint32(0), byte(0))
	}
	p, err := page.Parse([]byte(newsSite(1, 1)), page.ParseOptions{URL: "https://news.example/forum/1"})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, header []byte, at uint32, flip byte) {
		changed := bytes.Clone(body)
		changed[at%uint32(len(body))] ^= flip
		var stored bytes.Buffer
		z, err := gzip.NewWriterLevel(&stored, gzip.NoCompression)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = z.Write(append(append(bytes.Clone(header), '\n'), changed...))
		_ = z.Close()
		m, err := ReadModel(&stored)
		if err != nil {
			return
		}
		v := NewView(p, nil, nil)
		for b, block := range m.Explain(v, DefaultOptions()).Blocks {
			if !(block.Score >= 0 && block.Score <= 1) {
				t.Errorf("block %d has the probability %v", b, block.Score)
			}
		}
		if name, probability := m.PageType(v); !(probability >= 0 && probability <= 1) {
			t.Errorf("the page is %q with the probability %v", name, probability)
		}
	})
}
