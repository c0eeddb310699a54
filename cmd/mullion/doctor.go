package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mullionhq/mullion/config"
)

func newDoctorCommand(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Check Chrome, fonts, sandbox, shared memory and the model",
		Long: `Doctor checks what mullion needs on this machine and says, for everything that is missing, the way
out. It exits with 0 when nothing is missing and with 1 otherwise; notes are no failures.`,
		Example: `  mullion doctor
  mullion doctor --chrome chromium-headless-shell`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return runDoctor(cmd.Context(), a) },
	}
	addHandles(cmd, a, []handle{{"chrome", "render.chrome", "path"}, {"remote", "render.remote", "address"}, {"model", "model", "file"}})
	return cmd
}

// state tells how a check went.
type state string

const (
	ok      state = "ok"
	note    state = "note"    // works, but one should know
	missing state = "missing" // does not work
)

// A finding is the result of one check.
type finding struct {
	state state
	what  string
	way   string // out; "" when nothing is to be done
}

// A check looks at one thing that mullion needs.
type check struct {
	name string
	run  func(context.Context, *config.Loaded) []finding
}

// checks are made in this order.
var checks = []check{
	{"config", checkConfig},
	{"chrome", checkChrome},
	{"fonts", checkFonts},
	{"sandbox", checkSandbox},
	{"memory", checkMemory},
	{"network", checkNetwork},
	{"model", checkModel},
}

var errMissing = errors.New("something is missing")

func runDoctor(ctx context.Context, a *app) error {
	c, err := a.config()
	if err != nil {
		return err
	}
	lost := 0
	for _, k := range checks {
		for _, f := range k.run(ctx, c) {
			if f.state == missing {
				lost++
			}
			if err := a.write("", report(k.name, f)); err != nil {
				return err
			}
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	if lost > 0 {
		return fmt.Errorf("%w: %d of the checks failed", errMissing, lost)
	}
	return nil
}

// report is a finding as it is printed.
func report(name string, f finding) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%-8s %-8s %s\n", f.state, name, f.what)
	if f.way != "" {
		for line := range strings.SplitSeq(f.way, "\n") {
			fmt.Fprintf(&b, "%18s→ %s\n", "", line)
		}
	}
	return b.Bytes()
}
