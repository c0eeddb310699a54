// Command mullion renders web pages, divides them into regions and keeps their main content.
//
// Each verb has a file of its own: its flags, and a run function of a context and an app. What a verb prints is its
// result, on standard output or in the file of --out; everything else goes to standard error.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/classify/density"
	"github.com/mullionhq/mullion/config"
	"github.com/mullionhq/mullion/render"
	"github.com/mullionhq/mullion/site"
	"github.com/mullionhq/mullion/study"
	"github.com/mullionhq/mullion/workspace"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), stopping()...)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once
	os.Exit(execute(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// stopping are the signals that end the program in good order. A closed terminal is one of them, unless it was started to
// outlive its terminal (nohup).
func stopping() []os.Signal {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	return signals
}

// The exit codes. Scripts rely on them.
const (
	exitDone        = 0
	exitFailed      = 1 // the tool failed
	exitUsage       = 2 // wrong usage or config
	exitPage        = 3 // the page could not be loaded
	exitEmpty       = 4 // no main content found
	exitSome        = 5 // done, but some pages failed
	exitInterrupted = 130
)

// execute runs one command line and returns its exit code.
func execute(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) int {
	a := newApp(in, out, errs)
	root := rootCommand(a)
	root.SetArgs(args)
	command, err := root.ExecuteContextC(ctx)
	if err != nil && !a.started {
		err = usageError{err} // nothing of ours has run: the command line is wrong
	}
	code := exitCode(ctx, err)
	switch code {
	case exitDone:
	case exitInterrupted:
		fmt.Fprintln(errs, "mullion: interrupted")
	default:
		fmt.Fprintf(errs, "mullion: %s\n", harmless(err.Error()))
	}
	if errors.As(err, new(usageError)) {
		fmt.Fprintf(errs, "see %s --help\n", command.CommandPath())
	}
	return code
}

// exitCode maps errors to exit codes; the only place that does.
func exitCode(ctx context.Context, err error) int {
	switch {
	case err == nil:
		return exitDone
	case ctx.Err() != nil:
		return exitInterrupted
	case errors.As(err, new(usageError)), errors.Is(err, config.ErrInvalid), errors.Is(err, site.ErrNoProfile), errors.Is(err, mullion.ErrNoSite), errors.Is(err, mullion.ErrModel), errors.Is(err, render.ErrSelector), errors.Is(err, density.ErrWords), errors.Is(err, workspace.ErrNone), errors.Is(err, study.ErrFewFolds):
		return exitUsage
	case errors.Is(err, render.ErrNoChrome), errors.Is(err, render.ErrStart), errors.Is(err, site.ErrBroken):
		return exitFailed
	case errors.As(err, new(pageError)):
		return exitPage
	case errors.Is(err, errEmpty):
		return exitEmpty
	case errors.Is(err, errSome):
		return exitSome
	}
	return exitFailed
}

// A usageError says that the command line is wrong.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// A pageError says that the page could not be loaded, for any reason that is not ours.
type pageError struct{ error }

func (e pageError) Unwrap() error { return e.error }

// outcome is the error of work on so many pages, of which some failed, and of what could not be done to these; nil where none
// did.
func outcome(failed, pages int, what string) error {
	switch {
	case failed == 0:
		return nil
	case failed < pages:
		return fmt.Errorf("%d of %d %w", failed, pages, errSome)
	case pages == 1:
		return pageError{fmt.Errorf("the page could not %s", what)}
	}
	return pageError{fmt.Errorf("none of the %d pages could %s", pages, what)}
}

var (
	errEmpty = errors.New("no main content found")
	errSome  = errors.New("pages failed") // after how many of how many
)
