package server

import (
	"fmt"
	"maps"
	"net/http"
	"path"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"github.com/mullionhq/mullion/option"
)

var address = &huma.Schema{Type: huma.TypeString, Format: "uri", Description: "address of the page; with html it is what relative links start from"}

// operation describes the view's call for OpenAPI.
func (v *view) operation(method string) huma.Operation {
	content := map[string]*huma.MediaType{}
	for _, kind := range v.offers {
		content[kind] = &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString}}
	}
	content[typeJSON].Schema = &huma.Schema{Type: huma.TypeObject, AdditionalProperties: true}
	content[typeJSON].Schema.Description = "One object a page, as `mullion " + path.Base(v.path) + "` writes it; see the README."
	o := huma.Operation{
		OperationID: path.Base(v.path) + "-" + map[string]string{http.MethodGet: "by-query", http.MethodPost: "by-body"}[method],
		Method:      method, Path: v.path, Summary: v.summary,
		Description: "The answer's type follows the Accept header. Settings have the keys of the config file. " +
			"What is worth another try is 429, 502, 503 or 504; a page that its server refuses for good (404, 410, 403 …) is 422.",
		Responses: map[string]*huma.Response{"200": {Description: "The page", Content: content}},
		Errors: []int{
			http.StatusForbidden, http.StatusNotAcceptable, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity, http.StatusTooManyRequests,
			http.StatusInternalServerError, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout,
		},
	}
	if method == http.MethodGet {
		o.Parameters = append(o.Parameters, &huma.Param{Name: "url", In: "query", Required: true, Schema: address, Description: address.Description})
		for _, f := range free() {
			o.Parameters = append(o.Parameters, &huma.Param{Name: f.Key, In: "query", Schema: schemaOf(f), Description: f.Doc})
		}
	}
	return o
}

// describeToken tells what callers must send, where they must: with every call but those of probes.
func (s *Server) describeToken() {
	if s.config.Serve.Token == "" {
		return
	}
	d := s.api.OpenAPI()
	d.Components.SecuritySchemes = map[string]*huma.SecurityScheme{"token": {Type: "http", Scheme: "bearer", Description: "serve.token"}}
	refused := &huma.Response{Description: http.StatusText(http.StatusUnauthorized), Content: map[string]*huma.MediaType{
		"application/problem+json": {Schema: d.Components.Schemas.Schema(reflect.TypeFor[huma.ErrorModel](), true, "")},
	}}
	for path, item := range d.Paths {
		for _, o := range []*huma.Operation{item.Get, item.Post} {
			if o != nil && !isProbe(path) {
				o.Security = []map[string][]string{{"token": {}}}
				o.Responses["401"] = refused
			}
		}
	}
}

// body describes what is posted. Given to huma before it is asked to route, huma would read the body itself.
func (v *view) body() *huma.RequestBody {
	body := &huma.Schema{Type: huma.TypeObject, AdditionalProperties: true, Properties: freeSettings()}
	body.Properties["url"], body.Properties["html"] = address, &huma.Schema{Type: huma.TypeString, Description: "the page itself"}
	return &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{
		typeJSON: {Schema: body},
		typeHTML: {Schema: &huma.Schema{Type: huma.TypeString, Description: "the page itself, in its own encoding; url and settings stand in the query"}},
	}}
}

// takes describes the JSON that is posted to a path: its own fields, without which there is nothing to do, and settings. As
// for body, huma is told afterwards.
func (s *Server) takes(path string, own map[string]*huma.Schema) {
	fields := freeSettings()
	maps.Copy(fields, own)
	s.api.OpenAPI().Paths[path].Post.RequestBody = &huma.RequestBody{Required: len(own) > 0, Content: map[string]*huma.MediaType{
		typeJSON: {Schema: &huma.Schema{Type: huma.TypeObject, AdditionalProperties: true, Properties: fields}},
	}}
}

// oneOf describes one of some words.
func oneOf[T any](words ...T) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeString}
	for _, word := range words {
		s.Enum = append(s.Enum, fmt.Sprint(word))
	}
	return s
}

// byNumber describes an object whose keys are numbers of blocks.
func byNumber(value *huma.Schema, doc string) *huma.Schema {
	return &huma.Schema{Type: huma.TypeObject, AdditionalProperties: value, Description: doc}
}

// freeSettings describes the settings that a request may change, by their keys.
func freeSettings() map[string]*huma.Schema {
	all := map[string]*huma.Schema{}
	for _, f := range free() {
		all[f.Key] = schemaOf(f)
	}
	return all
}

// schemaOf describes a setting.
func schemaOf(f option.Field) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeString, Description: f.Doc}
	s.Minimum, s.Maximum = f.Bounds()
	switch f.Type.Kind() {
	case reflect.Bool:
		s.Type = huma.TypeBoolean
	case reflect.Int, reflect.Int64:
		s.Type = huma.TypeInteger
	case reflect.Float64:
		s.Type = huma.TypeNumber
	case reflect.Slice:
		s.Type, s.Items = huma.TypeArray, &huma.Schema{Type: huma.TypeString}
	}
	for _, word := range f.OneOf {
		s.Enum = append(s.Enum, word)
	}
	return s
}
