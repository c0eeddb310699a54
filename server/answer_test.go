package server

import "testing"

func TestNegotiate(t *testing.T) {
	for _, test := range []struct{ accept, want string }{
		{"", typeJSON},
		{"*/*", typeJSON},
		{"text/*", typeMarkdown},
		{"text/html, */*", typeHTML},
		{"text/html;q=0.5, text/markdown;q=0.8", typeMarkdown},
		{"application/json;q=0", ""},
		{"application/json;q=0, */*", typeMarkdown},
		{"text/html;q=0.1, text/*;q=0.9, application/json;q=0.5", typeMarkdown},
		{"text/*;q=0.9, text/markdown;q=0.1", typeHTML},
		{"text/html;q=high, image/png", ""},
	} {
		got, err := negotiate(test.accept, typeJSON, typeMarkdown, typeHTML)
		if got != test.want || (err == nil) != (test.want != "") {
			t.Errorf("%q: %q, %v; want %q", test.accept, got, err, test.want)
		}
	}
}
