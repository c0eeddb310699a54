package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/mullionhq/mullion/config"
)

// rootCommand is mullion itself, with every verb.
func rootCommand(a *app) *cobra.Command {
	root := &cobra.Command{
		Use:   "mullion",
		Short: "Keep the main content of web pages",
		Long: `mullion renders web pages as a person sees them, divides them into regions and labels every
block main content or boilerplate, with the reasons.

INPUT is an http or https URL, an HTML or MHTML file, a folder with an index.html, a page that was
saved with --save, or - for standard input.

Settings come from a config file, the environment (` + config.EnvPrefix + `RENDER_TIMEOUT=20s) and flags, the later
winning; "mullion config" shows them all.

Exit codes: 0 done; 1 the tool failed; 2 wrong usage or config; 3 the page could not be loaded;
4 no main content found; 5 done, but some pages failed; 130 interrupted.`,
		Example: `  mullion clean https://example.com/
  mullion doctor`,
		Version:       version(),
		SilenceErrors: true,
		SilenceUsage:  true,
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			if err := cmd.ValidateFlagGroups(); err != nil {
				return usageError{err}
			}
			a.start()
			return nil
		},
	}
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return flagError(err) })
	root.SetIn(a.in)
	root.SetOut(a.out)
	root.SetErr(a.err)
	root.SetVersionTemplate("mullion {{.Version}}\n")
	root.CompletionOptions.HiddenDefaultCmd = false

	flags := root.PersistentFlags()
	flags.SortFlags = false
	flags.StringVar(&a.configFile, "config", "", "config `file` (default: "+config.EnvFile+", else ./mullion.yaml, else the user's)")
	flags.Var(&assignment{a: a}, "set", "any setting by its key, such as regions.mode=fixed or render.headers=[\"A: b, c\"]; may be given again")
	flags.BoolVarP(&a.verbose, "verbose", "v", false, "say what is being done")
	flags.BoolVar(&a.quiet, "quiet", false, "say nothing but errors")
	must(root.RegisterFlagCompletionFunc("set", completeSet))
	root.MarkFlagsMutuallyExclusive("verbose", "quiet")

	root.AddCommand(
		newCleanCommand(a),
		newBatchCommand(a),
		newRegionsCommand(a),
		newExplainCommand(a),
		newLearnCommand(a),
		newProfileCommand(a),
		newTrainCommand(a),
		newEvalCommand(a),
		newTuneCommand(a),
		newServeCommand(a),
		newWorkerCommand(a),
		newMCPCommand(a),
		newWorkspaceCommand(a),
		newConfigCommand(a),
		newDoctorCommand(a),
	)
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	refuseOtherHelp(root)
	refuseOtherShells(root)
	return root
}

// flagError says what a flag takes whose value is no number or truth value, in place of the function that could not read it.
func flagError(err error) error {
	var invalid *pflag.InvalidValueError
	if !errors.As(err, &invalid) || !errors.As(err, new(*strconv.NumError)) {
		return err
	}
	wants := "a whole number"
	if invalid.GetFlag().Value.Type() == "bool" {
		wants = "true or false"
	}
	return fmt.Errorf("--%s: %q is not %s", invalid.GetFlag().Name, invalid.GetValue(), wants)
}

// refuseOtherShells has completion for a shell that is none be an error.
func refuseOtherShells(root *cobra.Command) {
	completion, _, err := root.Find([]string{"completion"})
	must(err)
	var shells []string
	for _, shell := range completion.Commands() {
		shells = append(shells, shell.Name())
	}
	completion.Args = func(_ *cobra.Command, args []string) error {
		return usagef("completion is for one of %s", strings.Join(shells, ", "))
	}
	completion.RunE = func(*cobra.Command, []string) error { return nil }
}

// refuseOtherHelp has help of a verb that is none be an error, as that verb is.
func refuseOtherHelp(root *cobra.Command) {
	help, _, err := root.Find([]string{"help"})
	must(err)
	help.Example = "  mullion help profile show"
	help.Args = func(_ *cobra.Command, args []string) error {
		if _, rest, err := root.Find(args); err != nil || len(rest) > 0 {
			return usagef("there is no verb %q: `mullion --help` lists them", strings.Join(args, " "))
		}
		return nil
	}
}

// oneInput wants exactly one INPUT.
func oneInput(cmd *cobra.Command, args []string) error {
	if len(args) > 1 {
		return usagef("one INPUT at a time, not %d", len(args))
	}
	return someInput(cmd, args)
}

// someInput wants at least one INPUT.
func someInput(_ *cobra.Command, args []string) error {
	if len(args) == 0 {
		return usagef("no INPUT given: name a URL, an HTML file, a saved page, or - for standard input")
	}
	if slices.Contains(args, "") {
		return usagef("an INPUT is empty, such as of a variable that is not set")
	}
	return nil
}

// inputsOr wants at least one INPUT, or a list of them.
func inputsOr(lists *[]string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 && len(*lists) > 0 {
			return nil
		}
		return someInput(cmd, args)
	}
}
