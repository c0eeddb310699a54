// Package site knows what the pages of one site have in common, and keeps it in one file a site, the Profile:
// texts that repeat (templates), pages that are built alike and where their content stands (clusters and rules),
// and which parts of the common tree differ from page to page (the style tree). It learns page by page, without
// gold. It does not load pages and does not label blocks.
package site

import (
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"strings"

	"golang.org/x/net/idna"
	"golang.org/x/net/publicsuffix"

	"github.com/mullionhq/mullion/option"
)

// Options are the settings of learning and applying profiles.
type Options struct {
	Group        string         `key:"group" default:"host" oneof:"host|domain" doc:"which pages are of one site: those of one host, or of one registrable domain; a profile that was learned by domain is of all of its hosts that have none of their own, whatever this says then"` // 000 says URL prefix
	PathSegments int            `key:"path_segments" default:"0" min:"0" max:"8" doc:"how many first segments of the path divide a host into sites"`
	Templates    LibraryOptions `key:"templates"`
	Clusters     ClusterOptions `key:"clusters"`
	Style        StyleOptions   `key:"style"`
	Places       PlaceOptions   `key:"places"`
	Fit          FitOptions     `key:"fit"`
	Content      ContentOptions `key:"content"`
}

// ByDomain is the Group of one site a registrable domain.
const ByDomain = "domain"

// ContentOptions are the settings of what the block of a rule holds that is not content. They were chosen on big9, cxbbc and
// zhnews10: word F1 .931, .959 and .946 with all links and captions, .948, .956 and .946 without blocks of links, .951,
// .981 and .946 without captions too. On corpora that were not looked at: andy424 .860 → .877, l3sgn1 .906 → .915, gne .929
// → .932, wcxb .728 → .730; on the static pages of rendered, manuals among them, .803 → .788.
type ContentOptions struct {
	MaxLinks float64 `key:"max_links" default:"0.8" min:"0" max:"1" doc:"blocks with a greater share of their text in links are left out"` // evaluation run: .5 is better on big9, worse on cxbbc and wcxb
	Captions bool    `key:"captions" default:"false" doc:"whether captions of figures are content"`
	// What fused said of the site's pages, by models that did not see the site: word F1 of 1,687 static pages and 177 rendered
	// ones .9162 without it, .9282 with, and .9246 inside of the rule's block alone. Places of all of the page would give .9342,
	// spreads of .5 and 2 of the same .0002 and .0016 less, and cost a tenth more than parsing and the rule do.
	PlacePages  int     `key:"place_pages" default:"3" min:"1" max:"1000000000" doc:"what so many pages say of a place goes before the rule"`
	PlaceSpread float64 `key:"place_spread" default:"1" min:"0" max:"1000" doc:"the same, where the mean of what they say is so many of its standard deviations away from their thresholds"`
}

// LibraryOptions are the settings of the template library.
type LibraryOptions struct {
	Batch     int `key:"batch" default:"10" min:"1" max:"10000" doc:"pages after which the cache of texts is emptied (N1)"`                  // 000, figure 3
	MinCount  int `key:"min_count" default:"3" min:"1" max:"10000" doc:"pages of a batch on which a text stands to be a template (N2)"`      // 000, figure 3
	MaxLength int `key:"max_length" default:"2000" min:"8" max:"100000" doc:"longer texts are near only when they are equal, in characters"` // a guess: bounds the work on hostile pages
}

// ClusterOptions are the settings of page clusters and their rules.
type ClusterOptions struct {
	// 001 has div and table, of which the pages of its time were built. The others are what HTML has had in their places since;
	// without them pages built of main, article and section have no block for their text. With them `cluster` has .920 word F1
	// on the rendered sites, and .807 without; the pages of zhnews10, big9, cxbbc and cleanportaleval give the same either way.
	// With td as well it is .929 on big9, which has .909 else, and .905 on the rendered sites.
	Blocks     []string `key:"blocks" default:"div,table,article,aside,footer,header,main,nav,section" doc:"elements that divide a page, of which its paths are made and one of which its rule names"`
	Similarity float64  `key:"similarity" default:"0.82" min:"0" max:"1" doc:"pages more alike than this are of one cluster"` // 001
	MinPages   int      `key:"min_pages" default:"6" min:"1" max:"10000" doc:"pages that a cluster needs to count"`           // 001: more than 5
	// Chosen by leaving one corpus out of zhnews10, big9, cxbbc and rendered (static HTML), each with profiles of all its
	// pages: of 0, .003, .01, .02, .03, .1 and .3 the other three pick .01 each time. Macro F1 at 0, .01, .1: zhnews10
	// .939 .959 .959, big9 .897 .909 .790, cxbbc .959 throughout, rendered .770 .803 .751.
	Alpha float64 `key:"alpha" default:"0.01" min:"0" max:"100" doc:"how much the blocks inside a block speak against it (α)"`
}

