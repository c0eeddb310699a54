package ui

import (
	"strings"
	"testing"

	"github.com/mullionhq/mullion/classify"
)

// The page has words for every rule: without them the panel of a block that a rule labelled stays empty.
func TestRulesHaveWords(t *testing.T) {
	words, err := files.ReadFile("static/text.js")
	if err != nil {
		t.Fatal(err)
	}
	for _, rule := range classify.Rules {
		if !strings.Contains(string(words), "rule_"+rule+": [") {
			t.Errorf("text.js has no words for the rule %s", rule)
		}
	}
}
