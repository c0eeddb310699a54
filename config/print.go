package config

import (
	"fmt"
	"reflect"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/mullionhq/mullion/option"
)

// YAML writes the effective settings as a config file, with the origin of each value behind it. Only keys that are
// equal to one of the prefixes or below it are written, all of them when there are none.
func (l *Loaded) YAML(prefixes ...string) string {
	config := reflect.ValueOf(l.Config)
	var lines []string
	width := 0
	var comments []string
	walk(func(f option.Field) bool { return below(f.Key, prefixes) }, func(line string, f *option.Field) {
		comment := ""
		if f != nil {
			line += ": " + literal(config.FieldByIndex(f.Index).Interface())
			comment = "# " + l.Origins[f.Key]
			width = max(width, min(utf8.RuneCountInString(line), maxAligned))
		}
		lines, comments = append(lines, line), append(comments, comment)
	})
	var b strings.Builder
	for i, line := range lines {
		if comments[i] == "" {
			b.WriteString(line + "\n")
			continue
		}
		fmt.Fprintf(&b, "%-*s  %s\n", width, line, comments[i])
	}
	return b.String()
}

// maxAligned is the longest line whose comment is aligned with the others, in characters.
const maxAligned = 60

func below(key string, prefixes []string) bool {
	for _, p := range prefixes {
		if key == p || strings.HasPrefix(key, p+".") {
			return true
		}
	}
	return len(prefixes) == 0
}

// DefaultFile is a commented YAML file in which every setting is switched off and shows its default.
func DefaultFile() string { return File(Default()) }

// File is DefaultFile, with the settings that are not the defaults switched on.
func File(c Config) string {
	config, defaults := reflect.ValueOf(c), reflect.ValueOf(Default())
	var b strings.Builder
	b.WriteString("# Settings of mullion. Remove the # before a key to change it.\n")
	b.WriteString("# The environment (names in brackets) wins over this file, and flags win over both.\n")
	walk(func(option.Field) bool { return true }, func(line string, f *option.Field) {
		indent := line[:len(line)-len(strings.TrimLeft(line, " "))]
		if f == nil {
			b.WriteString("\n" + line + "\n")
			return
		}
		value, mark := config.FieldByIndex(f.Index), "#"
		if !reflect.DeepEqual(value.Interface(), defaults.FieldByIndex(f.Index).Interface()) {
			mark = ""
		}
		fmt.Fprintf(&b, "\n%s# %s%s [%s]\n", indent, f.Doc, limits(f), Env(f.Key))
		fmt.Fprintf(&b, "%s%s%s: %s\n", indent, mark, strings.TrimSpace(line), literal(value.Interface()))
	})
	return b.String()
}

// limits tells what a setting may be, in brackets.
func limits(f *option.Field) string {
	switch {
	case f.OneOf != nil:
		return " (" + strings.Join(f.OneOf, ", ") + ")"
	case f.Min != "" && f.Max != "":
		return " (" + f.Min + " to " + f.Max + ")"
	case f.Min != "":
		return " (at least " + f.Min + ")"
	case f.Max != "":
		return " (at most " + f.Max + ")"
	}
	return ""
}

// walk calls visit for each section's line and each setting's line, up to its key, in order. f is nil for sections.
func walk(in func(option.Field) bool, visit func(line string, f *option.Field)) {
	var open []string
	for _, f := range fields {
		if !in(f) {
			continue
		}
		path := strings.Split(f.Key, ".")
		same := 0
		for same < len(open) && same < len(path)-1 && open[same] == path[same] {
			same++
		}
		open = open[:same]
		for _, name := range path[same : len(path)-1] {
			visit(strings.Repeat("  ", len(open))+name+":", nil)
			open = append(open, name)
		}
		visit(strings.Repeat("  ", len(open))+path[len(path)-1], &f)
	}
}

// literal writes a value as YAML on one line.
func literal(v any) string {
	n := &yaml.Node{Kind: yaml.SequenceNode, Style: yaml.FlowStyle}
	if list, ok := v.([]string); ok {
		for _, item := range list {
			n.Content = append(n.Content, single(item))
		}
	} else {
		n = single(v)
	}
	text, err := yaml.Marshal(n)
	if err != nil {
		panic(fmt.Sprintf("config: %v: %v", v, err))
	}
	return strings.TrimSpace(string(text))
}

// single is one value. A text does not go through Encode, which writes lines that it cannot read again; what is no UTF-8 does,
// and is binary then.
func single(v any) *yaml.Node {
	n := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str"}
	if s, ok := v.(string); ok && utf8.ValidString(s) {
		n.Value = s
	} else if err := n.Encode(v); err != nil {
		panic(fmt.Sprintf("config: %T is no setting: %v", v, err))
	}
	if strings.Contains(n.Value, "\n") {
		n.Style = yaml.DoubleQuotedStyle
	}
	return n
}
