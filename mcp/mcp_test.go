package mcp_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/config"
	"github.com/mullionhq/mullion/mcp"
)

// What a caller says first.
const (
	hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`
	ready = `{"jsonrpc":"2.0","method":"notifications/initialized"}`
)

// unrendered are settings for tools that need no Chrome.
func unrendered(c *config.Config) { c.Rendering, c.Method = "never", mullion.DensitySVM }

// open makes a server of the tools. Chrome starts when a tool needs it, and is gone when the test ends.
func open(t *testing.T, change func(*config.Config)) *sdk.Server {
	t.Helper()
	c := config.Default()
	c.Render.AllowNamed = false
	change(&c)
	cleaner, err := mullion.New(t.Context(), c.Options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := cleaner.Close(); err != nil {
			t.Error(err)
		}
	})
	return mcp.New(cleaner, c, "test")
}

// connect is a caller of the tools.
func connect(t *testing.T, change func(*config.Config)) *sdk.ClientSession {
	t.Helper()
	ours, theirs := sdk.NewInMemoryTransports()
	server, err := open(t, change).Connect(t.Context(), ours, nil)
	if err != nil {
		t.Fatal(err)
	}
	session, err := sdk.NewClient(&sdk.Implementation{Name: "test"}, nil).Connect(t.Context(), theirs, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = session.Close()
		_ = server.Wait()
	})
	return session
}

func call(t *testing.T, s *sdk.ClientSession, tool string, arguments map[string]any) *sdk.CallToolResult {
	t.Helper()
	r, err := s.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		t.Fatalf("%s: %v", tool, err)
	}
	return r
}

func text(r *sdk.CallToolResult) string {
	for _, c := range r.Content {
		if text, ok := c.(*sdk.TextContent); ok {
			return text.Text
		}
	}
	return ""
}

const article = `<!doctype html><title>Tides</title><nav><a href=/>Home</a></nav><main><h1>Tides</h1>
<p>The bell in the harbour rang at seven minutes past two, which meant that it was noon, and nobody on the quay looked up from work.</p></main>`

// What is doubtful about a page is told behind its Markdown.
func TestWarnings(t *testing.T) {
	s := connect(t, unrendered)
	wall := strings.Replace(strings.Replace(article, "Tides", "Just a moment...", 1), "Tides", "Verifying you are human", 1)
	for html, want := range map[string]int{article: 1, wall: 2} {
		r := call(t, s, "clean", map[string]any{"html": html})
		if len(r.Content) != want || want > 1 && !strings.Contains(r.Content[1].(*sdk.TextContent).Text, "check for robots") {
			t.Errorf("%s: %d contents", text(r), len(r.Content))
		}
	}
}

func TestTools(t *testing.T) {
	s := connect(t, unrendered)
	r := call(t, s, "explain", map[string]any{"html": article})
	var d struct {
		Blocks []struct {
			Text string
			Why  []struct{ Evidence string }
		}
	}
	if err := json.Unmarshal([]byte(text(r)), &d); err != nil || r.IsError || len(d.Blocks) != 3 || len(d.Blocks[2].Why) == 0 {
		t.Errorf("explain: %v %s", err, text(r))
	}
	for _, test := range []struct {
		tool      string
		arguments map[string]any
		holds     string
	}{
		{"clean", map[string]any{}, "name a page"},
		{"clean", map[string]any{"html": "<p>"}, "no main content found: the tool explain shows"},
		{"clean", map[string]any{"url": "http://127.0.0.1:1/"}, "127.0.0.1"},
		{"clean", map[string]any{"url": "file:///etc/passwd"}, "not an http or https URL"},
		{"clean", map[string]any{"html": article, "settings": map[string]any{"render.chrome": "/bin/sh"}}, "only who runs the server can set it"},
		{"clean", map[string]any{"html": article, "settings": map[string]any{"metod": "vlps"}}, "metod: unknown key, did you mean method?"},
		{"clean", map[string]any{"html": article, "metod": "vlps"}, "metod: unknown key, did you mean method?"},
		{"clean", map[string]any{"html": article, "picture": true}, "picture: unknown key"},
		{"clean", map[string]any{"html": article, "settings": 3}, "settings"},
		{"explain", map[string]any{"html": article, "method": "vlp"}, "is not one of fused, vlps"},
		{"regions", map[string]any{"html": article}, "must be rendered"},
	} {
		if r := call(t, s, test.tool, test.arguments); !r.IsError || !strings.Contains(text(r), test.holds) {
			t.Errorf("%s %v: %v %s", test.tool, test.arguments, r.IsError, text(r))
		}
	}
}

// Settings may stand beside the page, as over HTTP; what is empty is not given.
func TestSettingsBesideThePage(t *testing.T) {
	s := connect(t, unrendered)
	for _, arguments := range []map[string]any{
		{"html": article, "method": "vlps", "url": ""},
		{"html": article, "settings": map[string]any{"method": "vlps"}},
	} {
		if r := call(t, s, "explain", arguments); r.IsError || !strings.Contains(text(r), `"method":"vlps"`) {
			t.Errorf("%v: %s", arguments, text(r))
		}
	}
}

// A line that is no message is answered with an error, and what follows is read.
func TestLinesThatAreNoMessages(t *testing.T) {
	in := strings.Join([]string{"{oops", "", `{"jsonrpc":"1.0","id":3}`, hello + " \r", ready, `3`, `[]`, `[1,2]`,
		`{"jsonrpc":"2.0","id":4,"method":"` + strings.Repeat("long", 5<<20) + `"}`, `{"jsonrpc":"2.0","id":2,"method":"ping"}`, ""}, "\n")
	server := open(t, unrendered)
	theirs, input := io.Pipe()
	output, ours := io.Pipe()
	served := make(chan error, 1)
	go func() { served <- mcp.Serve(t.Context(), server, theirs, ours) }()
	go func() { _, _ = io.WriteString(input, in) }()
	var out strings.Builder
	for lines := bufio.NewScanner(output); !strings.Contains(out.String(), `"id":2`) && lines.Scan(); {
		out.WriteString(lines.Text() + "\n")
	}
	_ = input.Close()
	if err := <-served; err != nil {
		t.Error(err)
	}
	for part, count := range map[string]int{`"code":-32700`: 1, `"code":-32600`: 5, `"id":null`: 6, `"id":1,"result":{`: 1, `"id":2,"result":{}`: 1} {
		if strings.Count(out.String(), part) != count {
			t.Errorf("%s is not there %d times: %s", part, count, out.String())
		}
	}
}

// What was called before the input ended is answered, cancelled or not, as in `mullion mcp <calls.jsonl`.
func TestInputThatEndsBeforeTheAnswers(t *testing.T) {
	lines := []string{hello, ready}
	const last = 9
	for id := 2; id <= last; id++ {
		lines = append(lines, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"explain","arguments":{"html":%q}}}`,
			id, strings.Repeat("<p>The bell rang at noon, and nobody looked up from work.</p>", 400)))
	}
	lines = append(lines, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5}}`)
	var out strings.Builder
	if err := mcp.Serve(t.Context(), open(t, unrendered), strings.NewReader(strings.Join(lines, "\n")), &out); err != nil {
		t.Error(err)
	}
	for id := 1; id <= last; id++ {
		if part := fmt.Sprintf(`"id":%d,`, id); strings.Count(out.String(), part) != 1 {
			t.Errorf("call %d has no answer of its own in %d bytes", id, out.Len())
		}
	}
}

// Who stops the server does not wait for its calls.
func TestStoppedWithCallsLeft(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	server := open(t, unrendered)
	sdk.AddTool(server, &sdk.Tool{Name: "wait"}, func(ctx context.Context, _ *sdk.CallToolRequest, _ struct{}) (*sdk.CallToolResult, any, error) {
		stop()
		<-ctx.Done()
		return nil, nil, ctx.Err()
	})
	const calls = hello + "\n" + ready + "\n" + `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"wait","arguments":{}}}`
	if err := mcp.Serve(ctx, server, strings.NewReader(calls), io.Discard); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// In Chrome, clean has the words of the middle column, and regions come with a picture.
func TestRenderedTools(t *testing.T) {
	html, err := os.ReadFile("../testdata/site/magazine/index.html")
	if err != nil {
		t.Fatal(err)
	}
	s := connect(t, func(c *config.Config) { c.Rendering, c.Method = "always", mullion.VLPSAdaptive })
	r := call(t, s, "clean", map[string]any{"html": string(html)})
	if r.IsError || !strings.Contains(text(r), "The bell in Merrow Haven") {
		t.Errorf("clean: %.300s", text(r))
	}
	r = call(t, s, "regions", map[string]any{"html": string(html), "picture": true, "settings": map[string]any{"method": "vlps"}})
	image, ok := r.Content[len(r.Content)-1].(*sdk.ImageContent)
	if r.IsError || !strings.Contains(text(r), `"mode":"fixed"`) || !ok || !strings.HasPrefix(string(image.Data), "\x89PNG") {
		t.Errorf("regions: %v %.300s", ok, text(r))
	}
	for _, legend := range []bool{true, false} { // it is drawn by the settings of the request
		r = call(t, s, "regions", map[string]any{"html": string(html), "picture": true, "settings": map[string]any{"method": "vlps", "overlay.legend": legend}})
		other, ok := r.Content[len(r.Content)-1].(*sdk.ImageContent)
		if r.IsError || !ok || bytes.Equal(other.Data, image.Data) != legend {
			t.Errorf("a picture whose legend is %v is none, or not drawn so", legend)
		}
	}
	// without a method, the mode of the settings decides, as over HTTP
	for mode, settings := range map[string]map[string]any{"adaptive": {}, "fixed": {"regions.mode": "fixed"}} {
		r = call(t, s, "regions", map[string]any{"html": string(html), "settings": settings})
		if r.IsError || !strings.Contains(text(r), `"mode":"`+mode+`"`) {
			t.Errorf("regions, %s: %.300s", mode, text(r))
		}
	}
}
