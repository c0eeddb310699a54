package server

import (
	"context"
	"fmt"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/mullionhq/mullion/review"
)

// trainingPath is the address of what the workspace's gold teaches.
const trainingPath = "/v1/workspace/training"

// teach does what a caller asks for by its name.
func (s *Server) teach(ctx context.Context, d *review.Desk, c *call) error {
	do, _ := c.take("do")
	settings, err := c.judging(s.config)
	if err != nil {
		return err
	}
	switch do {
	case review.Evaluate, review.Train:
		return d.Start(s.life, do.(string), settings)
	case "cancel":
		return d.Cancel()
	case "accept":
		return d.Accept(ctx)
	case "reject":
		return d.Reject(ctx)
	case "undo":
		return d.Return(ctx)
	}
	return fmt.Errorf(`%w: "do" is one of %s, %s, cancel, accept, reject and undo`, ErrCall, review.Evaluate, review.Train)
}

func (s *Server) trainingRoutes(d *review.Desk) {
	route(s, http.MethodGet, trainingPath, "training", "What the gold of the workspace teaches: the job that runs, estimates, the model that waits and the one in use", func(context.Context, *struct{}) (*review.Training, error) {
		return d.Training()
	})
	route(s, http.MethodPost, trainingPath, "teach", `Starts or stops a job by the settings of the query, or decides about the model that waits: {"do": "evaluate"}, train, cancel, accept, reject or undo`, func(ctx context.Context, c *call) (*review.Training, error) {
		if err := s.teach(ctx, d, c); err != nil {
			return nil, err
		}
		return d.Training()
	})
	s.takes(trainingPath, map[string]*huma.Schema{"do": oneOf(review.Evaluate, review.Train, "cancel", "accept", "reject", "undo")})
}
