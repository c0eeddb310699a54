package main

import (
	"os/exec"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// A client that starts the program lists its tools, calls one, and ends it by closing its input.
func TestMCPOverStandardInput(t *testing.T) {
	session, err := sdk.NewClient(&sdk.Implementation{Name: "test"}, nil).Connect(t.Context(), &sdk.CommandTransport{
		Command: exec.Command("mullion", "mcp", "--render", "never", "--method", "density-svm"),
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	list, err := session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
	}
	if got := strings.Join(names, " "); got != "clean explain regions" {
		t.Errorf("the tools are %s", got)
	}
	const text = "The bell in the harbour rang at seven minutes past two, which meant that it was noon, and nobody looked up from work."
	r, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "clean", Arguments: map[string]any{"html": "<title>Tides</title><p>" + text + "<p>" + text}})
	if err != nil || r.IsError || !strings.Contains(r.Content[0].(*sdk.TextContent).Text, text) {
		t.Errorf("%v %+v", err, r)
	}
	if err := session.Close(); err != nil {
		t.Error(err)
	}
}
