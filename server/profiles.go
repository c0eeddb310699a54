package server

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/mullionhq/mullion/site"
)

type profileList struct {
	Body struct {
		Sites []string `json:"sites" doc:"names of the sites that have a profile"`
	}
}

type profileSummary struct{ Body site.Summary }

func (s *Server) profileRoutes() {
	huma.Register(s.api, huma.Operation{
		OperationID: "profiles", Method: http.MethodGet, Path: "/v1/profiles", Summary: "The sites that have a profile",
	}, func(ctx context.Context, _ *struct{}) (*profileList, error) {
		sites, err := s.sites(ctx)
		if err != nil {
			return nil, s.refusal(local{err})
		}
		list := &profileList{}
		list.Body.Sites = sites
		return list, nil
	})
	huma.Register(s.api, huma.Operation{
		OperationID: "profile", Method: http.MethodGet, Path: "/v1/profiles/{site}", Errors: []int{http.StatusNotFound},
		Summary: "What is known of a site: templates, clusters with their rules, style tree",
	}, func(ctx context.Context, in *struct {
		Site string `path:"site" doc:"name of the site, such as example.com"`
	}) (*profileSummary, error) {
		if s.config.Store == nil {
			return nil, s.refusal(fmt.Errorf("%w: the server has no folder of profiles: start it with --profiles", ErrNotFound))
		}
		p, err := site.Open(ctx, s.config.Store, site.Name(in.Site))
		switch {
		case errors.Is(err, site.ErrNoProfile):
			return nil, s.refusal(fmt.Errorf("%w: there is no profile of %.100s", ErrNotFound, in.Site))
		case err != nil:
			return nil, s.refusal(local{err})
		}
		return &profileSummary{p.Summary(s.config.Site, (p.Pages+1)/2)}, nil
	})
}

// sites names the sites that have a profile.
func (s *Server) sites(ctx context.Context) ([]string, error) {
	if s.config.Store == nil {
		return []string{}, nil
	}
	names, err := site.List(ctx, s.config.Store)
	if names == nil {
		names = []string{}
	}
	return names, err
}
