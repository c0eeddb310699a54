// Command mullion-bench runs mullion and other content extractors over pages with gold, side by side on one machine,
// and writes one table and a browsable report of the worst pages.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/mullionhq/mullion/bench/peer"
)

// The exit codes are those of mullion.
const (
	exitFailed      = 1
	exitUsage       = 2
	exitInterrupted = 130
)

// errUsage is wrong usage.
var errUsage = errors.New("wrong usage")

func usagef(format string, args ...any) error {
	return fmt.Errorf("%w: %w", errUsage, fmt.Errorf(format, args...))
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err := newRoot().ExecuteContext(ctx)
	switch {
	case err == nil:
		return
	case ctx.Err() != nil:
		fmt.Fprintln(os.Stderr, "mullion-bench: interrupted: what was done is kept, the same command goes on from there")
		os.Exit(exitInterrupted)
	case errors.Is(err, errUsage):
		fmt.Fprintln(os.Stderr, "mullion-bench:", err)
		os.Exit(exitUsage)
	}
	fmt.Fprintln(os.Stderr, "mullion-bench:", err)
	os.Exit(exitFailed)
}

func newRoot() *cobra.Command {
	root := newRunCommand()
	root.AddCommand(newPeersCommand(), newChildCommand())
	root.SilenceErrors, root.SilenceUsage = true, true
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usagef("%w", err) })
	return root
}

// newChildCommand is the process of a Go peer.
func newChildCommand() *cobra.Command {
	var at peer.Place
	cmd := &cobra.Command{
		Use: "child NAME", Short: "Be the process of a Go peer", Hidden: true, Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			return peer.ServeGo(args[0], at, os.Stdin, os.Stdout)
		},
	}
	cmd.Flags().StringVar(&at.Model, "model", "", "mullion's model `file`")
	cmd.Flags().StringVar(&at.Profiles, "profiles", "", "`folder` of site profiles")
	return cmd
}

// newPeersCommand lists the peers and whether they can run here.
func newPeersCommand() *cobra.Command {
	var home string
	cmd := &cobra.Command{
		Use: "peers", Short: "List the peers, their versions, and what is missing", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			at, err := place(home, "")
			if err != nil {
				return err
			}
			for _, p := range peer.All {
				process := peer.New(p.Command(at), peer.HelloTimeout)
				h, err := process.Hello(cmd.Context())
				process.Close()
				if cmd.Context().Err() != nil {
					return cmd.Context().Err()
				}
				state := h.Version + " (" + h.Runtime + ")"
				if err != nil {
					state = err.Error()
				}
				fmt.Fprintf(cmd.OutOrStdout(), "%-24s %-42s %s\n", p.Name, state, p.Doc)
			}
			return nil
		},
	}
	addHome(cmd, &home)
	return cmd
}

func addHome(cmd *cobra.Command, home *string) {
	cmd.Flags().StringVar(home, "home", "bench/peer", "`folder` with the scripts of the Node and Python peers")
}

// place finds this program and the scripts.
func place(home, model string) (peer.Place, error) {
	self, err := os.Executable()
	if err != nil {
		return peer.Place{}, err
	}
	return peer.Place{Self: self, Home: home, Model: model}, nil
}
