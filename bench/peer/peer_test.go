package peer

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

// TestMain is also the fake peer: the test program again, told by its environment how to behave.
func TestMain(m *testing.M) {
	if how := os.Getenv("MULLION_BENCH_FAKE"); how != "" {
		fake(how)
		return
	}
	os.Exit(m.Run())
}

// fake answers pages with their HTML in capitals and does what pages of one word tell it.
func fake(how string) {
	out := json.NewEncoder(os.Stdout)
	switch how {
	case "missing":
		out.Encode(Hello{Missing: "no module named fake"})
		return
	case "babble":
		fmt.Println("Welcome to the fake peer!")
		return
	case "dies at once":
		fmt.Fprintln(os.Stderr, "cannot find libfake")
		os.Exit(1)
	}
	out.Encode(Hello{Version: "1.2.3", Runtime: fmt.Sprint("fake ", os.Getpid())})
	in := json.NewDecoder(bufio.NewReader(os.Stdin))
	for {
		var q Request
		if in.Decode(&q) != nil {
			return
		}
		switch q.HTML {
		case "hang":
			time.Sleep(time.Hour)
		case "crash":
			fmt.Fprintln(os.Stderr, "segmentation fault")
			os.Exit(139)
		case "garbage":
			fmt.Println("}{")
			continue
		case "stranger":
			q.ID += 100
		case "fail":
			out.Encode(Answer{ID: q.ID, Error: "no content", CPU: 7})
			continue
		}
		out.Encode(Answer{ID: q.ID, Text: strings.ToUpper(q.HTML), CPU: 2500})
	}
}

// patient is longer than any machine needs to answer; hasty is for pages that are never answered.
const patient, hasty = time.Minute, 300 * time.Millisecond

func newFake(t *testing.T, how string, timeout time.Duration) *Process {
	t.Setenv("MULLION_BENCH_FAKE", how)
	p := New([]string{os.Args[0]}, timeout)
	t.Cleanup(p.Close)
	return p
}

