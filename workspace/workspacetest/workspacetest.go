// Package workspacetest makes workspaces for tests of other packages.
package workspacetest

import (
	"testing"

	"github.com/mullionhq/mullion/source"
	"github.com/mullionhq/mullion/workspace"
)

// Open makes a workspace in a folder of the test that has one saved page, and returns the page's id too.
func Open(t testing.TB, saved string) (w *workspace.Workspace, dir, id string) {
	t.Helper()
	dir = t.TempDir()
	w, err := workspace.Create(dir)
	if err != nil {
		t.Fatal(err)
	}
	in, err := source.Open(saved, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	e, err := w.Add(t.Context(), nil, in)
	if err != nil {
		t.Fatal(err)
	}
	return w, dir, e.ID
}
