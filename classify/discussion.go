package classify

import "slices"

// announcement is fewer words than a block may have to announce what follows it, such as "3 comments".
const announcement = 12

var discussionSource = Source{
	Name: "discussion",
	Doc: "How much running text there is outside and before a discussion, and whether a block comes after its start: " +
		"a short article with many comments and a forum thread look alike from within.",
	Columns: []string{"words_outside", "words_before", "words_before_heading", "after", "after_heading", "share"},
	Measure: func(v *View, b int, out []float32) {
		d, w := &v.discussion, writer{out: out}
		w.put(log(d.outside))
		w.put(log(d.before))
		w.put(log(d.beforeHeading))
		w.flag(b > d.start)
		w.flag(b > d.heading)
		w.put(share(d.inside, d.inside+d.outside+1))
		w.done()
	},
}

// discussion is what is said on a page, and where others talk about it.
type discussion struct {
	inside        float64 // words in elements that are named for comments
	outside       float64 // words of running text elsewhere
	before        float64 // words of running text before the first such element
	beforeHeading float64 // words of running text before the first block that announces comments
	start         int     // first block in such an element; as many as there are blocks when there is none
	heading       int     // first block that announces comments; the same
}

// findDiscussion fills discussion.
func (v *View) findDiscussion() {
	v.discussion = discussion{start: len(v.Blocks), heading: len(v.Blocks)}
	d, comment := &v.discussion, nameIndex("comment")
	wording := slices.Index(wordingLexicon.groups, "comment")
	for b := range v.Blocks {
		s, inside := &v.stats[b], v.nodes[v.Blocks[b].Node].all.has(comment)
		if inside {
			d.inside += s.words
			d.start = min(d.start, b)
		}
		if d.heading > b && s.words < announcement {
			if counts, _ := wordings(v.lower[b]); counts[wording] > 0 {
				d.heading = b
			}
		}
		if 2*s.runningWords <= s.words {
			continue
		}
		if !inside {
			d.outside += s.words
		}
		if b < d.start {
			d.before += s.words
		}
		if b < d.heading {
			d.beforeHeading += s.words
		}
	}
}
