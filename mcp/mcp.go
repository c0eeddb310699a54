// Package mcp offers cleaning, regions and explanations as tools of the Model Context Protocol, for programs that let
// language models call tools. Requests are held to what callers over HTTP are; package server decides that.
package mcp

import (
	"context"
	"fmt"
	"maps"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/config"
	"github.com/mullionhq/mullion/output"
	"github.com/mullionhq/mullion/server"
)

// arguments describes what a tool takes: a page, settings, and more. Whatever else it is given is taken for a setting, as over
// HTTP, so that a mistake is told by what knows the settings.
func arguments(more map[string]any) map[string]any {
	properties := map[string]any{
		"url":      map[string]any{"type": "string", "description": "http or https address of the page; with html it is what relative links start from"},
		"html":     map[string]any{"type": "string", "description": "the page itself, in place of loading it"},
		"settings": map[string]any{"type": []string{"object", "null"}, "description": `settings of mullion by their keys, such as {"method": "vlps"}: ` + strings.Join(server.Free, ", ") + " and what is below them"},
	}
	maps.Copy(properties, more)
	return map[string]any{"type": "object", "properties": properties}
}

// settingsName is the argument that holds settings; pictureName asks for a picture.
const settingsName, pictureName = "settings", "picture"

// given is a request's page and settings by their keys. An empty text is none.
func given(arguments map[string]any) map[string]any {
	given := map[string]any{}
	if settings, ok := arguments[settingsName].(map[string]any); ok {
		maps.Copy(given, settings)
	}
	for name, value := range arguments {
		if name != settingsName && value != "" {
			given[name] = value
		}
	}
	return given
}

// tools answers with the settings of base, and those that a request changes.
type tools struct {
	cleaner *mullion.Cleaner
	base    config.Config
}

// New makes a server whose tools clean with these settings. The cleaner's Options are those of base.
func New(cleaner *mullion.Cleaner, base config.Config, version string) *sdk.Server {
	t := &tools{cleaner, base}
	s := sdk.NewServer(&sdk.Implementation{Name: "mullion", Version: version}, nil)
	reading := &sdk.ToolAnnotations{ReadOnlyHint: true}
	sdk.AddTool(s, &sdk.Tool{
		Name: "clean", Annotations: reading, InputSchema: arguments(nil),
		Description: "Loads a web page in a browser and returns its main content as Markdown, without navigation, advertisements and other boilerplate; behind it, what is doubtful about it.",
	}, func(ctx context.Context, _ *sdk.CallToolRequest, r map[string]any) (*sdk.CallToolResult, any, error) {
		d, c, _, err := t.document(ctx, given(r), false, nil)
		if err != nil {
			return nil, nil, err
		}
		if d.NoContent() {
			return nil, nil, fmt.Errorf("%w: the tool explain shows how its blocks were labelled", server.ErrEmpty)
		}
		return texts(append([]string{output.Markdown(d, c.Output)}, d.Warnings...)...), nil, nil
	})
	sdk.AddTool(s, &sdk.Tool{
		Name: "regions", Annotations: reading,
		InputSchema: arguments(map[string]any{pictureName: map[string]any{"type": "boolean", "description": "also answer with the page's picture, its regions and blocks drawn over it; needs Chrome"}}),
		Description: "Loads a web page in a browser and returns the boxes of its header, footer, left, right and center in CSS pixels as JSON, and on demand a picture of them.",
	}, t.regions)
	sdk.AddTool(s, &sdk.Tool{
		Name: "explain", Annotations: reading, InputSchema: arguments(nil),
		Description: "Loads a web page and returns all of its text blocks as JSON: label (content or boilerplate), score, region, box, and which evidence decided.",
	}, func(ctx context.Context, _ *sdk.CallToolRequest, r map[string]any) (*sdk.CallToolResult, any, error) {
		d, c, _, err := t.document(ctx, given(r), false, func(c *config.Config) { c.Why = true })
		if err != nil {
			return nil, nil, err
		}
		raw, err := output.JSON(d, c.Output)
		return texts(string(raw)), nil, err
	})
	return s
}

func (t *tools) regions(ctx context.Context, _ *sdk.CallToolRequest, r map[string]any) (*sdk.CallToolResult, any, error) {
	given := given(r)
	delete(given, pictureName)
	var change func(*config.Config)
	if _, ok := given["method"]; !ok {
		change = func(c *config.Config) { c.ByRegion() }
	}
	d, c, image, err := t.document(ctx, given, r[pictureName] == true, change)
	if err != nil {
		return nil, nil, err
	}
	raw, err := output.Layout(d, c.Output)
	result := texts(string(raw))
	if image != nil {
		result.Content = append(result.Content, &sdk.ImageContent{Data: image, MIMEType: "image/png"})
	}
	return result, nil, err
}

// document loads and judges the page of a request, and draws its regions where they are wanted; change, if any, has the last
// word on its settings.
func (t *tools) document(ctx context.Context, given map[string]any, drawn bool, change func(*config.Config)) (*mullion.Document, *config.Config, []byte, error) {
	in, c, err := server.Request(t.base, given)
	if err != nil {
		return nil, nil, nil, err
	}
	c.Why = false
	if change != nil {
		change(&c)
	}
	cleaner, err := t.cleaner.With(c.Options)
	if err != nil {
		return nil, nil, nil, fmt.Errorf("preparing %s: %w", c.Method, err)
	}
	var picture *mullion.Picture
	if drawn {
		picture = &mullion.Picture{Format: "png", Overlay: c.Overlay}
	}
	d, image, err := cleaner.Annotate(ctx, in, picture)
	return d, &c, image, err
}

func texts(list ...string) *sdk.CallToolResult {
	r := &sdk.CallToolResult{}
	for _, text := range list {
		r.Content = append(r.Content, &sdk.TextContent{Text: text})
	}
	return r
}
