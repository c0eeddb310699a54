package classify

import (
	"math"
	"slices"
	"testing"
)

// The worked example of the second stage: a story of two paragraphs, 15 and 2 words long, and two links below it. Each
// block weighs half a word more than it has, 15.5 + 2.5 + 2.5 + 2.5 = 23 in all, of which by the first stage 13.95 + 1.5 +
// 0.25 + 0.5 = 16.2 are main content. The threshold is half of the best F1, 2·15.45/(18+16.2) = .9035: two blocks reach it.
func TestContextOfAPage(t *testing.T) {
	v := view(t, `<main><p>The river rose in the night, and the old bridge was gone before the morning.</p><p>Nobody slept.</p></main>
		<ul><li><a href=/1>Home page</a></li><li><a href=/2>World news</a></li></ul>`)
	rows := measureContext(v, []float64{0.9, 0.6, 0.1, 0.2}, v.evidence())
	const far = 100 // blocks
	for column, want := range map[string][]float64{
		"score":   {math.Log(9), math.Log(1.5), -math.Log(9), -math.Log(4)},
		"margin":  {0.9 - 15.45/34.2, 0.6 - 15.45/34.2, 0.1 - 15.45/34.2, 0.2 - 15.45/34.2},
		"before1": {0, 0.9, 0.6, 0.1},
		"before3": {0, 0, 0, 0.9},
		"after1":  {0.6, 0.1, 0.2, 0},
		"after2":  {0.1, 0.2, 0, 0},
		// Two neighbours on each side, without the block itself.
		"window1": {1.75 / 5, 14.7 / 20.5, 15.95 / 20.5, 1.75 / 5},
		"window2": {2.25 / 7.5, 14.7 / 20.5, 15.95 / 20.5, 15.7 / 20.5},
		// The block itself, then main or ul, then the body.
		"mean0": {0.9, 0.6, 0.1, 0.2},
		"mean1": {15.45 / 18, 15.45 / 18, 0.75 / 5, 0.75 / 5},
		"mean2": {16.2 / 23, 16.2 / 23, 16.2 / 23, 16.2 / 23},
		"mass1": {15.45 / 16.2, 15.45 / 16.2, 0.75 / 16.2, 0.75 / 16.2},
		"peak1": {0.9, 0.9, 0.2, 0.2},
		"bare1": {math.Log1p(2.55), math.Log1p(2.55), math.Log1p(4.25), math.Log1p(4.25)},
		// Paragraphs of the story look alike, and so do links of the list.
		"path_mean":   {15.45 / 18, 15.45 / 18, 0.75 / 5, 0.75 / 5},
		"kind_mean":   {15.45 / 18, 15.45 / 18, 0.75 / 5, 0.75 / 5},
		"kind_blocks": {math.Log1p(2), math.Log1p(2), math.Log1p(2), math.Log1p(2)},
		"items_mean":  {15.45 / 18, 15.45 / 18, 0.75 / 5, 0.75 / 5},
		"items_count": {math.Log1p(2), math.Log1p(2), math.Log1p(2), math.Log1p(2)},
		"item_mean":   {0.9, 0.6, 0.1, 0.2},
		// The whole page. What is in doubt is p·(1−p) of the words.
		"mass_share": slices.Repeat([]float64{16.2 / 23}, 4),
		"mass":       slices.Repeat([]float64{math.Log1p(16.2)}, 4),
		"peak":       slices.Repeat([]float64{0.9}, 4),
		"doubt":      slices.Repeat([]float64{(15.5*0.09 + 2.5*0.24 + 2.5*0.09 + 2.5*0.16) / 23}, 4),
		// Main content before and after the block, and how far the next block of it is.
		"mass_before":    {0, 13.95 / 16.2, 15.45 / 16.2, 15.7 / 16.2},
		"mass_after":     {2.25 / 16.2, 0.75 / 16.2, 0.5 / 16.2, 0},
		"nearest_before": {0, 0, math.Log1p(1), math.Log1p(2)},
		"nearest_after":  {0, 0, math.Log1p(far), math.Log1p(far)},
		"outside":        {0, 0, 1, 1},
		"words":          {math.Log1p(15), math.Log1p(2), math.Log1p(2), math.Log1p(2)},
		"links":          {0, 0, 1, 1},
		"runs":           {1, 0, 0, 0},
		"paragraph":      {1, 1, 0, 0},
		"list":           {0, 0, 1, 1},
		"hidden":         {0, 0, 0, 0},
		"inside_main":    {1, 1, 0, 0}, // of the node with the most running text
	} {
		c := slices.Index(contextColumns, column)
		if c < 0 {
			t.Errorf("no column %s", column)
			continue
		}
		for b, x := range want {
			if got := float64(rows[b][c]); math.Abs(got-x) > 1e-5 {
				t.Errorf("%s of block %d is %.4f, want %.4f", column, b, got, x)
			}
		}
	}
}
