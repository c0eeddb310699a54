package main

import (
	"fmt"
	"strings"
	"sync"
	"time"
)

// A progress shows how far long work is: one line that is rewritten on a terminal, a log line every few
// seconds elsewhere. It may be told from several goroutines.
type progress struct {
	a        *app
	terminal bool

	mu     sync.Mutex
	what   string
	pages  int       // that were come to, where a piece of work has several; 0 says nothing
	passed int       // pieces that were there already, and took no time
	begun  time.Time // of what
	shown  time.Time
	width  int
}

// How often progress is shown.
const (
	terminalEvery = 100 * time.Millisecond
	logEvery      = 10 * time.Second
)

func newProgress(a *app) *progress { return &progress{a: a, terminal: isTerminal(a.err)} }

// step reports done of total pieces of work; total 0 says only what begins.
func (p *progress) step(what string, done, total int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	fresh := what != p.what
	if fresh {
		p.what, p.begun, p.passed = what, now, 0
	}
	every := logEvery
	if p.terminal {
		every = terminalEvery
	}
	if p.a.quiet || !fresh && done < total && now.Sub(p.shown) < every {
		return
	}
	p.shown = now
	text := what
	if total > 0 {
		text = fmt.Sprintf("%s %d/%d", what, done, total)
		if left := remaining(now.Sub(p.begun), done-p.passed, total-done); left > time.Second {
			text += fmt.Sprintf(", %s left", left.Round(time.Second))
		}
		if p.pages > done+1 { // archives have many
			text += fmt.Sprintf(", page %d", p.pages)
		}
	}
	if p.terminal {
		fmt.Fprintf(p.a.err, "\r%s%s", text, strings.Repeat(" ", max(0, p.width-len(text))))
		p.width = len(text)
		return
	}
	fmt.Fprintf(p.a.err, "mullion: %s %s\n", now.Format(time.TimeOnly), text)
}

// count tells how many pages were come to.
func (p *progress) count(pages int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.pages = pages
}

// pass tells that a piece of work was there already, and says nothing of how long others take.
func (p *progress) pass() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.passed++
}

// remaining is how long what is left of the work takes at the pace so far; 0 where nothing is done yet.
func remaining(took time.Duration, done, left int) time.Duration {
	if done <= 0 {
		return 0
	}
	return time.Duration(float64(took) / float64(done) * float64(left))
}

// done ends the rewritten line.
func (p *progress) done() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.terminal && p.width > 0 {
		fmt.Fprintf(p.a.err, "\r%s\r", strings.Repeat(" ", p.width))
		p.width = 0
	}
}
