package server

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/render"
)

// A state says how the server is.
type state struct {
	Body struct {
		Status string `json:"status" doc:"ok, or a problem is answered"`
	}
}

// isProbe reports whether requests of a path only ask whether the server lives, which orchestrators do by any name and
// without a token.
func isProbe(path string) bool { return path == "/healthz" || path == "/readyz" }

func (s *Server) healthRoutes() {
	ok := &state{}
	ok.Body.Status = "ok"
	huma.Register(s.api, huma.Operation{
		OperationID: "health", Method: http.MethodGet, Path: "/healthz", Summary: "Whether the server runs",
	}, func(context.Context, *struct{}) (*state, error) { return ok, nil })
	huma.Register(s.api, huma.Operation{
		OperationID: "ready", Method: http.MethodGet, Path: "/readyz", Errors: []int{http.StatusServiceUnavailable},
		Summary: "Whether the server takes requests: it has what rendering needs, and is not being stopped",
	}, func(context.Context, *struct{}) (*state, error) {
		if err := s.ready(); err != nil {
			return nil, huma.Error503ServiceUnavailable(err.Error())
		}
		return ok, nil
	})
	s.mux.Handle("GET /metrics", s.meter.handler())
	s.mux.HandleFunc(anything, func(w http.ResponseWriter, r *http.Request) {
		if methods := s.methods(r); methods != nil {
			writeWrongMethod(w, r, methods...)
			return
		}
		writeProblem(w, fmt.Errorf("%w: there is no %s: /openapi.json lists what there is", ErrNotFound, r.URL.Path))
	})
}

// anything is the pattern of what no other pattern takes.
const anything = "/"

// writeWrongMethod answers a request whose path takes other methods.
func writeWrongMethod(w http.ResponseWriter, r *http.Request, methods ...string) {
	w.Header().Set("Allow", strings.Join(methods, ", "))
	writeProblem(w, fmt.Errorf("%w: %s takes %s", errMethod, r.URL.Path, strings.Join(methods, ", ")))
}

var errMethod = errors.New("wrong method")

// methods are those that the path of the request takes.
func (s *Server) methods(r *http.Request) (list []string) {
	for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodPost} {
		probe := r.Clone(r.Context())
		probe.Method = method
		if _, pattern := s.mux.Handler(probe); pattern != anything {
			list = append(list, method)
		}
	}
	return list
}

func (s *Server) ready() error {
	if s.stopping.Load() {
		return errors.New("the server is being stopped")
	}
	named := s.config.Render.Chrome != "" // without that one no page is read in place of rendering it
	if s.config.Rendering == mullion.RenderNever || s.config.Rendering == mullion.RenderAuto && !named || s.config.Render.Remote != "" {
		return nil
	}
	_, err := render.FindChrome(s.config.Render.Chrome)
	return err
}
