package server

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"reflect"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/config"
	"github.com/mullionhq/mullion/option"
	"github.com/mullionhq/mullion/regions"
	"github.com/mullionhq/mullion/review"
	"github.com/mullionhq/mullion/whole"
	"github.com/mullionhq/mullion/workspace"
)

// A room is what the review UI begins with.
type room struct {
	Pages    []workspace.Entry `json:"pages"`
	Settings []setting         `json:"settings"`
	Methods  []string          `json:"methods"` // those that have what they need
}

// A setting describes a setting that a request may change, and what the server has.
type setting struct {
	Key     string   `json:"key"`
	Doc     string   `json:"doc"`
	Kind    string   `json:"kind"` // number, integer, boolean, string or list
	Default string   `json:"default"`
	Min     *float64 `json:"min,omitempty"`
	Max     *float64 `json:"max,omitempty"`
	OneOf   []string `json:"one_of,omitempty"`
	Value   any      `json:"value"`
}

// A saved tells where settings were saved.
type saved struct {
	File string `json:"file"`
	Text string `json:"text"`
}

// queueCall is a call about all pages.
type queueCall struct {
	call
	Votes bool `query:"votes" doc:"whether all methods are asked about every page, to tell where they disagree"`
}

// pageCall is a call about a page of the workspace: settings in the query.
type pageCall struct {
	call
	ID string `path:"id" doc:"name of the page, as the list has it"`
}

// blockCall is a call about a block of a page.
type blockCall struct {
	call
	ID    string `path:"id" doc:"name of the page, as the list has it"`
	Block int    `path:"block" doc:"number of the block, from 0"`
}

var (
	_ huma.Resolver = (*queueCall)(nil)
	_ huma.Resolver = (*pageCall)(nil)
	_ huma.Resolver = (*blockCall)(nil)
)

// pagesPath begins the addresses of what is known about one page.
const pagesPath = "/v1/workspace/pages/{id}"

// configPath is the address of the settings that are saved in the workspace.
const configPath = "/v1/workspace/config"

// savedName is the file in the workspace that settings are saved to.
const savedName = "mullion.yaml"

// body is an answer in JSON.
type body[T any] struct{ Body T }

// route registers one call about the workspace.
func route[In, Out any](s *Server, method, path, id, summary string, answer func(context.Context, *In) (Out, error)) {
	huma.Register(s.api, huma.Operation{
		OperationID: id, Method: method, Path: path, Summary: summary, Tags: []string{"workspace"},
		Errors: []int{http.StatusNotFound, http.StatusUnprocessableEntity, http.StatusInternalServerError},
	}, func(ctx context.Context, in *In) (*body[Out], error) {
		out, err := answer(ctx, in)
		if err != nil {
			return nil, s.refusal(local{err})
		}
		return &body[Out]{out}, nil
	})
}

