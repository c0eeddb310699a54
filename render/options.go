package render

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"golang.org/x/net/http/httpguts"

	"github.com/mullionhq/mullion/option"
)

// Options are the settings of a Browser.
type Options struct {
	Chrome string `key:"chrome" doc:"path or name of the Chrome to start, which must be there; empty looks for headless-shell first, then any Chrome"`
	Remote string `key:"remote" doc:"DevTools address of a running Chrome (ws:// or http://) to use instead of starting one; the egress guard cannot watch it"`

	Tabs            int `key:"tabs" default:"2" min:"1" max:"64" doc:"pages rendered at a time, each in a Chrome of its own; 2 were fastest on 2 cores"`
	PagesPerBrowser int `key:"pages_per_browser" default:"100" min:"1" doc:"pages after which a Chrome is replaced, because its memory grows"`

	Timeout time.Duration `key:"timeout" default:"30s" min:"100ms" max:"10m" doc:"hard deadline of a page, from tab to picture; what Chrome has of it then is kept"`
	Settle  time.Duration `key:"settle" default:"5s" min:"0s" max:"5m" doc:"virtual time that a page's timers get after its requests are answered, and more where these took longer; it costs almost no real time"`
	Quiet   time.Duration `key:"quiet" default:"10s" min:"100ms" max:"10m" doc:"real time without a byte from the network after which pending requests are given up; what the parser waits for already after a third of timeout"`

	Pause time.Duration `key:"pause" default:"0s" min:"0s" max:"10m" doc:"least time between two pages that are asked of one host; with one, a longer time that the host asks for (Retry-After) counts too, up to a minute, and a page that it refused so is asked for once more"`

	ViewportWidth  int     `key:"viewport_width" default:"1280" min:"100" max:"10000" doc:"width of the window in CSS pixels"`
	ViewportHeight int     `key:"viewport_height" default:"900" min:"100" max:"10000" doc:"height of the window in CSS pixels"`
	DeviceScale    float64 `key:"device_scale" default:"1" min:"0.25" max:"8" doc:"physical pixels a CSS pixel in pictures; boxes stay in CSS pixels"`

	UserAgent string   `key:"user_agent" doc:"User-Agent to send; empty is Chrome's own without the word Headless"`
	Language  string   `key:"language" default:"en-US,en" doc:"languages to ask for, as in Accept-Language"`
	Proxy     string   `key:"proxy" doc:"proxy for all requests: http://[user:password@]host:port or socks5://…; it then decides which addresses can be reached"`
	Headers   []string `key:"headers" doc:"headers sent with every request to the page's own host, each as Name: value"`
	Cookies   []string `key:"cookies" doc:"cookies sent to the page's own host, each as name=value"`

	WaitFor string `key:"wait_for" doc:"CSS selector that must match before the page is read"`
	Scroll  string `key:"scroll" default:"auto" oneof:"auto|always|never" doc:"show the whole page for a moment, so that what loads or appears when scrolled to is there; auto does so for pages that wait for it"`

	AllowPrivate bool     `key:"allow_private" doc:"let pages load from private, loopback and link-local addresses"`
	AllowHosts   []string `key:"allow_hosts" doc:"hosts (name or name:port) that may have private addresses"`
	AllowNamed   bool     `key:"allow_named" default:"true" doc:"let the host that was asked for have a private address; turn off where strangers choose the URLs"`

	BlockMedia bool `key:"block_media" default:"true" doc:"load no images, fonts and media when no picture is wanted; images without a size then have none"`
	Isolate    bool `key:"isolate" doc:"render each page in a new browser context with no cookies, storage or cache; 1.5 to 1.9 times the time"`

	MaxNodes int `key:"max_nodes" default:"300000" min:"100" doc:"most elements and texts of a page; larger pages are refused"`
	MaxBody  int `key:"max_body" default:"67108864" min:"1024" doc:"most bytes of a page and what it loads, after decompression"`

	ScrollHeight int `key:"scroll_height" default:"20000" min:"1000" max:"100000" doc:"tallest window that scroll opens, in CSS pixels"`
}

// Check reports every setting that cannot be used, as option.Check does, and headers, cookies and a proxy that are
// written wrongly.
func (o *Options) Check() error {
	errs := []error{option.Check(o)}
	for _, h := range o.Headers {
		if _, _, err := splitHeader(h); err != nil {
			errs = append(errs, fmt.Errorf("headers: %w", err))
		}
	}
	for _, c := range o.Cookies {
		if _, err := http.ParseCookie(c); err != nil {
			errs = append(errs, fmt.Errorf("cookies: %q is not name=value", c))
		}
	}
	if o.Proxy != "" {
		u, err := url.Parse(o.Proxy)
		if err != nil || u.Host == "" || !oneOf(u.Scheme, "http", "https", "socks5", "socks5h") {
			errs = append(errs, errors.New("proxy: it must be http://, https:// or socks5:// and a host with a port"))
		}
	}
	return errors.Join(errs...)
}

func splitHeader(h string) (name, value string, err error) {
	name, value, ok := strings.Cut(h, ":")
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	if !ok || !httpguts.ValidHeaderFieldName(name) || !httpguts.ValidHeaderFieldValue(value) {
		return "", "", fmt.Errorf("%q is not Name: value", h)
	}
	if oneOf(strings.ToLower(name), unsendable...) {
		return "", "", fmt.Errorf("%s is set by the browser and cannot be chosen", name)
	}
	return name, value, nil
}

// unsendable are the headers that Chrome refuses to send for anyone, as they belong to the connection.
var unsendable = strings.Fields("host content-length connection keep-alive te trailer transfer-encoding upgrade cookie2")

func oneOf(s string, list ...string) bool { return slices.Contains(list, s) }
