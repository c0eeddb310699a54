package site

// FitOptions are the settings of the judgement whether a page is as its site's profile has it.
type FitOptions struct {
	MinText      float64 `key:"min_text" default:"0.02" min:"0" max:"1" doc:"a page lacks its text when its rule's block has less than this share of what the pages of its cluster have"`
	MinTemplates float64 `key:"min_templates" default:"0.3" min:"0" max:"1" doc:"a page has drifted when less than this share of the templates that pages of the site have is on it"`
	Judged       int     `key:"judged" default:"20" min:"1" max:"1000000" doc:"pages that are judged before a site is said to have drifted"`
	Misfits      float64 `key:"misfits" default:"0.2" min:"0" max:"1" doc:"a site has drifted when the share of pages that do not fit is above that of the pages that were learned by more than this"`
	Window       int     `key:"window" default:"1000" min:"1" max:"1000000000" doc:"pages after which what was judged counts half"`
}

// A Fit is how a page and the profile of its site agree.
type Fit string

// What there is to say of a page.
const (
	Fits      Fit = "fits"
	NoCluster Fit = "no_cluster" // it is built like no class of pages
	NoRule    Fit = "no_rule"    // it lacks the block that its cluster's rule names
	NoText    Fit = "no_text"    // the block is there, and is all but empty: scripts may fill it
	Drifted   Fit = "drifted"    // the block is there, but texts that all pages of the site have are gone
)

// Advice says what a fit means for a reader of the page's text; "" for Fits.
func (f Fit) Advice() string {
	switch f {
	case NoCluster:
		return "the page is built like none of its site that was learned"
	case NoRule:
		return "the page lacks the block in which its site has its text"
	case NoText:
		return "the page lacks its text: scripts may bring it"
	case Drifted:
		return "the page lacks what all pages of its site have: the site may have changed"
	}
	return ""
}

// signs are what a page's fit is judged by.
type signs struct {
	cluster, rule     bool    // whether there is a cluster for it, and its rule's block
	text, usualText   float64 // characters in the block, and what is usual in the cluster; 0 when not known
	known, usualKnown float64 // share of the labels that are templates, and what is usual on the site; 0 when not known
}

// fit judges.
func (s signs) fit(o FitOptions) Fit {
	switch {
	case !s.cluster:
		return NoCluster
	case !s.rule:
		return NoRule
	case s.text == 0 || s.text < o.MinText*s.usualText:
		return NoText
	case s.known < o.MinTemplates*s.usualKnown:
		return Drifted
	}
	return Fits
}
