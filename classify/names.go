package classify

import (
	"iter"
	"strings"
	"unicode"
)

var nameLexicon = readLexicon(nameData)

// namePrefixes are the lexicon's words that end with a star, by their first byte.
var namePrefixes = func() (byFirst [256][]wording) {
	for w, g := range nameLexicon.byWord {
		if stem, ok := strings.CutSuffix(w, "*"); ok {
			byFirst[stem[0]] = append(byFirst[stem[0]], wording{text: stem, group: g})
		}
	}
	return byFirst
}()

// namingAttributes are those that call an element something.
var namingAttributes = []string{"class", "id", "role", "itemprop"}

// A calling is what a class list, an id or a role calls its element.
type calling struct {
	groups groups // of the lexicon, that its parts belong to
	terms  []term // its parts
}

// callingOf reads a name.
func callingOf(name string) calling {
	var c calling
	for part := range nameParts(name) {
		c.terms = append(c.terms, hashOf(nameTerm, mix(0, part)))
		c.groups |= nameLexicon.byWord[part]
		for _, p := range namePrefixes[part[0]] {
			if strings.HasPrefix(part, p.text) {
				c.groups |= p.group
			}
		}
	}
	return c
}

// A nameCache remembers what a page's names call: most elements share theirs with others.
type nameCache map[string]calling

func (n nameCache) of(name string) calling {
	if name == "" {
		return calling{}
	}
	c, known := n[name]
	if !known {
		c = callingOf(name)
		n[name] = c
	}
	return c
}

// nameParts yields the parts of a name in lower case: "postBody entry-content2" has post, body, entry, content;
// a name without separators is a part as a whole too.
func nameParts(name string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for word := range strings.FieldsSeq(name) {
			start, cut := -1, false
			var last rune
			for i, r := range word {
				letter := unicode.IsLetter(r)
				if start >= 0 && (!letter || unicode.IsUpper(r) && unicode.IsLower(last)) {
					if !yield(strings.ToLower(word[start:i])) {
						return
					}
					start, cut = -1, true
				}
				if letter && start < 0 {
					start = i
				}
				last = r
			}
			if start >= 0 && !yield(strings.ToLower(word[start:])) {
				return
			}
			if cut {
				whole := strings.ToLower(strings.Map(func(r rune) rune {
					if unicode.IsLetter(r) {
						return r
					}
					return -1
				}, word))
				if !yield(whole) {
					return
				}
			}
		}
	}
}

// nearLevels is how many levels up a name still counts as near a block.
const nearLevels = 3

var nameSource = Source{
	Name: "names",
	Doc: "What the class names, ids and roles of the block's ancestors call it: near are the block's own element " +
		"and the two above, far are all below the body.",
	Columns: prefixed("near_", nameLexicon.groups, prefixed("far_", nameLexicon.groups, nil)),
	Measure: func(v *View, b int, out []float32) {
		w := writer{out: out}
		node := v.Blocks[b].Node
		var near groups
		for i, level := node, 0; i > 0 && level < nearLevels; i, level = v.Page.Nodes[i].Parent, level+1 {
			if tag := v.Page.Nodes[i].Tag; tag == "body" || tag == "html" {
				break
			}
			near |= v.nodes[i].own
		}
		// Inline wrappers around the whole text, such as <a class="tag">, name the block too.
		for i := v.Page.Nodes[v.Blocks[b].Texts[0]].Parent; i > node; i = v.Page.Nodes[i].Parent {
			near |= v.nodes[i].own
		}
		for k := range nameLexicon.groups {
			w.flag(near.has(k))
		}
		for k := range nameLexicon.groups {
			w.flag(v.nodes[node].all.has(k))
		}
		w.done()
	},
}

func prefixed(prefix string, names, rest []string) []string {
	var out []string
	for _, n := range names {
		out = append(out, prefix+n)
	}
	return append(out, rest...)
}
