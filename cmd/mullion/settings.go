package main

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/mullionhq/mullion/config"
	"github.com/mullionhq/mullion/option"
)

// A handle is a short flag for a setting. Every setting can also be written as --set key=value.
type handle struct{ name, key, word string }

// loadHandles say how pages are loaded and judged; every verb that takes a page has them.
var loadHandles = []handle{
	{"method", "method", "name"},
	{"render", "rendering", "when"},
	{"model", "model", "file"},
	{"profiles", "profiles", "place"},
	{"timeout", "render.timeout", "duration"},
	{"wait-for", "render.wait_for", "selector"},
	{"scroll", "render.scroll", "when"},
	{"user-agent", "render.user_agent", "text"},
	{"lang", "render.language", "tags"},
	{"header", "render.headers", "'name: value'"},
	{"cookie", "render.cookies", "name=value"},
	{"proxy", "render.proxy", "url"},
	{"allow-private", "render.allow_private", ""},
	{"allow-host", "render.allow_hosts", "host"},
	{"chrome", "render.chrome", "path"},
	{"remote", "render.remote", "address"},
}

// without are the handles but for those of the names, which mean nothing to a verb.
func without(handles []handle, names ...string) []handle {
	return slices.DeleteFunc(slices.Clone(handles), func(h handle) bool { return slices.Contains(names, h.name) })
}

// addHandles gives the command flags for settings.
func addHandles(cmd *cobra.Command, a *app, handles []handle) {
	for _, h := range handles {
		f, ok := config.Field(h.key)
		if !ok {
			panic("no setting " + h.key)
		}
		flag := cmd.Flags().VarPF(&setting{a: a, field: f, name: h.name, word: h.word}, h.name, "", usage(f))
		if f.Type.Kind() == reflect.Bool {
			flag.NoOptDefVal = "true"
		}
		if f.OneOf != nil {
			must(cmd.RegisterFlagCompletionFunc(h.name, cobra.FixedCompletions(f.OneOf, cobra.ShellCompDirectiveNoFileComp)))
		}
	}
}

// addLoadFlags gives the command the flags of verbs that take a page.
func addLoadFlags(cmd *cobra.Command, a *app) {
	addHandles(cmd, a, loadHandles)
	addViewport(cmd, a)
}

func addViewport(cmd *cobra.Command, a *app) {
	cmd.Flags().Var(&viewport{a}, "viewport", "size of the window in CSS pixels, such as 390x844")
}

// usage is a setting's line in the help.
func usage(f option.Field) string {
	text := f.Doc
	if f.Type.Kind() == reflect.Slice {
		text += "; may be given again"
	}
	if f.Default != "" && f.Default != "false" {
		text += fmt.Sprintf(" (default %s)", f.Default)
	}
	return text
}

// A setting is a flag that sets a setting.
type setting struct {
	a     *app
	field option.Field
	name  string
	word  string
}

var _ pflag.Value = (*setting)(nil)

func (s *setting) String() string { return "" }

// Type is the word for the value in the help; pflag writes none for "bool".
func (s *setting) Type() string {
	if s.word == "" {
		return "bool"
	}
	return s.word
}

func (s *setting) Set(text string) error {
	s.a.flags = append(s.a.flags, config.Flag{Key: s.field.Key, Name: "--" + s.name, Text: text})
	return nil
}

// viewport is the flag --viewport.
type viewport struct{ a *app }

var sizePattern = regexp.MustCompile(`^(\d+)[xX×](\d+)$`)

func (v *viewport) String() string { return "" }
func (v *viewport) Type() string   { return "WxH" }

func (v *viewport) Set(text string) error {
	m := sizePattern.FindStringSubmatch(text)
	if m == nil {
		return fmt.Errorf("%q is not a size such as 1280x900", text)
	}
	for i, key := range []string{"render.viewport_width", "render.viewport_height"} {
		v.a.flags = append(v.a.flags, config.Flag{Key: key, Name: "--viewport", Text: m[i+1]})
	}
	return nil
}

// assignment is the flag --set.
type assignment struct {
	a    *app
	over *[]string // where ranges, key=lo..hi, are put as settings to search, key=lo:hi; nil where none is taken
}

var rangePattern = regexp.MustCompile(`^(-?[\d.]*\d)\.\.(-?\.?\d[\d.]*)$`)

func (s *assignment) String() string { return "" }
func (s *assignment) Type() string   { return "key=value" }

func (s *assignment) Set(text string) error {
	key, value, ok := strings.Cut(text, "=")
	if !ok || key == "" {
		return fmt.Errorf("%q is not key=value", text)
	}
	if m := rangePattern.FindStringSubmatch(value); m != nil && s.over != nil {
		*s.over = append(*s.over, key+"="+m[1]+":"+m[2])
		return nil
	}
	items := []string{value}
	if f, ok := config.Field(key); ok && f.Type.Kind() == reflect.Slice {
		items = splitList(value)
	}
	for _, item := range items {
		s.a.flags = append(s.a.flags, config.Flag{Key: key, Name: config.FlagSet + key, Text: item})
	}
	return nil
}

// splitList reads a list as the environment has it. An empty one has one empty item, which clears the setting.
func splitList(text string) []string {
	if list := option.Items(text); len(list) > 0 {
		return list
	}
	return []string{""}
}

// completeSet completes --set with the keys and what they mean.
func completeSet(_ *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	key, _, hasValue := strings.Cut(typed, "=")
	var found []cobra.Completion
	for _, f := range config.Fields() {
		switch {
		case hasValue && f.Key == key:
			for _, word := range f.OneOf {
				found = append(found, key+"="+word)
			}
		case !hasValue && strings.HasPrefix(f.Key, key):
			found = append(found, cobra.CompletionWithDesc(f.Key+"=", f.Doc))
		}
	}
	return found, cobra.ShellCompDirectiveNoSpace | cobra.ShellCompDirectiveNoFileComp
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