func (s *Server) workspaceRoutes(d *review.Desk) {
	route(s, http.MethodGet, "/v1/workspace", "workspace", "The pages, and the settings that they can be judged by", func(context.Context, *struct{}) (*room, error) {
		return s.room(d)
	})
	route(s, http.MethodGet, pagesPath, "page", "The texts and boxes of a page's blocks", func(_ context.Context, c *pageCall) (*review.Page, error) {
		return d.Page(c.ID)
	})
	route(s, http.MethodGet, pagesPath+"/labels", "judge", "A page as the settings of the query label it", func(ctx context.Context, c *pageCall) (*review.Judged, error) {
		settings, err := c.judging(s.config)
		if err != nil {
			return nil, err
		}
		return d.Judge(ctx, c.ID, settings)
	})
	route(s, http.MethodGet, pagesPath+"/blocks/{block}", "why", "Which evidence decided about a block", func(ctx context.Context, c *blockCall) ([]effect, error) {
		settings, err := c.judging(s.config)
		if err != nil {
			return nil, err
		}
		why, err := d.Why(ctx, c.ID, c.Block, settings)
		effects := []effect{}
		for _, e := range why {
			effects = append(effects, effect{e.Evidence, e.Effect})
		}
		return effects, err
	})
	route(s, http.MethodGet, pagesPath+"/votes", "votes", "How all methods label a page, and where they disagree", func(ctx context.Context, c *pageCall) (*review.Votes, error) {
		settings, err := c.judging(s.config)
		if err != nil {
			return nil, err
		}
		return d.Votes(ctx, c.ID, settings)
	})
	route(s, http.MethodPost, pagesPath+"/gold", "label", `Labels blocks content or not: {"set": {"12": true}}, says their regions: {"regions": {"12": "header"}}, takes the last back: {"undo": true}, or gives them back: {"redo": true}`, func(ctx context.Context, c *pageCall) (*workspace.Labels, error) {
		return s.label(ctx, d, c)
	})
	s.takes(pagesPath+"/gold", map[string]*huma.Schema{
		"set":     byNumber(&huma.Schema{Type: huma.TypeBoolean}, "what is content from now on (true), by the blocks' numbers, and what is not"),
		"regions": byNumber(oneOf(regions.Names...), "the regions that blocks stand in from now on, by the blocks' numbers"),
		"undo":    {Type: huma.TypeBoolean, Description: "takes the last labels back"},
		"redo":    {Type: huma.TypeBoolean, Description: "gives back what the last undo took, where no label came since"},
	})
	route(s, http.MethodPost, configPath, "save", "Saves the settings of the query as a config file in the workspace", func(_ context.Context, c *call) (*saved, error) {
		return s.save(d, c)
	})
	s.takes(configPath, nil)
	s.streamResults(d)
	s.trainingRoutes(d)
	s.mux.HandleFunc("GET "+pagesPath+"/tiles/{tile}", func(w http.ResponseWriter, r *http.Request) { writeTile(w, r, d.Workspace()) })
}

// writeTile answers with a piece of a page's picture.
func writeTile(w http.ResponseWriter, r *http.Request, from *workspace.Workspace) {
	n, err := strconv.Atoi(r.PathValue("tile"))
	if err != nil {
		err = fmt.Errorf("%w: tiles are numbered", ErrNotFound)
	}
	var raw []byte
	if err == nil {
		raw, err = from.Tile(r.PathValue("id"), n)
	}
	if err != nil {
		writeProblem(w, local{err})
		return
	}
	w.Header().Set("Content-Type", "image/jpeg")
	w.Header().Set("Cache-Control", "private, max-age=3600")
	_, _ = w.Write(raw)
}

type effect struct {
	Evidence string  `json:"evidence"`
	Effect   float64 `json:"effect"`
}

// streamResults answers a line of JSON for each page as soon as it is judged.
func (s *Server) streamResults(d *review.Desk) {
	huma.Register(s.api, huma.Operation{
		OperationID: "results", Method: http.MethodGet, Path: "/v1/workspace/results", Tags: []string{"workspace"},
		Summary: "All pages as the settings of the query label them, with their scores: a JSON object a line",
	}, func(ctx context.Context, c *queueCall) (*huma.StreamResponse, error) {
		delete(c.given, "votes")
		settings, err := c.judging(s.config)
		if err != nil {
			return nil, s.refusal(err)
		}
		return &huma.StreamResponse{Body: func(hctx huma.Context) {
			hctx.SetHeader("Content-Type", "application/x-ndjson")
			out := hctx.BodyWriter()
			flusher, _ := out.(http.Flusher)
			enc := json.NewEncoder(out)
			err := d.Results(ctx, settings, c.Votes, func(r review.Result) bool {
				if enc.Encode(r) != nil {
					return false
				}
				if flusher != nil {
					flusher.Flush()
				}
				return true
			})
			if err != nil && ctx.Err() == nil {
				s.log.Warn("results", "why", err)
			}
		}}, nil
	})
}

// judging are the server's settings with those of the query.
func (c *call) judging(base config.Config) (config.Config, error) {
	if c.err != nil {
		return base, c.err
	}
	return c.settings(base)
}

