package main

import (
	"io"
	"log/slog"
	"os"

	"github.com/mattn/go-isatty"

	"github.com/mullionhq/mullion/config"
)

// An app is one run of the command: where it reads and writes, and what the command line set.
type app struct {
	in  io.Reader
	out io.Writer // results
	err io.Writer // everything else
	log *slog.Logger

	configFile     string
	flags          []config.Flag // in the order of the command line
	verbose, quiet bool
	started        bool           // whether a verb has begun to run
	loaded         *config.Loaded // the settings; nil until a verb asks for them
}

func newApp(in io.Reader, out, errs io.Writer) *app {
	a := &app{in: in, out: out, err: errs}
	a.start()
	a.started = false
	return a
}

// start is called when the command line has been read.
func (a *app) start() {
	a.started = true
	level := slog.LevelInfo
	switch {
	case a.quiet:
		level = slog.LevelError
	case a.verbose:
		level = slog.LevelDebug
	}
	o := &slog.HandlerOptions{Level: level}
	if isTerminal(a.err) {
		o.ReplaceAttr = func(groups []string, attr slog.Attr) slog.Attr {
			if len(groups) == 0 && attr.Key == slog.TimeKey {
				return slog.Attr{} // who looks on knows the time
			}
			return attr
		}
	}
	a.log = slog.New(slog.NewTextHandler(a.err, o))
}

// config is the settings. They are read, and warned of, once.
func (a *app) config() (*config.Loaded, error) {
	if a.loaded != nil {
		return a.loaded, nil
	}
	l, err := config.Load(a.configFile, a.flags)
	if err != nil {
		return nil, err
	}
	a.loaded = l
	for _, w := range l.Warnings {
		a.log.Warn(w)
	}
	if l.File != "" {
		a.log.Debug("config read", "file", l.File)
	}
	return l, nil
}

// loading is config for a verb that loads pages as rendering says, and warns of flags that do nothing then.
func (a *app) loading() (*config.Loaded, error) {
	l, err := a.config()
	if err != nil {
		return nil, err
	}
	for _, w := range l.Unheeded() {
		a.log.Warn(w)
	}
	return l, nil
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && isatty.IsTerminal(f.Fd())
}