// StyleOptions are the settings of the style tree.
type StyleOptions struct {
	Gamma float64 `key:"gamma" default:"0.9" min:"0" max:"1" doc:"how much what is below a node counts for it (γ)"` // 004
	// Of .2 to .98, .99, .995 and 1, leaving one of zhnews10, big9 and cxbbc out, the other two pick .995 or 1. It is
	// .995, as at 1 one word that two pages share makes noise of a text. F1 at .9 and .995: zhnews10 .873 .902, big9
	// .839 .842, cxbbc .912 .930; for pages that did not teach the profile .873 .916, .800 .804, .887 .895.
	Threshold  float64  `key:"threshold" default:"0.995" min:"0" max:"1" doc:"nodes whose importance, and that of all below them, is less are noise"`
	Attributes []string `key:"attributes" default:"class,align,valign,bgcolor,width,border" doc:"attributes that tell nodes of one tag apart"` // class stands in for computed style; with and without it F1 on zhnews10 is within .0005
}

// DefaultOptions returns the tagged defaults.
func DefaultOptions() Options { return option.Defaults[Options]() }

// elementName is what the names of elements look like in pages that were read.
var elementName = regexp.MustCompile(`^[a-z][a-z0-9-]*$`)

// Check reports every setting that cannot be used, as option.Check does, and elements that no page can have.
func (o *Options) Check() error {
	errs := []error{option.Check(o)}
	if len(o.Clusters.Blocks) == 0 {
		errs = append(errs, errors.New("clusters.blocks: there are none, and nothing else divides a page"))
	}
	for _, name := range o.Clusters.Blocks {
		if !elementName.MatchString(name) {
			errs = append(errs, fmt.Errorf("clusters.blocks: %q is not the name of an element, such as div", name))
		}
	}
	return errors.Join(errs...)
}

// Key names the site of a page by its address: its host as Name has it, without port 80 or 443, or its registrable
// domain, and the first path segments when the options want some. It is an error when the address has no host.
func Key(address string, o Options) (string, error) {
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" {
		return "", fmt.Errorf("the site of %q is not known: an http or https URL says it", address)
	}
	host := plain(u.Hostname())
	if o.Group == ByDomain {
		if domain, err := publicsuffix.EffectiveTLDPlusOne(ascii(host)); err == nil {
			host = domain
		}
	}
	name := Name(host)
	if port := u.Port(); port != "" && port != "80" && port != "443" {
		name += ":" + port
	}
	segments := strings.FieldsFunc(u.Path, func(r rune) bool { return r == '/' })
	for _, s := range segments[:min(o.PathSegments, len(segments))] {
		name += "/" + s
	}
	return name, nil
}

// Keys is Key, and the name of the address's domain where that is another one: a profile of that name is of the address, too,
// if it was learned from all hosts of the domain (Site.Domain).
func Keys(address string, o Options) (name, domain string, err error) {
	if name, err = Key(address, o); err != nil {
		return "", "", err
	}
	o.Group = ByDomain
	if domain, err = Key(address, o); err != nil || domain == name {
		return name, "", err
	}
	return name, domain, nil
}

// Name is what Key makes of a site's name that a person wrote: its host in lower case and without "www.", in Unicode
// where browsers say it in ASCII (xn--…).
func Name(name string) string {
	host, path, deep := strings.Cut(name, "/")
	host = strings.TrimPrefix(plain(host), "www.")
	if u, err := idna.ToUnicode(ascii(host)); err == nil {
		host = u
	}
	if deep {
		return host + "/" + path
	}
	return host
}

// plain is a host in lower case, without the dot that may end it.
func plain(host string) string { return strings.TrimSuffix(strings.ToLower(host), ".") }

// ascii is a host as browsers say it; hosts that are no names of the Internet stay as they are.
func ascii(host string) string {
	if a, err := idna.Lookup.ToASCII(host); err == nil {
		return a
	}
	return host
}
