package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/config"
	"github.com/mullionhq/mullion/gate"
	"github.com/mullionhq/mullion/output"
	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/reach"
	"github.com/mullionhq/mullion/render"
	"github.com/mullionhq/mullion/review"
	"github.com/mullionhq/mullion/site"
	"github.com/mullionhq/mullion/source"
	"github.com/mullionhq/mullion/workspace"
)

// ErrEmpty says that a page has no main content.
var ErrEmpty = errors.New("no main content found")

// ErrNotFound says that something that was named is not there.
var ErrNotFound = errors.New("not found")

// statuses maps errors to HTTP statuses; the first that matches counts. Errors of the page's own server are those of
// a gateway, unless they will stay as they are: then the call names a page that cannot be had.
var statuses = []struct {
	err  error
	code int
}{
	{gate.ErrBusy, http.StatusTooManyRequests},
	{gate.ErrToken, http.StatusUnauthorized},
	{gate.ErrHost, http.StatusMisdirectedRequest},
	{gate.ErrOrigin, http.StatusForbidden},
	{errSilent, http.StatusRequestTimeout},
	{ErrCall, http.StatusUnprocessableEntity},
	{ErrNotFound, http.StatusNotFound},
	{workspace.ErrNoPage, http.StatusNotFound},
	{review.ErrLabels, http.StatusUnprocessableEntity},
	{review.ErrBusy, http.StatusConflict},
	{review.ErrIdle, http.StatusConflict},
	{workspace.ErrNoModel, http.StatusConflict},
	{ErrEmpty, http.StatusUnprocessableEntity},
	{errMedia, http.StatusUnsupportedMediaType},
	{errAccept, http.StatusNotAcceptable},
	{errMethod, http.StatusMethodNotAllowed},
	{mullion.ErrPicture, http.StatusUnprocessableEntity},
	{review.ErrNoBlock, http.StatusNotFound},
	{config.ErrInvalid, http.StatusUnprocessableEntity},
	{site.ErrNoProfile, http.StatusUnprocessableEntity},
	{site.ErrBroken, http.StatusInternalServerError},
	{mullion.ErrNoSite, http.StatusUnprocessableEntity},
	{output.ErrNoLayout, http.StatusUnprocessableEntity},
	{page.ErrBinary, http.StatusUnprocessableEntity},
	{render.ErrNoChrome, http.StatusServiceUnavailable},
	{render.ErrStart, http.StatusServiceUnavailable},
	{render.ErrRefused, http.StatusForbidden},
	{source.ErrRefused, http.StatusForbidden},
	{page.ErrNotHTML, http.StatusUnprocessableEntity},
	{page.ErrEmpty, http.StatusUnprocessableEntity},
	{render.ErrTooLarge, http.StatusUnprocessableEntity},
	{source.ErrTooLarge, http.StatusUnprocessableEntity},
	{render.ErrTimeout, http.StatusGatewayTimeout},
	{source.ErrTimeout, http.StatusGatewayTimeout},
	{render.ErrWaitFor, http.StatusGatewayTimeout},
	{render.ErrSelector, http.StatusUnprocessableEntity},
	{context.DeadlineExceeded, http.StatusGatewayTimeout},
	{render.ErrNavigation, http.StatusBadGateway},
	{reach.ErrFinal, http.StatusUnprocessableEntity},
	{reach.ErrStatus, http.StatusBadGateway},
	{render.ErrRedirectLoop, http.StatusBadGateway},
	{render.ErrCrashed, http.StatusBadGateway},
	{context.Canceled, http.StatusServiceUnavailable},
	{errLocal, http.StatusInternalServerError},
}

// errLocal is what all errors are that no other server has to do with, such as of files.
var errLocal = errors.New("local")

// local is an error of a call that loads no page.
type local struct{ error }

func (l local) Unwrap() error        { return l.error }
func (l local) Is(target error) bool { return target == errLocal }

// problemOf is the error as a problem (RFC 9457). What is wrong with settings is listed one by one.
func problemOf(err error) *huma.ErrorModel {
	var already *huma.ErrorModel
	if errors.As(err, &already) {
		return already
	}
	code := http.StatusBadGateway // what is left is what the page's server did
	for _, s := range statuses {
		if errors.Is(err, s.err) {
			code = s.code
			break
		}
	}
	if errors.As(err, new(*http.MaxBytesError)) {
		code = http.StatusRequestEntityTooLarge
	}
	p := &huma.ErrorModel{Status: code, Title: http.StatusText(code), Detail: err.Error()}
	if errors.Is(err, config.ErrInvalid) {
		head, list, _ := strings.Cut(err.Error(), "\n")
		p.Detail = strings.TrimSuffix(head, ":")
		for line := range strings.SplitSeq(list, "\n") {
			if line = strings.TrimSpace(line); line != "" {
				key, _, _ := strings.Cut(line, ":")
				p.Errors = append(p.Errors, &huma.ErrorDetail{Message: line, Location: key})
			}
		}
	}
	if large := new(http.MaxBytesError); errors.As(err, &large) {
		p.Detail += fmt.Sprintf(": serve.max_body is %d bytes", large.Limit)
	}
	return p
}

// refusal is the error as huma answers it, with Retry-After when the server is busy.
func (s *Server) refusal(err error) error {
	problem := problemOf(err)
	if problem.Status == http.StatusTooManyRequests {
		return huma.ErrorWithHeaders(problem, http.Header{"Retry-After": {strconv.Itoa(s.queue.RetryAfter())}})
	}
	return problem
}

// writeRefusal is refusal outside of huma.
func (s *Server) writeRefusal(w http.ResponseWriter, err error) {
	if errors.Is(err, gate.ErrBusy) {
		w.Header().Set("Retry-After", strconv.Itoa(s.queue.RetryAfter()))
	}
	writeProblem(w, err)
}

// writeProblem answers with the error outside of huma.
func writeProblem(w http.ResponseWriter, err error) {
	problem := problemOf(err)
	w.Header().Set("Content-Type", "application/problem+json")
	if problem.Status == http.StatusUnauthorized {
		w.Header().Set("WWW-Authenticate", `Bearer realm="mullion"`)
	}
	w.WriteHeader(problem.Status)
	_, _ = w.Write(append(encoded(problem), '\n'))
}

func encoded(problem *huma.ErrorModel) []byte {
	raw, err := json.Marshal(problem)
	if err != nil {
		panic(fmt.Sprintf("server: a problem is no JSON: %v", err))
	}
	return raw
}
