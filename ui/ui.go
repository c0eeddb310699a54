// Package ui holds the review page that `mullion serve --workspace` shows: plain ES modules and a style sheet, built
// into the program as they are. It knows the HTTP API only.
package ui

import (
	"embed"
	"io/fs"
	"net/http"
)

//go:embed static
var files embed.FS

// Handler serves the page and its files.
func Handler() http.Handler {
	root, err := fs.Sub(files, "static")
	if err != nil {
		panic(err) // the folder is built in
	}
	return http.FileServerFS(root)
}
