package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/mullionhq/mullion/config"
	"github.com/mullionhq/mullion/server"
)

var serveHandles = []handle{
	{"workspace", "serve.workspace", "folder"},
	{"listen", "serve.listen", "address"},
	{"running", "serve.running", "number"},
	{"waiting", "serve.waiting", "number"},
}

func newServeCommand(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Answer over HTTP: clean pages, tell regions and reasons",
		Long: `Serve answers on a loopback address until it is stopped (Ctrl-C, SIGTERM or a closed terminal); running requests then get
time to finish.

  POST /v1/clean           {"url": …} or {"html": …, "url": …}, and settings by their keys
  GET  /v1/clean?url=…     the same with settings in the query; by the Accept header the answer is
                           JSON, text/markdown, text/plain, text/html or image/png
  GET  /https://…          the page as Markdown
  /v1/regions /v1/explain  as /v1/clean
  /v1/profiles             the sites that have a profile
  /healthz /readyz /metrics /openapi.json

With --workspace, the review page is at /: pages of that folder (see "mullion workspace") with their
regions, blocks and thresholds, to be tuned, compared and labelled. What is labelled can teach the
model. A taught model that is accepted there is kept in the folder, and this and later servers with
the same --model, however it is written, label by it; --model takes its file, too.

Errors are application/problem+json. When too many requests wait, the answer is 429 with Retry-After.
Private addresses are refused unless they are allowed with --allow-host or --allow-private. Addresses
other than loopback need a token, in the environment as ` + config.Env("serve.token") + `.`,
		Example: `  mullion serve
  mullion workspace add article.html --workspace review
  mullion serve --workspace review
  mullion serve --listen 127.0.0.1:8080 --render always --running 4
  ` + config.Env("serve.token") + `=$(openssl rand -hex 16) mullion serve --listen 0.0.0.0:8765`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usagef("serve takes no arguments, only flags: callers name the pages")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return runServe(cmd.Context(), a) },
	}
	cmd.Flags().SortFlags = false
	addHandles(cmd, a, serveHandles)
	addLoadFlags(cmd, a)
	return cmd
}

func runServe(ctx context.Context, a *app) error {
	c, err := a.loading()
	if err != nil {
		return err
	}
	if err := noFile("--workspace", c.Serve.Workspace); err != nil {
		return err
	}
	s, err := a.serving(ctx, c)
	if err != nil {
		return err
	}
	l, err := s.Listen(ctx)
	if err != nil {
		return errors.Join(err, s.Close())
	}
	fmt.Fprintf(a.err, "mullion: listening on %s\n", server.Address(l))
	err = s.Serve(ctx, l)
	return errors.Join(err, s.Close())
}

// serving is a server of pages that strangers name.
func (a *app) serving(ctx context.Context, c *config.Loaded) (*server.Server, error) {
	forStrangers(c)
	if c.Profiles != "" {
		var err error
		if c.Store, err = openStore(ctx, c.Profiles); err != nil {
			return nil, err
		}
	}
	return server.New(ctx, c.Config, version(), a.log)
}

// forStrangers refuses pages at private addresses also when they are asked for by name, unless the settings allow that:
// who names a page to a server may be anyone.
func forStrangers(c *config.Loaded) {
	if c.Origins["render.allow_named"] == config.OriginDefault {
		c.Render.AllowNamed = false
	}
}
