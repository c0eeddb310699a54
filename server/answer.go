package server

import (
	"bytes"
	"errors"
	"fmt"
	"mime"
	"strconv"
	"strings"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/config"
	"github.com/mullionhq/mullion/output"
)

// The types that answers have.
const (
	typeJSON     = "application/json"
	typeMarkdown = "text/markdown"
	typeText     = "text/plain"
	typeHTML     = "text/html"
	typePNG      = "image/png"
)

var formats = map[string]output.Format{
	typeJSON: output.FormatJSON, typeMarkdown: output.FormatMarkdown, typeText: output.FormatText, typeHTML: output.FormatHTML,
}

// errAccept says that the Accept header names nothing that is offered.
var errAccept = errors.New("no answer of that type")

// negotiate picks the type that the Accept header prefers among those offered; the first of them where it says
// nothing. Where it accepts none the error is errAccept. Of two that it likes equally the one that is written out wins
// over one that a wildcard covers, and then the first offered.
func negotiate(accept string, offered ...string) (string, error) {
	if strings.TrimSpace(accept) == "" {
		return offered[0], nil
	}
	best, bestQ, bestRank := "", 0.0, 0
	for _, offer := range offered {
		if q, rank := quality(accept, offer); q > bestQ || best != "" && q == bestQ && rank > bestRank {
			best, bestQ, bestRank = offer, q, rank
		}
	}
	if best == "" {
		return "", fmt.Errorf("%w: ask for one of %s, not %s", errAccept, strings.Join(offered, ", "), accept)
	}
	return best, nil
}

// quality is how much an Accept header likes a type, 0 … 1, by the part that names it most exactly (RFC 9110, 12.5.1), and
// how exactly that is: 3 by itself, 2 by its kind, 1 among all, 0 not at all.
func quality(accept, offer string) (q float64, rank int) {
	kind, _, _ := strings.Cut(offer, "/")
	ranks := map[string]int{offer: 3, kind + "/*": 2, "*/*": 1}
	for part := range strings.SplitSeq(accept, ",") {
		media, params, err := mime.ParseMediaType(part)
		if err != nil || ranks[media] <= rank {
			continue
		}
		liked := 1.0
		if text, ok := params["q"]; ok {
			if liked, err = strconv.ParseFloat(text, 64); err != nil {
				continue
			}
		}
		q, rank = liked, ranks[media]
	}
	return q, rank
}

// An answer is what is sent.
type answer struct {
	kind string
	body []byte
}

// htmlPolicy keeps the HTML of a stranger's page from doing anything in the name of this server.
const htmlPolicy = "sandbox; default-src 'none'; img-src * data:; style-src 'unsafe-inline'"

func (a *answer) header() map[string]string {
	h := map[string]string{"Content-Type": a.kind, "Vary": "Accept"}
	if strings.HasPrefix(a.kind, "text/") {
		h["Content-Type"] += "; charset=utf-8"
	}
	if a.kind == typeHTML {
		h["Content-Security-Policy"] = htmlPolicy
	}
	return h
}

// written is the document as the type shows it. A document without content is an error, but as JSON.
func written(d *mullion.Document, kind string, c *config.Config) (*answer, error) {
	if d.NoContent() && kind != typeJSON {
		return nil, fmt.Errorf("%w: /v1/explain shows how its blocks were labelled", ErrEmpty)
	}
	var b bytes.Buffer
	if err := output.Write(&b, d, formats[kind], c.Output); err != nil {
		return nil, err
	}
	return &answer{kind, b.Bytes()}, nil
}
