package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/mullionhq/mullion/mcp"
)

func newMCPCommand(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "mcp",
		Short: "Offer cleaning, regions and explanations as tools to language models",
		Long: `Mcp speaks the Model Context Protocol on standard input and output, for programs that start tools so.
Its tools are clean (a page's main content as Markdown), regions (boxes as JSON, and a picture) and
explain (every block with its label, score and reasons). Each takes a url or html, and settings by
their keys. Private addresses are refused unless they are allowed with --allow-host or --allow-private.`,
		Example: `  mullion mcp </dev/null
  mullion mcp --render never </dev/null`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usagef("mcp takes no arguments, only flags: its callers name the pages")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return runMCP(cmd.Context(), a) },
	}
	addLoadFlags(cmd, a)
	return cmd
}

func runMCP(ctx context.Context, a *app) error {
	c, err := a.loading()
	if err != nil {
		return err
	}
	forStrangers(c)
	cleaner, err := newCleaner(ctx, &c.Config)
	if err != nil {
		return err
	}
	err = mcp.Serve(ctx, mcp.New(cleaner, c.Config, version()), a.in, a.out)
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	return errors.Join(err, cleaner.Close())
}
