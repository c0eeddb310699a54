package score

import (
	"slices"

	"github.com/mullionhq/mullion/bench/measure"
)

// A Cost is what a peer took for the pages that it was run on.
type Cost struct {
	Peer      string
	Versions  []string // with their runtimes; more than one when predictions are of several runs
	Pages     int
	Failed    int     // pages without a text, timeouts and crashes among them
	PerSecond float64 // pages a second of wall time, one at a time
	CPU       float64 // milliseconds of CPU a page
	Ratio     float64 // CPU against a bare html.Parse of the same pages, both summed
	Peak      float64 // most memory of its process, MiB; 0 when unknown
}

// CostOf sums a peer's rows.
func CostOf(peer string, rows []measure.Rows) Cost {
	c := Cost{Peer: peer}
	var cpu, bare, wall, peak int64
	for _, set := range rows {
		for _, r := range set {
			c.Pages++
			if r.Error != "" {
				c.Failed++
			}
			cpu, bare, wall, peak = cpu+r.CPU, bare+r.Bare, wall+r.Wall, max(peak, r.Peak)
			if v := r.Version + " on " + r.Runtime; !slices.Contains(c.Versions, v) {
				c.Versions = append(c.Versions, v)
			}
		}
	}
	slices.Sort(c.Versions)
	if c.Pages > 0 {
		c.CPU = float64(cpu) / 1e3 / float64(c.Pages)
	}
	if wall > 0 {
		c.PerSecond = float64(c.Pages) / (float64(wall) / 1e6)
	}
	if bare > 0 {
		c.Ratio = float64(cpu) / float64(bare)
	}
	c.Peak = float64(peak) / 1024
	return c
}
