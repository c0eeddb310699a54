// Package server answers over HTTP: it cleans pages, tells regions and reasons, and describes itself (OpenAPI).
// It knows requests and answers; what a page's content is, the packages below decide. It reads no files for callers.
//
// The way of a request: counted (metrics) → admitted (package gate) → unpacked → routed → its settings and page read (call) →
// queued (gate.Queue) → cleaned → answered as its Accept header asks (answer), or refused with a problem (RFC 9457).
package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
	"golang.org/x/net/netutil"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/config"
	"github.com/mullionhq/mullion/gate"
	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/review"
	"github.com/mullionhq/mullion/site"
	"github.com/mullionhq/mullion/source"
	"github.com/mullionhq/mullion/ui"
	"github.com/mullionhq/mullion/workspace"
)

// A Server answers requests. Close it when done.
type Server struct {
	config  config.Config
	log     *slog.Logger
	cleaner *mullion.Cleaner
	desk    *review.Desk // nil without a workspace
	queue   *gate.Queue
	meter   *meter
	mux     *http.ServeMux
	api     huma.API

	stopping atomic.Bool
	life     context.Context // ends when running requests must end
	end      context.CancelFunc
}

// New makes a server with these settings; each request may change those that Free names. version is told in the
// API's description. When ctx ends, Serve lets running requests finish.
func New(ctx context.Context, c config.Config, version string, log *slog.Logger) (*Server, error) {
	if err := c.Serve.Check(); err != nil {
		return nil, fmt.Errorf("%w: serve.%w", config.ErrInvalid, err)
	}
	if c.Profiles != "" && c.Store == nil {
		folder, err := site.OpenFolder(c.Profiles)
		if err != nil {
			return nil, err
		}
		c.Store = folder
	}
	s := &Server{config: c, log: log, queue: gate.NewQueue(c.Serve), mux: http.NewServeMux()}
	s.life, s.end = context.WithCancel(context.WithoutCancel(ctx))
	cleaner, err := mullion.New(s.life, c.Options)
	if err != nil {
		s.end()
		return nil, err
	}
	s.cleaner = cleaner
	s.meter = newMeter(s.queue)
	s.api = humago.New(s.mux, apiConfig(version))
	s.routes()
	if c.Serve.Workspace != "" {
		if err := s.openDesk(); err != nil {
			return nil, errors.Join(err, s.Close())
		}
		s.workspaceRoutes(s.desk)
		page := ui.Handler()
		s.mux.Handle("GET /{$}", page)
		s.mux.Handle("GET /ui/", http.StripPrefix("/ui", page))
	}
	s.describeToken()
	return s, nil
}

// openDesk opens the workspace, and logs what in it is no page, and what was accepted there and is not in use.
func (s *Server) openDesk() error {
	w, err := workspace.Open(s.config.Serve.Workspace)
	if err != nil {
		return err
	}
	if s.desk, err = review.New(w, s.cleaner, s.config, s.config.Serve.Kept); err != nil {
		return err
	}
	strays, err := w.Strays()
	if err != nil {
		return err
	}
	for _, stray := range strays {
		s.log.Warn("a folder is passed over", "error", stray)
	}
	others, err := w.OtherBases(s.config.Model)
	for _, base := range others {
		s.log.Warn("the workspace has an accepted model that is not in use, as it was taught upon another one", "upon", base, "now", s.config.Model)
	}
	return err
}

// now is the Cleaner in use, whose model the workspace may have taught.
func (s *Server) now() *mullion.Cleaner {
	if s.desk == nil {
		return s.cleaner
	}
	_, cleaner := s.desk.Now()
	return cleaner
}

// Close stops what runs, and Chrome.
func (s *Server) Close() error {
	s.end()
	if s.desk != nil {
		s.desk.Close()
	}
	return s.cleaner.Close()
}

func apiConfig(version string) huma.Config {
	c := huma.DefaultConfig("mullion", version)
	c.Info.Description = "Renders web pages, divides them into regions and keeps their main content."
	c.DocsPath, c.SchemasPath = "", "" // its documentation page would load scripts from elsewhere
	c.CreateHooks = nil                // no $schema in answers: their fields are a contract
	return c
}

func (s *Server) routes() {
	s.cleanRoutes()
	s.profileRoutes()
	s.healthRoutes()
}

// ServeHTTP answers a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	route := ""
	counted := &counter{ResponseWriter: w, code: http.StatusOK, wait: s.config.Serve.Patience}
	begun := time.Now()
	defer func() {
		if route == "" {
			route = r.Pattern
		}
		s.meter.request(route, counted.code, time.Since(begun))
		s.log.Debug("answered", "method", r.Method, "path", asked(r), "status", counted.code, "time", time.Since(begun))
	}()
	r.Body = http.MaxBytesReader(counted, patient(w, r.Body, s.config.Serve.Patience), int64(s.config.Serve.MaxBody))
	h := counted.Header()
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", policy)
	h.Set("Referrer-Policy", "no-referrer")
	switch {
	case isProbe(r.URL.Path):
		if s.config.Serve.Admit(r) != nil {
			h.Set("Connection", "close") // as below
		}
	case s.login(counted, r):
		route = "login"
		return
	default:
		if err := s.config.Serve.Admit(r); err != nil {
			route = "refused"
			h.Set("Connection", "close") // who may not call keeps no connection from who may
			writeProblem(counted, err)
			return
		}
	}
	if err := s.unpack(counted, r); err != nil {
		route = "refused"
		writeProblem(counted, err)
		return
	}
	if address := prepended(r); address != "" {
		route = "/{address}"
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			writeWrongMethod(counted, r, http.MethodGet, http.MethodHead)
			return
		}
		s.read(counted, r, address)
		return
	}
	s.mux.ServeHTTP(counted, r)
}