func (s *Server) label(ctx context.Context, d *review.Desk, c *pageCall) (*workspace.Labels, error) {
	given := map[string]any{}
	for _, what := range []string{"set", "regions", "undo", "redo"} {
		if v, ok := c.take(what); ok {
			given[what] = v
		}
	}
	settings, err := c.judging(s.config)
	if err != nil {
		return nil, err
	}
	switch set, in := given["set"], given["regions"]; {
	case len(given) != 1:
	case given["undo"] == true:
		return d.Undo(ctx, c.ID, settings)
	case given["redo"] == true:
		return d.Redo(ctx, c.ID, settings)
	case set != nil:
		labels, err := byBlock(set, func(v any) (bool, error) {
			if is, ok := v.(bool); ok {
				return is, nil
			}
			return false, fmt.Errorf("%w: set has numbers of blocks, and true or false for each", ErrCall)
		})
		if err != nil {
			return nil, err
		}
		return d.Label(ctx, c.ID, labels, settings)
	case in != nil:
		labels, err := byBlock(in, func(v any) (name regions.Name, err error) {
			if text, ok := v.(string); !ok || name.UnmarshalText([]byte(text)) != nil {
				err = fmt.Errorf("%w: regions has numbers of blocks, and one of %v for each", ErrCall, regions.Names)
			}
			return name, err
		})
		if err != nil {
			return nil, err
		}
		return d.Place(ctx, c.ID, labels, settings)
	}
	return nil, fmt.Errorf(`%w: send either "set", "regions", "undo" or "redo"`, ErrCall)
}

// byBlock reads an object whose keys are numbers of blocks.
func byBlock[T any](given any, read func(any) (T, error)) (map[int]T, error) {
	object, _ := given.(map[string]any)
	labels := map[int]T{}
	for name, v := range object {
		block, err := strconv.Atoi(name)
		if err != nil {
			return nil, fmt.Errorf("%w: %.40q is no number of a block", ErrCall, name)
		}
		if labels[block], err = read(v); err != nil {
			return nil, err
		}
	}
	if len(labels) == 0 {
		return nil, fmt.Errorf("%w: no block is named", ErrCall)
	}
	return labels, nil
}

// save writes what labels depend on, and nothing else that the server has, such as its token.
func (s *Server) save(d *review.Desk, c *call) (*saved, error) {
	settings, err := c.judging(s.config)
	if err != nil {
		return nil, err
	}
	if settings.Method == mullion.Fused {
		if settings.Model, err = d.Model(); err != nil {
			return nil, err
		}
	}
	out := config.Default()
	from, to := reflect.ValueOf(settings), reflect.ValueOf(&out).Elem()
	for _, f := range config.Fields() {
		if isFree(f.Key) || f.Key == "model" || f.Key == "profiles" {
			to.FieldByIndex(f.Index).Set(from.FieldByIndex(f.Index))
		}
	}
	file := filepath.Join(d.Workspace().Dir(), savedName)
	text := config.File(out)
	return &saved{file, text}, whole.WriteFile(file, []byte(text))
}

func (s *Server) room(d *review.Desk) (*room, error) {
	pages, err := d.Workspace().List()
	if err != nil {
		return nil, err
	}
	r := &room{Pages: pages, Methods: d.Methods()}
	values := reflect.ValueOf(s.config)
	for _, f := range free() {
		least, most := f.Bounds()
		r.Settings = append(r.Settings, setting{
			Key: f.Key, Doc: f.Doc, Kind: kindOf(f), Default: f.Default, Min: least, Max: most, OneOf: f.OneOf,
			Value: values.FieldByIndex(f.Index).Interface(),
		})
	}
	return r, nil
}

// kindOf is the setting's kind, as setting.Kind has it.
func kindOf(f option.Field) string {
	if kind := schemaOf(f).Type; kind != huma.TypeArray {
		return kind
	}
	return "list"
}
