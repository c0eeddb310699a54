package eval

import (
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"
)

// Mounts answer a browser's requests from the files of a rendered site, so that the site is rendered without
// a network. Files are only ever read from below one folder, whatever the URL says and whatever the links in it.
// The zero Mounts have no files: all requests fail, as those of a text corpus, which has none beside its pages.
type Mounts struct {
	dir  string
	list []mount // longest prefix first
}

type mount struct {
	prefix string // of URLs, such as "https://example.org/"
	folder string // below dir, slash-separated, "" or without a slash at its end
}

// newMounts answers URLs from files below dir. Each pair is a URL prefix and a folder below dir.
func newMounts(dir string, pairs [][2]string) (*Mounts, error) {
	m := &Mounts{dir: dir}
	for _, p := range pairs {
		u, err := url.Parse(p[0])
		if err != nil || u.Scheme == "" || u.Host == "" {
			return nil, fmt.Errorf("mount %q is not the beginning of a URL", p[0])
		}
		folder := strings.Trim(p[1], "/")
		if folder != "" && !filepath.IsLocal(filepath.FromSlash(folder)) {
			return nil, fmt.Errorf("mount %q: %q is not a folder below the site", p[0], p[1])
		}
		prefix, _ := canonical(u)
		m.list = append(m.list, mount{prefix, folder})
	}
	slices.SortStableFunc(m.list, func(a, b mount) int { return len(b.prefix) - len(a.prefix) })
	return m, nil
}

// canonical writes a URL without user, query and fragment, with scheme and host in lower case and without the
// scheme's own port, and returns its query apart.
func canonical(u *url.URL) (address, query string) {
	scheme, host := strings.ToLower(u.Scheme), strings.ToLower(u.Host)
	switch scheme {
	case "https":
		host = strings.TrimSuffix(host, ":443")
	case "http":
		host = strings.TrimSuffix(host, ":80")
	}
	p := u.EscapedPath()
	if p == "" {
		p = "/"
	}
	return scheme + "://" + host + p, u.RawQuery
}

// Answer is the response to a GET of the URL: status 200 and the file's bytes, or 404 when the mount has no such
// file. ok is false when no mount holds the URL; it then fails like an unknown host.
// The longest prefix wins. A file named with the query string is tried first, then one named without;
// "dir/" is dir/index.html, and "x" is x, x/index.html, x.html or x/__file, whichever is there first.
func (m *Mounts) Answer(rawURL string) (status int, contentType string, body []byte, ok bool) {
	u, err := url.Parse(rawURL)
	if err != nil {
		return 0, "", nil, false
	}
	address, query := canonical(u)
	for _, mt := range m.list {
		rest, under := strings.CutPrefix(address, mt.prefix)
		if !under {
			continue
		}
		if name, body, found := m.read(mt.folder, fileNames(rest, query)); found {
			return http.StatusOK, contentTypeOf(name, path.Base(u.Path), body), body, true
		}
		return http.StatusNotFound, "text/plain; charset=utf-8", []byte("404 page not found\n"), true
	}
	return 0, "", nil, false
}

// fileNames lists the files that may answer a path (escaped) and query, in order.
func fileNames(rest, query string) []string {
	paths := []string{rest}
	if plain, err := url.PathUnescape(rest); err == nil && plain != rest {
		paths = []string{plain, rest}
	}
	var out []string
	for _, p := range paths {
		if query != "" {
			out = append(out, variants(p+"?"+query)...)
			if plain, err := url.QueryUnescape(query); err == nil && plain != query {
				out = append(out, variants(p+"?"+plain)...)
			}
		}
	}
	for _, p := range paths {
		out = append(out, variants(p)...)
	}
	return out
}

func variants(p string) []string {
	if p == "" || strings.HasSuffix(p, "/") {
		return []string{p + "index.html"}
	}
	return []string{p, p + "/index.html", p + ".html", p + "/__file"}
}

// read returns the first of the named files that is in the folder.
func (m *Mounts) read(folder string, names []string) (name string, body []byte, found bool) {
	root, err := os.OpenRoot(m.dir) // refuses to leave dir, by ".." or by links
	if err != nil {
		return "", nil, false
	}
	defer root.Close()
	for _, name := range names {
		if body, err := root.ReadFile(filepath.FromSlash(path.Join(folder, name))); err == nil {
			return name, body, true
		}
	}
	return "", nil, false
}

// types are the content types of a site's files by extension. Extensions of server programs (php, aspx) are
// not here: what they returned is looked at.
var types = map[string]string{
	".html": "text/html", ".htm": "text/html", ".xhtml": "application/xhtml+xml", ".css": "text/css",
	".js": "text/javascript", ".mjs": "text/javascript", ".json": "application/json", ".map": "application/json",
	".webmanifest": "application/manifest+json", ".xml": "text/xml", ".txt": "text/plain", ".md": "text/markdown",
	".svg": "image/svg+xml", ".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".gif": "image/gif",
	".webp": "image/webp", ".avif": "image/avif", ".ico": "image/x-icon", ".bmp": "image/bmp", ".woff": "font/woff",
	".woff2": "font/woff2", ".ttf": "font/ttf", ".otf": "font/otf", ".eot": "application/vnd.ms-fontobject",
	".mp4": "video/mp4", ".webm": "video/webm", ".mp3": "audio/mpeg", ".ogg": "audio/ogg", ".wasm": "application/wasm",
	".pdf": "application/pdf", ".zip": "application/zip",
}

// contentTypeOf tells the type by the file's extension, then by the name that was asked for, then by the bytes.
// Text that is valid UTF-8 says so, whatever it declares itself.
func contentTypeOf(file, asked string, body []byte) string {
	t := types[strings.ToLower(path.Ext(file))]
	if t == "" {
		t = types[strings.ToLower(path.Ext(asked))]
	}
	if t == "" && (asked == "css" || asked == "css2") { // font services
		t = "text/css"
	}
	if t == "" {
		t, _, _ = mime.ParseMediaType(http.DetectContentType(body))
	}
	textual := strings.HasPrefix(t, "text/") || t == "application/json" || t == "image/svg+xml" || t == "application/xhtml+xml"
	if textual && utf8.Valid(body) {
		t += "; charset=utf-8"
	}
	return t
}