// asked is the path of a request, without the user and password of an address that it asks for.
func asked(r *http.Request) string {
	if address := prepended(r); address != "" {
		path, _, _ := strings.Cut(page.WithoutUser(address), "?")
		return "/" + path
	}
	return r.URL.Path
}

// unpack undoes the content encoding of a request's body; it is held to the same size unpacked.
func (s *Server) unpack(w http.ResponseWriter, r *http.Request) error {
	encoding := r.Header.Get("Content-Encoding")
	if encoding == "" {
		return nil
	}
	body, err := source.Decode(r.Body, encoding)
	if err != nil {
		return fmt.Errorf("%w: %w", errMedia, err)
	}
	r.Body = http.MaxBytesReader(w, io.NopCloser(body), int64(s.config.Serve.MaxBody))
	r.ContentLength = -1
	r.Header.Del("Content-Encoding")
	return nil
}

// policy keeps the UI's page from loading anything that is not the server's own, and from being framed.
const policy = "default-src 'self'; img-src 'self' blob: data:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// login turns /?token=TOKEN into a cookie, and reports whether it did.
func (s *Server) login(w http.ResponseWriter, r *http.Request) bool {
	if r.URL.Path != "/" || !s.config.Serve.IsToken(r.URL.Query().Get("token")) {
		return false
	}
	http.SetCookie(w, &http.Cookie{
		Name: gate.Cookie, Value: s.config.Serve.Token, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: r.TLS != nil,
	})
	http.Redirect(w, r, "/", http.StatusSeeOther)
	return true
}

// A counter remembers the status that was written, and does not wait for ever for a client to take what is written.
type counter struct {
	http.ResponseWriter
	code int
	wait time.Duration // for each piece; 0 waits for ever
}

func (c *counter) WriteHeader(code int) {
	c.code = code
	c.ResponseWriter.WriteHeader(code)
}

// piece is how many bytes of an answer a client must take in time: a slow one may take long for a large answer.
const piece = 32 << 10

// Write gives the client twice the time: before net/http writes, it may wait for what is left of a refused body. After the
// answer it takes the deadline back.
func (c *counter) Write(p []byte) (written int, err error) {
	for part := range slices.Chunk(p, piece) {
		if c.wait > 0 {
			_ = http.NewResponseController(c.ResponseWriter).SetWriteDeadline(time.Now().Add(2 * c.wait))
		}
		n, err := c.ResponseWriter.Write(part)
		if written += n; err != nil {
			return written, err
		}
	}
	return written, nil
}

// Unwrap lets http.ResponseController set deadlines.
func (c *counter) Unwrap() http.ResponseWriter { return c.ResponseWriter }

// Flush sends what was written.
func (c *counter) Flush() { _ = http.NewResponseController(c.ResponseWriter).Flush() }

// Listen opens the address of the settings.
func (s *Server) Listen(ctx context.Context) (net.Listener, error) {
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", s.config.Serve.Listen)
	if err != nil {
		return nil, fmt.Errorf("%w: choose another address with --listen", err)
	}
	return l, nil
}

// maxHeader is the most bytes of a request's head: an address of 8,000 characters and cookies fit well.
const maxHeader = 32 << 10

// Serve answers on the listener until ctx ends; then it takes no new requests, and those that run get the time of
// serve.grace.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	h := &http.Server{
		Handler: s, MaxHeaderBytes: maxHeader, ReadHeaderTimeout: s.config.Serve.Patience, IdleTimeout: idle,
		BaseContext: func(net.Listener) context.Context { return s.life },
		ErrorLog:    slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),

		DisableGeneralOptionsHandler: true, // which answers OPTIONS * to anybody
	}
	failed := make(chan error, 1)
	go func() { failed <- h.Serve(netutil.LimitListener(l, s.config.Serve.Connected)) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	s.stopping.Store(true)
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.config.Serve.Grace)
	defer cancel()
	err := h.Shutdown(grace)
	s.end()
	if errors.Is(err, context.DeadlineExceeded) {
		s.log.Warn("requests were cut off", "after", s.config.Serve.Grace)
		err = h.Close()
	}
	if served := <-failed; !errors.Is(served, http.ErrServerClosed) {
		err = errors.Join(err, served)
	}
	return err
}

// Address is how a browser reaches the listener.
func Address(l net.Listener) string {
	host, port, err := net.SplitHostPort(l.Addr().String())
	if err != nil {
		return l.Addr().String()
	}
	if ip := net.ParseIP(strings.Trim(host, "[]")); ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	return "http://" + net.JoinHostPort(host, port) + "/"
}
