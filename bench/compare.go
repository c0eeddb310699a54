package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/mullionhq/mullion/bench/measure"
	"github.com/mullionhq/mullion/bench/peer"
	"github.com/mullionhq/mullion/bench/score"
	"github.com/mullionhq/mullion/eval"
	"github.com/mullionhq/mullion/study"
)

// compare scores what the store holds. Peers that were not chosen are in the table too, where they are complete.
func (o *runOptions) compare(store measure.Store, sets []measure.Set) (*score.Table, error) {
	given, err := o.given()
	if err != nil {
		return nil, err
	}
	t := &score.Table{Command: o.command, Machine: machine(), Incomplete: map[string]map[string]int{}}
	served := map[string][]measure.Rows{} // by peer, of the pages as served
	var own []string                      // sets of which a given file has nothing
	for i := range sets {
		s := &sets[i]
		var list []score.Texts
		for _, p := range peer.All {
			if slices.Contains(o.skip, p.Name) {
				continue
			}
			rows, err := store.Read(p.Name, s.Name)
			if err != nil {
				return nil, err
			}
			if !s.DOM {
				served[p.Name] = append(served[p.Name], of(s.Items, rows))
			}
			texts := score.Texts{Peer: p.Name, Rows: rows}
			if file := given[s.DOM]; p.Name == peer.Ours && file != nil {
				if holds(file, s.Items) {
					texts.Given = file
				} else {
					own = append(own, s.Name)
				}
			}
			list = append(list, texts)
		}
		r, incomplete := score.Compare(s, list)
		t.Incomplete[s.Name] = notTried(incomplete, len(s.Items))
		t.Results = append(append(t.Results, r), r.ByType()...)
	}
	for _, p := range peer.All {
		if c := score.CostOf(p.Name, served[p.Name]); c.Pages > 0 {
			t.Costs = append(t.Costs, c)
		}
	}
	t.Ours = o.oursNote(t.Costs, own)
	return t, nil
}

// holds reports whether predictions have any of the pages: mullion train makes none for corpora without gold texts.
func holds(file score.Given, items []eval.Item) bool {
	return slices.ContainsFunc(items, func(it eval.Item) bool { _, ok := file.For(&it); return ok })
}

// of is the rows of the items alone: the store may hold more than the run asks for.
func of(items []eval.Item, rows measure.Rows) measure.Rows {
	out := measure.Rows{}
	for i := range items {
		if r, ok := rows[items[i].ID]; ok {
			out[r.ID] = r
		}
	}
	return out
}

// notTried leaves out the peers that have no page of the set at all: they were not asked for.
func notTried(incomplete map[string]int, all int) map[string]int {
	out := map[string]int{}
	for name, n := range incomplete {
		if n < all {
			out[name] = n
		}
	}
	return out
}

// given reads mullion's texts from files: false for pages as served, true for rendered ones.
func (o *runOptions) given() (map[bool]score.Given, error) {
	out := map[bool]score.Given{}
	for dom, name := range map[bool]string{false: o.ours, true: o.oursDOM} {
		if name == "" {
			continue
		}
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		out[dom], err = eval.ReadPredictions(f, name)
		f.Close()
		if err != nil {
			return nil, err
		}
	}
	if o.heldOut == "" {
		return out, nil
	}
	f, err := os.Open(o.heldOut)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	texts, err := study.ReadHeldOut(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.heldOut, err)
	}
	out[false], out[true] = heldOut{texts, false}, heldOut{texts, true}
	return out, nil
}

// heldOut are the texts of pages as served or as rendered, without profiles, of models that did not see their sites.
type heldOut struct {
	texts    study.HeldOut
	rendered bool
}

// For is the text of a page, and whether there is one.
func (h heldOut) For(it *eval.Item) (string, bool) {
	text, err := h.texts.Text(it, h.rendered, false)
	return text, err == nil
}

// oursNote says where the texts of mullion come from, as far as it ran. own are the sets of which a given file has no page.
func (o *runOptions) oursNote(ran []score.Cost, own []string) string {
	has := func(name string) bool {
		return slices.ContainsFunc(ran, func(c score.Cost) bool { return c.Peer == name })
	}
	var notes []string
	if has(peer.Ours) || !has(peer.Learned) {
		notes = append(notes, o.modelNote(own))
	}
	if has(peer.Ours) && (o.cached || !slices.Contains(o.freshPeers(), peer.Ours)) {
		notes = append(notes, "Its costs are of the last run of it that was kept, which another build may have made: --fresh mullion measures them anew.")
	}
	if has(peer.Learned) {
		notes = append(notes, "mullion-learned reads by site profiles that were learned from these same pages, without their gold; learning is not in its cost.")
	}
	return strings.Join(notes, " ")
}

// modelNote says where the texts of method fused come from.
func (o *runOptions) modelNote(own []string) string {
	model := "the bundled model"
	if o.model != "" {
		model = "the model " + filepath.Base(o.model)
	}
	trained := "by " + model + ", which may have been trained on these very pages or on others of their sites: where it " +
		"was, **its column flatters it**, and only --ours with held-apart predictions is a comparison."
	if o.ours == "" && o.oursDOM == "" && o.heldOut == "" {
		return "mullion's texts are " + trained
	}
	var from []string
	if o.heldOut != "" {
		from = append(from, fmt.Sprintf("mullion's texts come from %s: each is by a model that did not see the page's site. A page that the file lacks counts as empty: it has none of pages without text until their scripts run, as they were served.",
			filepath.Base(o.heldOut)))
		return noteOwn(from, own, model)
	}
	for _, f := range []struct{ pages, file string }{{"pages as served", o.ours}, {"rendered pages", o.oursDOM}} {
		if f.file != "" {
			from = append(from, fmt.Sprintf("mullion's texts of %s come from %s, where a page that the file lacks counts as empty.",
				f.pages, filepath.Base(f.file)))
		} else {
			from = append(from, fmt.Sprintf("Those of %s are %s", f.pages, trained))
		}
	}
	return noteOwn(from, own, model)
}

func noteOwn(from, own []string, model string) string {
	if len(own) > 0 {
		from = append(from, fmt.Sprintf("The file has nothing of %s: those are by %s.", strings.Join(own, ", "), model))
	}
	return strings.Join(from, " ")
}

func machine() string {
	return fmt.Sprintf("%s, %s/%s, %d cores.", runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU())
}

// told is the command without the folders of this machine and without flags that change no number.
func told(cmd *cobra.Command, corpora []string) string {
	words := []string{"bench/run"}
	for _, c := range corpora {
		words = append(words, "CORPORA/"+filepath.Base(filepath.Clean(c)))
	}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		switch f.Name {
		case "home", "predictions", "table", "report", "worst", "cached", "fresh", "keep-ours":
		case "ours", "ours-rendered", "held-out", "model", "snapshots", "profiles":
			words = append(words, "--"+f.Name, filepath.Base(f.Value.String()))
		default:
			words = append(words, "--"+f.Name+"="+strings.Trim(f.Value.String(), "[]"))
		}
	})
	return strings.Join(words, " ")
}
