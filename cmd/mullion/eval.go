package main

import (
	"errors"

	"github.com/spf13/cobra"
)

func newEvalCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "eval CORPUS…",
		Short: "Score methods on labelled pages",
		RunE:  func(*cobra.Command, []string) error { return errors.New("not there yet") },
	}
}
