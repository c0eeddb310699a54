package mullion_test

import (
	"testing"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/page"
)

// What is missing of a page may be its content, so a part of a page without any is not called empty.
func TestPartOfAPageWithoutContent(t *testing.T) {
	o := mullion.DefaultOptions()
	o.Method = mullion.VLPS
	for partial, want := range map[bool]mullion.Status{true: mullion.Partial, false: mullion.Empty} {
		p, err := page.Parse([]byte("<title>t</title>"), page.ParseOptions{})
		if err != nil {
			t.Fatal(err)
		}
		p.Partial = partial
		if d := mullion.Judge(p, nil, o); d.Status != want || !d.NoContent() {
			t.Errorf("partial %v: status %s, no content %v", partial, d.Status, d.NoContent())
		}
	}
}
