package main

import (
	"errors"

	"github.com/spf13/cobra"
)

func newTrainCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "train CORPUS… --out MODEL",
		Short: "Train a model from labelled pages",
		RunE:  func(*cobra.Command, []string) error { return errors.New("not there yet") },
	}
}
