package page

import (
	"bytes"
	"testing"
)

func FuzzParse(f *testing.F) {
	for _, s := range []string{"<p>a<b>c", "<table><p>x<td>y<script>z", "<frameset><frame>", "<svg><p>x</svg><math><mi>y",
		"\xff\xfe<\x00p\x00", "<select><option>a<br><br>b", "<template><p>x</template><pre>\n a",
		"a<math display=block><mfrac><mi>b</mi><msup><mo>∑<mn>2</mfrac><mover><mi>c<mo>¯</math>d", "<math><mtable><mtr><mtd><mi>sin<mfenced open='{'>",
		"<span class=katex><math><annotation encoding=x-tex>y", "<script type='math/tex; mode=display'>z</script><h2>t<a href='#t'>#</a><span class=edit><a>e",
		"<h1 aria-label='ab c'><div aria-hidden=true>a<b>b</b></div><i aria-hidden=true>c</i></h1><p><span>d</span><span>e</span><span>f</span><b>g"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		p, err := Parse(raw, ParseOptions{MaxNodes: 100_000})
		if err != nil {
			return
		}
		if err := p.Validate(); err != nil {
			t.Fatalf("parsed page is not valid: %v", err)
		}
		seen := map[int]bool{}
		for _, b := range p.Blocks() {
			if b.Text == "" {
				t.Fatal("an empty block")
			}
			for _, i := range b.Texts {
				if seen[i] {
					t.Fatalf("text %d is in two blocks", i)
				}
				seen[i] = true
			}
		}
	})
}

func FuzzLoad(f *testing.F) {
	p, _ := Parse([]byte("<p>a<b hidden>c</b>"), ParseOptions{})
	var b bytes.Buffer
	if err := p.Save(&b); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Fuzz(func(t *testing.T, raw []byte) {
		if p, err := Load(bytes.NewReader(raw)); err == nil {
			p.Blocks()
		}
	})
}
