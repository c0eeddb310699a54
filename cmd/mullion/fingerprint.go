package main

import (
	"crypto/sha256"
	"fmt"
	"net/textproto"
	"os"
	"reflect"
	"slices"
	"strings"

	"github.com/mullionhq/mullion/config"
	"github.com/mullionhq/mullion/option"
	"github.com/mullionhq/mullion/output"
)

// carriers are the settings that say by what means a page is loaded, not what it is. They may differ when interrupted work
// goes on. Cookies are among them, as sessions are renewed.
var carriers = []string{
	"record_fits", "render.chrome", "render.remote", "render.proxy", "render.tabs", "render.pages_per_browser", "render.timeout", "render.pause", "render.cookies",
}

// named are the settings whose values are files, which are in the fingerprint with what they hold.
var named = []string{"model", "density_svm.noise_words"}

// fingerprint is equal for settings that make equal documents of equal pages. What site profiles have learned is not in it.
func fingerprint(c *config.Config, o *cleanOptions, format output.Format) string {
	h := sha256.New()
	fmt.Fprintf(h, "format=%s why=%t accept-status=%t\n", format, o.why, o.page.acceptStatus)
	for _, part := range []any{c.Options, c.Output} {
		values := reflect.ValueOf(part)
		for _, f := range option.Fields(values.Type()) {
			if !slices.Contains(carriers, f.Key) {
				fmt.Fprintf(h, "%s=%q\n", f.Key, fmt.Sprint(told(f.Key, values.FieldByIndex(f.Index).Interface())))
			}
		}
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:fingerprintBytes])
}

// fingerprintBytes are enough that two settings of one folder never have the same by chance.
const fingerprintBytes = 8

// told is the value of a setting as it is in a fingerprint: of a file its content, of headers those that are no credentials.
func told(key string, value any) any {
	switch value := value.(type) {
	case string:
		if slices.Contains(named, key) {
			if raw, err := os.ReadFile(value); err == nil { // else it is no file, such as builtin, or who opens it complains
				return string(raw)
			}
		}
	case []string:
		if key == "render.headers" {
			return slices.DeleteFunc(slices.Clone(value), isCredential)
		}
	}
	return value
}

// isCredential reports whether a header says who asks.
func isCredential(header string) bool {
	name, _, _ := strings.Cut(header, ":")
	return slices.Contains([]string{"Authorization", "Proxy-Authorization", "Cookie"}, textproto.CanonicalMIMEHeaderKey(strings.TrimSpace(name)))
}
