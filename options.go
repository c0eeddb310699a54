package mullion

import (
	"github.com/mullionhq/mullion/classify"
	"github.com/mullionhq/mullion/classify/density"
	"github.com/mullionhq/mullion/classify/shares"
	"github.com/mullionhq/mullion/option"
	"github.com/mullionhq/mullion/regions"
	"github.com/mullionhq/mullion/render"
	"github.com/mullionhq/mullion/site"
)

// Options are the settings of a Cleaner: its own, and those of every step.
type Options struct {
	Method    string           `key:"method" default:"fused" oneof:"fused|vlps|vlps-adaptive|template-svm|cluster|density-svm|sst|learned" doc:"how blocks are labelled: fused (all evidence, SVMs and boosted trees in stages), vlps (what the center region of the published fixed thresholds holds), vlps-adaptive (the same by the page's own thresholds), template-svm (the site's templates, then an SVM on shares of the page), cluster (by the rule of the page's cluster), density-svm (two SVMs on text densities), sst (by the site's style tree) or learned (where the site's other pages surely have their content, else by the rule of the page's cluster: fast, for pages that fit)"`
	Rendering string           `key:"rendering" default:"auto" oneof:"auto|always|never" doc:"whether Chrome renders pages: auto does when there is a Chrome and no site profile that the page fits, but for HTML of which Chrome makes another page, as without its stylesheets; never reads the HTML as it is"`
	Model     string           `key:"model" default:"builtin" doc:"model file of the method, or builtin; fused, template-svm and density-svm have one"`
	Profiles  string           `key:"profiles" default:"" doc:"site profiles: a folder, or a bucket such as s3://name/prefix or gs://name; some methods need them, and render auto reads pages that fit without Chrome"`
	Record    bool             `key:"record_fits" default:"false" doc:"count, beside the profiles, how pages fit them, for mullion profile check"`
	Render    render.Options   `key:"render"`
	Regions   regions.Options  `key:"regions"`
	Classify  classify.Options `key:"classify"`
	Site      site.Options     `key:"site"`

	TemplateSVM shares.Options  `key:"template_svm"`
	DensitySVM  density.Options `key:"density_svm"`

	// Why asks for the evidence for every label; it takes up to twenty times as long.
	Why bool
	// Machines are those of template-svm and density-svm; what is nil is bundled. A Cleaner sets them by the options.
	Machines Machines

	// Store holds the profiles; nil opens the folder Profiles. The Cleaner closes it.
	Store site.Store

	// Known is what is known about the site of the page that is judged; nil when nothing is. A Cleaner sets it from
	// the profiles.
	Known *site.Site
}

// DefaultOptions returns the tagged defaults.
func DefaultOptions() Options { return option.Defaults[Options]() }

// What Options.Rendering may be.
const (
	RenderAuto   = "auto"   // Chrome where there is one, but for pages that a site profile reads without, and HTML that it makes another page of
	RenderAlways = "always" // Chrome, or an error
	RenderNever  = "never"  // the HTML as it is
)

// The methods: how blocks are labelled. All but VLPS and VLPSAdaptive work without layout; Cluster, SST and Learned need the
// profile of the page's site, and TemplateSVM does where its templates are not turned off.
const (
	Fused        = "fused"         // our own: all evidence, by machines and trees in stages
	VLPS         = "vlps"          // paper 002, exactly: regions.mode is fixed whatever the options say
	VLPSAdaptive = "vlps-adaptive" // its open problem solved: thresholds from the page's own layout
	TemplateSVM  = shares.Method   // paper 000: without the site's templates, by shares of the page
	Cluster      = "cluster"       // paper 001: the block that the rule of the page's cluster names
	DensitySVM   = density.Method  // paper 003: by the densities of text
	SST          = "sst"           // paper 004: by the importance of nodes in the site's style tree
	Learned      = "learned"       // places, rule and templates of a site's profile: what a page that fits it needs, at the cost of parsing
)

// Methods lists every method, our own first.
var Methods = []string{Fused, VLPS, VLPSAdaptive, TemplateSVM, Cluster, DensitySVM, SST, Learned}

// NeedsLayout reports whether a method says something only about pages with layout.
func NeedsLayout(method string) bool { return method == VLPS || method == VLPSAdaptive }

// ByRegion has blocks labelled by their region alone, which needs no model: by the published fixed thresholds where
// regions are divided by those, else by the page's own.
func (o *Options) ByRegion() {
	o.Method = VLPSAdaptive
	if o.Regions.Mode == regions.ModeFixed {
		o.Method = VLPS
	}
}
