package classify

import (
	"cmp"
	"math"
	"slices"

	"github.com/mullionhq/mullion/classify/density"
	"github.com/mullionhq/mullion/classify/machine"
	"github.com/mullionhq/mullion/classify/shares"
	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/regions"
)

// TemplateSVM labels as 000 does: what the templates of the page's site hold is boilerplate, and the rest has the label
// of the body, section or div around it. templates tells for every node how many pages have its text
// (site.Site.Templates); nil is the paper's baseline, the SVM on the page as it is. With explain the blocks say why.
//
// Where it departs from its source: text that is not shown counts nowhere, as no reader sees it; of a template with
// elements inside, its own text goes and they stay, as the source's labels are leaves; a block's label is that of most of
// its characters, as one block of ours may hold several leaf labels; labels for training come from the alignment with gold
// texts, not from hands; blocks without text of their own teach the SVM nothing, as they have no leaf to label; features
// are scaled to 0 … 1, as an RBF kernel wants them alike, of which the source says nothing; no site is on both sides of the
// cross-validation; and on pages of unequal classes the balanced SVM still decides at 0, as the source's does. Of several
// templates that a text is near to an equal one counts, else the first; texts of more than site.templates.max_length
// characters are near only when they are equal, and so are the last texts of pages with ten thousands of alike ones (see
// package site).
func TemplateSVM(p *page.Page, templates []int, m *shares.Model, layout *regions.Layout, explain bool) []Block {
	labels := m.Label(p, templates, explain)
	verdicts := make([]verdict, len(labels))
	for i, l := range labels {
		verdicts[i] = verdict{l.Text, l.Content, l.Score, effects(l.Why)}
		if l.Template && explain {
			verdicts[i].why = []Effect{{templateEvidence, -1}}
		}
	}
	return byText(p, layout, verdicts)
}

// DensitySVM labels as 003 does: five densities of text blocks, then three of the paragraphs in those that are main
// content. What departs from the source is said in package density. With explain the blocks say why.
func DensitySVM(p *page.Page, m *density.Model, words *density.Lexicon, layout *regions.Layout, explain bool) []Block {
	labels := m.Label(density.Measure(p, words), explain)
	verdicts := make([]verdict, len(labels))
	for i, l := range labels {
		verdicts[i] = verdict{l.Text, l.Content, l.Score, effects(l.Why)}
	}
	return byText(p, layout, verdicts)
}

// templateEvidence is what explains text that a template removed.
const templateEvidence = "template"

// A verdict is a label of one text node.
type verdict struct {
	text    int
	content bool
	score   float64
	why     []Effect
}

func effects(list []machine.Effect) []Effect {
	out := make([]Effect, len(list))
	for i, e := range list {
		out[i] = Effect{e.Column, e.Effect}
	}
	return out
}

// byText gives every block the label that most of its characters have, with their mean score and effects. Texts without
// a verdict are boilerplate.
func byText(p *page.Page, layout *regions.Layout, verdicts []verdict) []Block {
	at := make([]*verdict, len(p.Nodes))
	for i := range verdicts {
		at[verdicts[i].text] = &verdicts[i]
	}
	return labelled(p, layout, func(b *Block) {
		all, content := 0.0, 0.0
		why := map[string]float64{}
		for _, t := range b.Texts {
			size := float64(page.TextLength(p.Nodes[t].Text)) // white space of the markup is no text
			all += size
			if at[t] == nil {
				continue
			}
			b.Score += size * at[t].score
			if at[t].content {
				content += size
			}
			for _, e := range at[t].why {
				why[e.Evidence] += size * e.Effect
			}
		}
		b.Score /= max(1, all)
		b.Content = content >= half*all && content > 0
		for name, sum := range why {
			b.Why = append(b.Why, Effect{name, sum / max(1, all)})
		}
		slices.SortFunc(b.Why, func(a, b Effect) int {
			return cmp.Or(cmp.Compare(math.Abs(b.Effect), math.Abs(a.Effect)), cmp.Compare(a.Evidence, b.Evidence))
		})
	})
}

// Meaning is the sentence that documents a piece of evidence of any method, or a rule; "" for unknown names.
func Meaning(evidence string) string {
	if i := slices.IndexFunc(Sources, func(s Source) bool { return s.Name == evidence }); i >= 0 {
		return Sources[i].Doc
	}
	return meanings[evidence]
}

// meanings document the evidence that is no source of the fused method, and the rules.
var meanings = map[string]string{
	profileName:  "What other pages of the site tell of its texts, and of where its pages have theirs, as a third machine weighs it; it speaks where the site has a profile.",
	contextName:  "The scores of the blocks around this one, as a second machine weighs them.",
	lessonName:   "What the model was taught after its training, by gold of a workspace.",
	RuleHeadline: "It is the document's title: whether that is main content too is decided apart (classify.headline_sure, classify.places.headline).",
	RuleTable:    "It goes with the rest of its table, of which most is kept (classify.table_share), or of its column, of which half is (classify.column_share).",
	RuleInsert:   "It is of a table of data or a listing that stands between main content, or of a listing, a quotation or a list that this announces by a colon.",
	RuleSeries:   "It is one of several headings of a kind of which most are kept, such as the titles of a list's stories (classify.series_share).",
	RuleNote:     "It is a note to which main content refers, and it leads back to it.",
	RuleTab:      "It is the name of a tab, and goes with its panel.",
	RuleHeading:  "Nothing that stands under it is kept, and it is not sure itself (classify.heading_sure).",
	RuleAside:    "It is a few words that are hidden in a line whose other text is shown.",
	RuleHidden:   "It is hidden, and nothing on the page would unfold it: no reader gets to see it (classify.hidden).",
	RuleApart:    "The page itself sets it apart from what it is about: it is in a navigation landmark, a dialog, a choice, a caption or a signature, is a number of a pager or the label of a box to tick, leads to the page before or after, or is a card of another page beside an article (classify.apart_sure).",

	templateEvidence: "The text stands on several pages of the site: common noise, which the SVM does not see.",

	"text share":      "R1: the text of the body, section or div, as a share of the page's.",
	"link text share": "R2: its link text, as a share of the page's.",
	"link share":      "R3: its links, as a share of the page's.",
	"picture share":   "R4: its pictures, as a share of the page's.",
	"link density":    "Its characters in links, as a share of all its characters.",

	"noise-word density":            "Its words that sites use for themselves, as a share of all its words.",
	"punctuation density":           "Its punctuation marks of running text, as a share of its characters.",
	"decoration density":            "Its headings and elements of emphasis, as a share of all its elements.",
	"position density":              "Where it begins among the page's nodes.",
	"paragraph text density":        "The paragraph's characters, as a share of its block's.",
	"paragraph punctuation density": "The paragraph's punctuation marks, as a share of its characters.",
	"paragraph position density":    "Where the paragraph stands among those of its block.",
}
