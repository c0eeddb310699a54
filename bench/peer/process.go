package peer

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// Errors of processes.
var (
	ErrMissing = errors.New("is not installed here")
	ErrTimeout = errors.New("no answer in time")
	ErrDied    = errors.New("its process ended")
)

// HelloTimeout is how long a process may take to load its libraries. A guess: the slowest, jsdom, takes two seconds.
const HelloTimeout = 60 * time.Second

// A Process runs one peer. It starts with the first page, is ended when a page takes too long, and starts again with
// the next. It serves one page at a time.
type Process struct {
	command []string
	timeout time.Duration
	running *running // nil between processes
	next    int
	hello   Hello
}

// New makes a process that has not started yet. timeout is for one page.
func New(command []string, timeout time.Duration) *Process {
	return &Process{command: command, timeout: timeout}
}

// running is a process that said hello.
type running struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	lines  chan []byte // closed when the process closes its output
	stderr *tail
}

// An Outcome is what one page cost and gave.
type Outcome struct {
	Text string
	Err  error         // why there is no text
	CPU  time.Duration // of the process, 0 when it did not tell
	Wall time.Duration // from request to answer, the way through the pipe included
	Peak int64         // the most memory of the process so far, KiB
}

// Hello starts the process where it is not running and returns what it says of itself. The error is ErrMissing when
// the peer or its runtime is not there.
func (p *Process) Hello(ctx context.Context) (Hello, error) {
	if p.running != nil {
		return p.hello, nil
	}
	r, err := start(p.command)
	if err != nil {
		return Hello{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, HelloTimeout)
	defer cancel()
	line, err := r.line(ctx)
	if err != nil {
		r.end()
		return Hello{}, fmt.Errorf("starting %s: %w", p.command[0], err)
	}
	var h Hello
	if err := json.Unmarshal(line, &h); err != nil {
		r.end()
		return Hello{}, fmt.Errorf("%s: its first line is no hello: %w", p.command[0], err)
	}
	if h.Missing != "" {
		r.end()
		return h, fmt.Errorf("%w: %s", ErrMissing, h.Missing)
	}
	p.running, p.hello = r, h
	return h, nil
}

// Ask sends a page and waits for the answer. What goes wrong with the page is in the outcome; the error is ctx's, or
// says that no process can be had.
func (p *Process) Ask(ctx context.Context, q Request) (Outcome, error) {
	if _, err := p.Hello(ctx); err != nil {
		return Outcome{}, err
	}
	p.next++
	q.ID = p.next
	limited, cancel := context.WithTimeout(ctx, p.timeout)
	defer cancel()
	begin := time.Now()
	line, err := p.running.exchange(limited, q)
	out := Outcome{Wall: time.Since(begin), Peak: peakMemory(p.running.cmd.Process.Pid)}
	var a Answer
	if err == nil {
		if err = json.Unmarshal(line, &a); err != nil {
			err = fmt.Errorf("its answer is no JSON: %w", err)
		} else if a.ID != q.ID {
			err = fmt.Errorf("it answered page %d instead of %d", a.ID, q.ID)
		}
	}
	if err != nil {
		if ctx.Err() != nil {
			err = ctx.Err()
		} else if errors.Is(err, context.DeadlineExceeded) {
			err = fmt.Errorf("%w: %v", ErrTimeout, p.timeout)
		}
		p.Close()
		if ctx.Err() != nil {
			return Outcome{}, err
		}
		out.Err = err
		return out, nil
	}
	out.CPU = time.Duration(a.CPU) * time.Microsecond
	if a.Error != "" {
		out.Err = errors.New(a.Error)
		return out, nil
	}
	out.Text = a.Plain()
	return out, nil
}

// Close ends the process and waits for its end. A later Ask starts a new one.
func (p *Process) Close() {
	if p.running != nil {
		p.running.end()
		p.running = nil
	}
}

func start(command []string) (*running, error) {
	cmd := exec.Command(command[0], command[1:]...)
	apart(cmd)
	r := &running{cmd: cmd, lines: make(chan []byte), stderr: &tail{}}
	cmd.Stderr = r.stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		if errors.Is(err, exec.ErrNotFound) || strings.Contains(err.Error(), "no such file") {
			return nil, fmt.Errorf("%w: %v", ErrMissing, err)
		}
		return nil, err
	}
	r.in = in
	go r.read(out)
	return r, nil
}

// read hands on the lines of the process until its output ends.
func (r *running) read(out io.Reader) {
	defer close(r.lines)
	in := bufio.NewReaderSize(out, 1<<20)
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		r.lines <- line
	}
}

func (r *running) line(ctx context.Context) ([]byte, error) {
	select {
	case line, ok := <-r.lines:
		if !ok {
			r.end() // its last words may be on their way
			return nil, fmt.Errorf("%w%s", ErrDied, r.stderr)
		}
		return line, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// exchange writes one request and reads one line. Writing happens aside: a process that hangs does not read.
func (r *running) exchange(ctx context.Context, q Request) ([]byte, error) {
	raw, err := json.Marshal(q)
	if err != nil {
		return nil, err
	}
	go r.in.Write(append(raw, '\n')) //nolint:errcheck // a process that is gone gives no line
	return r.line(ctx)
}

// end kills the process and waits until it and its reader are gone.
func (r *running) end() {
	r.in.Close()
	r.cmd.Process.Kill()
	for range r.lines {
	}
	r.cmd.Wait()
}

// A tail keeps the last of what a process writes to its standard error.
type tail struct {
	mu   sync.Mutex
	text []byte
}

// tailLength is enough for the last lines of a stack trace, in bytes.
const tailLength = 400

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, b...)
	if n := len(t.text); n > tailLength {
		t.text = append([]byte(nil), t.text[n-tailLength:]...)
	}
	return len(b), nil
}

// String is ": " and the text, or nothing.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if s := bytes.TrimSpace(t.text); len(s) > 0 {
		return ": " + strings.ToValidUTF8(string(s), "")
	}
	return ""
}
