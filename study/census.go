package study

import (
	"maps"
	"slices"

	"github.com/mullionhq/mullion/classify"
	"github.com/mullionhq/mullion/eval"
)

// A census counts what a model learns from, by corpus. The zero census is empty.
type census struct {
	corpora map[string]*classify.CorpusCount
	sites   map[[2]string]bool // by corpus and site
}

// of is the count of the item's corpus.
func (c *census) of(it *eval.Item) *classify.CorpusCount {
	if c.corpora == nil {
		c.corpora, c.sites = map[string]*classify.CorpusCount{}, map[[2]string]bool{}
	}
	if c.corpora[it.Corpus] == nil {
		c.corpora[it.Corpus] = &classify.CorpusCount{Name: it.Corpus}
	}
	return c.corpora[it.Corpus]
}

// add counts an item that is learned from, with so many blocks.
func (c *census) add(it *eval.Item, blocks int) {
	of := c.of(it)
	of.Pages++
	of.Blocks += blocks
	if site := [2]string{it.Corpus, it.Site}; !c.sites[site] {
		c.sites[site] = true
		of.Sites++
	}
}

// list are the counts in the order of the corpora's names.
func (c *census) list() (counts []classify.CorpusCount) {
	for _, name := range slices.Sorted(maps.Keys(c.corpora)) {
		counts = append(counts, *c.corpora[name])
	}
	return counts
}
