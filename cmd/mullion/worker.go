package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/mullionhq/mullion/jobs"
)

var workerHandles = []handle{
	{"nats", "worker.nats", "address"},
	{"pages", "worker.pages", "subject"},
	{"documents", "worker.documents", "subject"},
	{"running", "serve.running", "number"},
}

func newWorkerCommand(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "worker",
		Short: "Take pages from a queue and put their documents into it, with other workers",
		Long: `Worker takes pages from a stream of a NATS server (JetStream) and puts their documents into another one, until it is
stopped (Ctrl-C, SIGTERM or a closed terminal). Any number of workers on any number of machines share the pages; one that dies
leaves its pages to the others.

  nats-server -js &
  mullion worker &
  nats pub mullion.pages '{"url": "https://example.com/"}' -H Id:1
  nats sub mullion.documents

A message of the subject mullion.pages is what POST /v1/clean takes: {"url": …} or {"html": …, "url": …}, and settings by
their keys. Its answer, on mullion.documents, is what that answers: the document as JSON, or a problem. The header
` + jobs.StatusHeader + ` tells the status, 200 for a document; the other headers are those of the page's message, so that a
sender knows its pages again, unless they leave no room for an answer (431). What is too large for a message may be gzip
(Content-Encoding), both ways.

Errors that may pass, as of a silent host, are tried again, worker.deliveries times in all; a page that is not there (404) is
answered at once (422). The two streams are made where there are none. Private addresses are refused unless they are allowed
with --allow-host or --allow-private: who can write to the queue names the pages.`,
		Example: `  mullion worker
  mullion worker --nats nats://queue.example:4222 --running 4 --profiles profiles`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usagef("worker takes no arguments, only flags: messages name the pages")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return runWorker(cmd.Context(), a) },
	}
	cmd.Flags().SortFlags = false
	addHandles(cmd, a, workerHandles)
	addLoadFlags(cmd, a)
	return cmd
}

func runWorker(ctx context.Context, a *app) error {
	c, err := a.loading()
	if err != nil {
		return err
	}
	s, err := a.serving(ctx, c)
	if err != nil {
		return err
	}
	done, err := jobs.Work(ctx, c.Worker, c.Serve.Running, c.Serve.Grace, s.Do, a.log)
	if err == nil {
		a.log.Info("worked", "pages", done.Answered, "failed", done.Failed)
	}
	return errors.Join(err, s.Close())
}
