package peer

import (
	"fmt"
	"path/filepath"
	"strings"
)

// A Runtime is what a peer's process runs on.
type Runtime string

// The runtimes.
const (
	Go     Runtime = "go" // this program again, as "child NAME"
	Node   Runtime = "node"
	Python Runtime = "python"
)

// A Peer is an extractor that can be run.
type Peer struct {
	Name    string
	Runtime Runtime
	Doc     string // what it is and how it is run, one line
	Slow    bool   // left out unless it is asked for by name: slow, or in need of sites with several pages
}

// Ours is the name of mullion among the peers.
const Ours = "mullion"

// Learned is the name of mullion with site profiles among the peers.
const Learned = "mullion-learned"

// Bare is the baseline of all costs: parsing alone.
const Bare = "html.Parse"

// All lists the extractors in the order of tables, mullion first.
var All = []Peer{
	{Name: Ours, Runtime: Go, Doc: "this checkout, method fused"},
	{Name: Learned, Runtime: Go, Doc: "this checkout, by site profiles learned from the same pages without gold", Slow: true},
	{Name: "go-trafilatura", Runtime: Go, Doc: "its own text, without comments"},
	{Name: "go-trafilatura-fallback", Runtime: Go, Doc: "the same with its fallbacks (go-readability, go-domdistiller)"},
	{Name: "readeck", Runtime: Go, Doc: "codeberg.org/readeck/go-readability/v2, its own text"},
	{Name: "go-shiori", Runtime: Go, Doc: "github.com/go-shiori/go-readability; its HTML cut into lines"},
	{Name: "go-domdistiller", Runtime: Go, Doc: "pagination off; its HTML cut into lines"},
	{Name: "readability.js", Runtime: Node, Doc: "@mozilla/readability on linkedom; its HTML cut into lines"},
	{Name: "readability.js-jsdom", Runtime: Node, Doc: "the same on jsdom", Slow: true},
	{Name: "defuddle", Runtime: Node, Doc: "on linkedom, nothing fetched; its HTML cut into lines"},
	{Name: "postlight", Runtime: Node, Doc: "@postlight/parser (Mercury), first page only; its HTML cut into lines"},
	{Name: "extractus", Runtime: Node, Doc: "@extractus/article-extractor; its HTML cut into lines"},
	{Name: "python-readability", Runtime: Python, Doc: "readability-lxml; its HTML cut into lines"},
	{Name: "trafilatura", Runtime: Python, Doc: "its own text, without comments"},
	{Name: "justext", Runtime: Python, Doc: "with the stop words of the page's language"},
}

// Choose returns the named peers in the order of All; no names choose all but the slow ones. Unknown names are an
// error that lists the known ones.
func Choose(names []string) ([]Peer, error) {
	want := map[string]bool{}
	for _, n := range names {
		want[n] = true
	}
	var out []Peer
	var known []string
	for _, p := range All {
		known = append(known, p.Name)
		if want[p.Name] || len(names) == 0 && !p.Slow {
			out = append(out, p)
		}
		delete(want, p.Name)
	}
	for n := range want {
		return nil, fmt.Errorf("%q is not a peer: known are %s", n, strings.Join(known, ", "))
	}
	return out, nil
}

// A Place says where programs and scripts are.
type Place struct {
	Self     string // this program
	Home     string // the folder with node/child.mjs and python/child.py
	Model    string // mullion's model file; "" is the bundled one
	Profiles string // folder of mullion's site profiles; "" for none
}

// Script is the file that a Node or Python peer's process runs, "" for Go peers.
func (p Peer) Script(at Place) string {
	switch p.Runtime {
	case Node:
		return filepath.Join(at.Home, "node", "child.mjs")
	case Python:
		return filepath.Join(at.Home, "python", "child.py")
	}
	return ""
}

// Command is the command line of the peer's process.
func (p Peer) Command(at Place) []string {
	switch p.Runtime {
	case Node:
		return []string{"node", p.Script(at), p.Name}
	case Python:
		// Debian's own Python: its packages are invisible to others that may come first on the path.
		return []string{"/usr/bin/python3", p.Script(at), p.Name}
	}
	command := []string{at.Self, "child", p.Name}
	if p.Name == Ours && at.Model != "" {
		command = append(command, "--model", at.Model)
	}
	if p.Name == Learned && at.Profiles != "" {
		command = append(command, "--profiles", at.Profiles)
	}
	return command
}
