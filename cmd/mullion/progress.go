package main

import (
	"fmt"
	"time"
)

// A progress tells how far a long task is: on a terminal one line that changes, elsewhere log lines.
type progress struct {
	a        *app
	terminal bool
	last     time.Time // of the last log line
}

// logEvery is the time between two log lines of a task.
const logEvery = 10 * time.Second

func (a *app) progress() *progress {
	return &progress{a: a, terminal: isTerminal(a.err) && !a.quiet && !a.verbose}
}

// step begins a new step of a task, such as "first stage: 12,000 blocks".
func (p *progress) step(text string) {
	if !p.terminal {
		p.a.log.Info(text)
		return
	}
	fmt.Fprintf(p.a.err, "\r\x1b[K%s", text)
}

// count tells that done of total pages have been worked on.
func (p *progress) count(what string, done, total int) {
	if p.terminal {
		fmt.Fprintf(p.a.err, "\r\x1b[K%s %d of %d", what, done, total)
		return
	}
	if now := time.Now(); done == total || now.Sub(p.last) >= logEvery {
		p.last = now
		p.a.log.Info(what, "done", done, "total", total)
	}
}

// end clears the line.
func (p *progress) end() {
	if p.terminal {
		fmt.Fprint(p.a.err, "\r\x1b[K")
	}
}
