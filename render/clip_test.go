package render

import (
	"testing"

	"github.com/mullionhq/mullion/page"
)

// A picture is as wide as its page, however much of the height is asked for; both end where Chrome's surfaces do.
func TestClip(t *testing.T) {
	const limit = 1000
	for name, test := range map[string]struct{ width, height, most, wantWidth, wantHeight float64 }{
		"whole":           {800, 900, 0, 800, 900},
		"as the window":   {800, 100, 0, 800, 600},
		"cut by request":  {800, 900, 300, 800, 300},
		"cut by surfaces": {5000, 7000, 0, limit, limit},
		"tall request":    {5000, 7000, 3000, limit, limit},
		"without width":   {0, 900, 0, 1, 900},
	} {
		p := &page.Page{Width: test.width, Height: test.height, Viewport: [2]float64{800, 600}}
		c := (&Screenshot{MaxHeight: int(test.most)}).clip(p, limit)
		if c.Width != test.wantWidth || c.Height != test.wantHeight {
			t.Errorf("%s: %g × %g, want %g × %g", name, c.Width, c.Height, test.wantWidth, test.wantHeight)
		}
	}
}
