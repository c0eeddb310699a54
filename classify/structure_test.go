package classify

import (
	"math"
	"testing"
)

// What stands around the blocks of a small page, worked out by hand: a story of two paragraphs, 15 and 2 words long, and two
// links of two words below it; 21 words in all.
func TestStructureColumns(t *testing.T) {
	v := view(t, `<main><p>The river rose in the night, and the old bridge was gone before the morning.</p><p>Nobody slept.</p></main>
		<ul><li><a href=/1>Home page</a></li><li><a href=/2>World news</a></li></ul>`)
	check(t, v, "ancestors.", map[string][]float64{ // the block itself, main or ul, and the body, which no other is above
		"words0": {math.Log1p(15), math.Log1p(2), math.Log1p(2), math.Log1p(2)}, "words1": {math.Log1p(17), math.Log1p(17), math.Log1p(4), math.Log1p(4)},
		"words2": {math.Log1p(21), math.Log1p(21), math.Log1p(21), math.Log1p(21)}, "words6": {math.Log1p(21), math.Log1p(21), math.Log1p(21), math.Log1p(21)},
		"share1": {17. / 21, 17. / 21, 4. / 21, 4. / 21}, "links1": {0, 0, 1, 1}, "links2": {4. / 21, 4. / 21, 4. / 21, 4. / 21},
		"running1": {15. / 17, 15. / 17, 0, 0}, "paragraphs1": {1, 1, 0, 0}, "commas1": {1. / 17, 1. / 17, 0, 0},
		"block_words1": {math.Log1p(8.5), math.Log1p(8.5), math.Log1p(2), math.Log1p(2)},
	})
	check(t, v, "repetition.", map[string][]float64{ // paragraphs are alike, and so are links
		"path_blocks": {math.Log1p(2), math.Log1p(2), math.Log1p(2), math.Log1p(2)}, "path_share": {17. / 21, 17. / 21, 4. / 21, 4. / 21},
		"path_words": {math.Log1p(8.5), math.Log1p(8.5), math.Log1p(2), math.Log1p(2)}, "path_links": {0, 0, 1, 1}, "path_running": {15. / 17, 15. / 17, 0, 0},
		"siblings": {math.Log1p(2), math.Log1p(2), math.Log1p(2), math.Log1p(2)}, "sibling_words": {math.Log1p(15), math.Log1p(2), math.Log1p(2), math.Log1p(2)},
		"sibling_links": {0, 0, 1, 1}, "sibling_height": {0, 0, 0, 0}, "parent_siblings": {math.Log1p(1), math.Log1p(1), math.Log1p(1), math.Log1p(1)}, "same_text": {0, 0, 0, 0},
	})
	check(t, v, "container.", map[string][]float64{ // main holds the running text: no step up from it holds its own, one the links
		"exists": {1, 1, 1, 1}, "inside": {1, 1, 0, 0}, "inside_parent": {1, 1, 1, 1}, "before": {0, 0, 0, 0}, "after": {0, 0, 1, 1},
		"common_height": {0, 0, 1, 1}, "share": {17. / 21, 17. / 21, 17. / 21, 17. / 21}, "links": {0, 0, 0, 0},
	})
	check(t, v, "position.", map[string][]float64{
		"words_before": {0, 15. / 21, 17. / 21, 19. / 21}, "order": {0, 0.25, 0.5, 0.75}, "running_before": {0, 1, 1, 1}, "running_after": {0, 0, 0, 0},
		"first_running": {1, 0, 0, 0}, "last_running": {1, 1, 1, 1},
	})
	check(t, v, "neighbours.", map[string][]float64{ // where there is none, it has no text and half of that is links
		"before1_words": {0, math.Log1p(15), math.Log1p(2), math.Log1p(2)}, "before1_links": {0.5, 0, 0, 1}, "before1_runs": {0, 1, 0, 0}, "before1_same": {0, 1, 0, 1},
		"before3_words": {0, 0, 0, math.Log1p(15)}, "after1_words": {math.Log1p(2), math.Log1p(2), math.Log1p(2), 0}, "after1_links": {0, 1, 1, 0.5}, "after1_same": {1, 0, 1, 0},
		"window1_running": {15. / 19, 15. / 21, 15. / 21, 0}, "window1_links": {2. / 19, 4. / 21, 4. / 21, 4. / 6},
		"window1_mass": {math.Log1p(15), math.Log1p(15), math.Log1p(15), 0},
	})
}

// Parts of a card stand below the element that is repeated.
func TestPartsOfCards(t *testing.T) {
	v := view(t, "<ul><li><h3>First</h3><p>a few words</p></li><li><h3>Second</h3><p>a few words</p></li><li><h3>Third</h3><p>other words here</p></li></ul>")
	check(t, v, "repetition.", map[string][]float64{
		"siblings":       {math.Log1p(3), math.Log1p(3), math.Log1p(3), math.Log1p(3), math.Log1p(3), math.Log1p(3)},
		"sibling_words":  {math.Log1p(4), math.Log1p(4), math.Log1p(4), math.Log1p(4), math.Log1p(4), math.Log1p(4)},
		"sibling_height": {1, 1, 1, 1, 1, 1},
		"same_text":      {0, math.Log1p(1), 0, math.Log1p(1), 0, 0},
	})
}