func ask(t *testing.T, p *Process, html string) Outcome {
	t.Helper()
	o, err := p.Ask(context.Background(), Request{HTML: html})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func TestProcessAnswers(t *testing.T) {
	p := newFake(t, "good", patient)
	h, err := p.Hello(context.Background())
	if err != nil || h.Version != "1.2.3" {
		t.Fatalf("%+v, %v", h, err)
	}
	large := strings.Repeat("abc ", 1<<18) // beyond any pipe's buffer
	for _, html := range []string{"one", "", large} {
		o := ask(t, p, html)
		if o.Err != nil || o.Text != strings.ToUpper(html) || o.CPU != 2500*time.Microsecond || o.Wall <= 0 {
			t.Errorf("%d bytes: %d of text, %v, CPU %v", len(html), len(o.Text), o.Err, o.CPU)
		}
	}
	if again, _ := p.Hello(context.Background()); again.Runtime != h.Runtime {
		t.Errorf("a new process for every page: %q, then %q", h.Runtime, again.Runtime)
	}
	if o := ask(t, p, "fail"); o.Err == nil || o.Err.Error() != "no content" || o.CPU != 7*time.Microsecond {
		t.Errorf("%+v", o)
	}
}

func TestProcessStartsAgainAfterABadPage(t *testing.T) {
	for html, want := range map[string]string{
		"crash": "its process ended: segmentation fault", "garbage": "its answer is no JSON", "stranger": "it answered page 10",
	} {
		p := newFake(t, "good", patient)
		first, _ := p.Hello(context.Background())
		if o := ask(t, p, html); o.Err == nil || !strings.Contains(o.Err.Error(), want) {
			t.Errorf("%s: %v, want %q", html, o.Err, want)
		}
		if o := ask(t, p, "next"); o.Err != nil || o.Text != "NEXT" {
			t.Errorf("after %s: %+v", html, o)
		}
		if second, _ := p.Hello(context.Background()); second.Runtime == first.Runtime {
			t.Errorf("after %s the old process goes on", html)
		}
	}
}

func TestProcessTimeout(t *testing.T) {
	p := newFake(t, "good", hasty)
	if o := ask(t, p, "hang"); !errors.Is(o.Err, ErrTimeout) {
		t.Errorf("%v", o.Err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	p = newFake(t, "good", patient)
	if _, err := p.Hello(ctx); err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(hasty, cancel)
	if _, err := p.Ask(ctx, Request{HTML: "hang"}); !errors.Is(err, context.Canceled) {
		t.Errorf("an interrupted page: %v", err)
	}
}

func TestProcessThatCannotStart(t *testing.T) {
	for how, want := range map[string]string{
		"missing": "is not installed here: no module named fake", "babble": "its first line is no hello", "dies at once": "cannot find libfake",
	} {
		_, err := newFake(t, how, patient).Hello(context.Background())
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", how, err, want)
		}
		if errors.Is(err, ErrMissing) != (how == "missing") {
			t.Errorf("%s: missing is %v", how, errors.Is(err, ErrMissing))
		}
	}
	if _, err := New([]string{"no-such-program-anywhere"}, patient).Hello(context.Background()); !errors.Is(err, ErrMissing) {
		t.Errorf("no such program: %v", err)
	}
}

func TestServe(t *testing.T) {
	in := strings.NewReader(`{"id":1,"html":"a"}` + "\n" + `{"id":2,"html":"boom"}` + "\n" + `{"id":3,"html":"b"}` + "\n")
	var out strings.Builder
	err := Serve(in, &out, "v9", func(q Request) (Answer, error) {
		if q.HTML == "boom" {
			panic("out of cheese")
		}
		return Answer{Text: q.HTML + q.HTML}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 4 || !strings.Contains(lines[0], `"version":"v9"`) || !strings.Contains(lines[1], `"text":"aa"`) ||
		!strings.Contains(lines[2], "panic: out of cheese") || !strings.Contains(lines[3], `"id":3,"text":"bb"`) {
		t.Errorf("%q", lines)
	}
	if err := Serve(strings.NewReader("{nonsense"), &out, "", nil); err == nil {
		t.Error("a broken request is no error")
	}
}

// article is a page on which every extractor must do the obvious.
var article = `<!doctype html><html lang="en"><head><title>Foxes at dawn</title></head><body>
<nav class="menu"><ul><li><a href="/a">Home page</a></li><li><a href="/b">Weather report</a></li></ul></nav>
<article><h1>Foxes at dawn</h1>` + strings.Repeat(`<p>The quick brown fox, which nobody had seen since the autumn, jumped over
the lazy dog at dawn, and the neighbours, who had waited for it, wrote down the hour and the weather of the day.</p>`, 6) + `</article>
<footer><p><a href="/legal">Legal notice</a> · <a href="/privacy">Privacy</a></p></footer></body></html>`

func TestGoPeers(t *testing.T) {
	for name := range goPeers {
		if name == Learned {
			continue // see TestLearned
		}
		e, version, err := NewGo(name, Place{})
		if err != nil {
			t.Fatal(err)
		}
		if version == "" {
			t.Errorf("%s has no version", name)
		}
		a, err := e(Request{HTML: article, URL: "https://news.example/foxes"})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		text := a.Plain()
		switch {
		case name == Bare:
			if text != "" {
				t.Errorf("%s extracts %q", name, text)
			}
		case !strings.Contains(text, "the lazy dog at dawn"):
			t.Errorf("%s loses the article: %q", name, text)
		case strings.Contains(text, "Weather report") || strings.Contains(text, "Legal notice"):
			t.Errorf("%s keeps the menu or the footer: %q", name, text)
		}
	}
	for _, p := range All {
		if _, _, err := NewGo(p.Name, Place{}); p.Runtime == Go && err != nil {
			t.Errorf("%s is listed: %v", p.Name, err)
		}
	}
}

func TestPlain(t *testing.T) {
	a := Answer{HTML: `<div><h2>One</h2><ul><li>two</li><li><b>th</b>ree</li></ul><table><tr><td>4</td><td>5</td></tr></table></div>`}
	if got, want := a.Plain(), "One\ntwo\nthree\n4\n5"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := (Answer{Text: "as it is"}).Plain(); got != "as it is" {
		t.Errorf("%q", got)
	}
}

func TestChoose(t *testing.T) {
	all, err := Choose(nil)
	if err != nil || len(all) != len(All)-2 || all[0].Name != Ours {
		t.Errorf("%d of %d, %v", len(all), len(All), err)
	}
	some, err := Choose([]string{"readability.js-jsdom", "mullion"})
	if err != nil || len(some) != 2 || some[0].Name != Ours {
		t.Errorf("%v, %v", some, err)
	}
	if _, err := Choose([]string{"boilerplate"}); err == nil || !strings.Contains(err.Error(), `"boilerplate" is not a peer: known are mullion`) {
		t.Errorf("%v", err)
	}
}
