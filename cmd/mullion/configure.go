package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mullionhq/mullion/config"
)

// configOptions are the flags of config.
type configOptions struct {
	defaults, schema, file bool
}

func newConfigCommand(a *app) *cobra.Command {
	var o configOptions
	cmd := &cobra.Command{
		Use:   "config [KEY…]",
		Short: "Print the settings and where each value came from",
		Long: `Config prints the effective settings as a config file, with the origin of each value: default, a
file, an environment variable or a flag. KEY narrows it to a setting or a section.

Files are looked for in this order, and the first one is read:
  --config FILE, $` + config.EnvFile + `, ./mullion.yaml, mullion.yaml in the user's config folder
  (.yml, .toml and .json do as well). ./mullion.yaml may not set what is run, connected to or let in, as it may be a
  stranger's: name it with --config where you trust it.`,
		Example: `  mullion config
  mullion config render --set render.timeout=10s
  mullion config --default > mullion.yaml
  mullion config --schema`,
		RunE: func(_ *cobra.Command, args []string) error { return runConfig(a, o, args) },
		ValidArgsFunction: func(_ *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
			var keys []cobra.Completion
			for _, f := range config.Fields() {
				if strings.HasPrefix(f.Key, typed) {
					keys = append(keys, cobra.CompletionWithDesc(f.Key, f.Doc))
				}
			}
			return keys, cobra.ShellCompDirectiveNoFileComp
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.BoolVar(&o.defaults, "default", false, "print a commented config file with every default")
	flags.BoolVar(&o.schema, "schema", false, "print the JSON Schema of config files")
	flags.BoolVar(&o.file, "file", false, "print which config file is read")
	cmd.MarkFlagsMutuallyExclusive("default", "schema", "file")
	return cmd
}

func runConfig(a *app, o configOptions, keys []string) error {
	switch {
	case o.defaults:
		return a.write("", []byte(config.DefaultFile()))
	case o.schema:
		return a.write("", config.Schema())
	}
	l, err := a.config()
	if err != nil {
		return err
	}
	if o.file {
		if l.File == "" {
			return fmt.Errorf("no config file is read; make one with `mullion config --default > %s`", config.Places()[0])
		}
		return a.write("", []byte(l.File+"\n"))
	}
	text := l.YAML(keys...)
	if text == "" {
		return usagef("no setting is called %s: `mullion config` lists them all", strings.Join(keys, ", "))
	}
	return a.write("", []byte(text))
}
