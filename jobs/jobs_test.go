package jobs

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"go.uber.org/goleak"

	"github.com/mullionhq/mullion/jobs/jobstest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// A queue is a NATS server, seen by who sends pages and takes documents.
type queue struct {
	*testing.T
	jetstream.JetStream
	server  *jobstest.Server
	options Options
}

func open(t *testing.T, settings ...string) *queue {
	t.Helper()
	q := &queue{T: t, server: jobstest.Start(t, settings...), options: DefaultOptions()}
	q.options.NATS = q.server.URL
	conn, err := nats.Connect(q.server.URL, nats.MaxReconnects(-1), nats.ReconnectWait(10*time.Millisecond))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	if q.JetStream, err = jetstream.New(conn); err != nil {
		t.Fatal(err)
	}
	return q
}

// A hand is a worker that was started.
type hand struct {
	end  context.CancelFunc // tells it to end
	done chan Tally         // when it has
}

func (h *hand) stop() Tally {
	h.end()
	return <-h.done
}

// work starts a worker, and returns when it waits for pages.
func (q *queue) work(running int, grace time.Duration, handle Handler) *hand {
	q.Helper()
	ctx, cancel := context.WithCancel(q.Context())
	h := &hand{cancel, make(chan Tally, 1)}
	ready := &signal{said: make(chan struct{})}
	failed := make(chan error, 1)
	go func() {
		tally, err := Work(ctx, q.options, running, grace, handle, slog.New(slog.NewTextHandler(ready, nil)))
		failed <- err
		h.done <- tally
	}()
	select {
	case <-ready.said:
	case err := <-failed:
		q.Fatal(err)
	}
	return h
}

// A signal tells when something is written to it.
type signal struct {
	said chan struct{}
	once sync.Once
}

func (s *signal) Write(p []byte) (int, error) {
	s.once.Do(func() { close(s.said) })
	return len(p), nil
}

// send sends a page.
func (q *queue) send(body string, header ...string) {
	q.Helper()
	m := nats.NewMsg(q.options.Pages)
	m.Data = []byte(body)
	for i := 0; i < len(header); i += 2 {
		m.Header.Set(header[i], header[i+1])
	}
	if _, err := q.PublishMsg(q.Context(), m); err != nil {
		q.Fatal(err)
	}
}

// answers are the next n documents, and no more than these must be there.
func (q *queue) answers(n int) []jetstream.Msg {
	q.Helper()
	name, err := q.StreamNameBySubject(q.Context(), q.options.Documents)
	if err != nil {
		q.Fatal(err)
	}
	c, err := q.CreateOrUpdateConsumer(q.Context(), name, jetstream.ConsumerConfig{Durable: "reader", AckPolicy: jetstream.AckExplicitPolicy})
	if err != nil {
		q.Fatal(err)
	}
	var list []jetstream.Msg
	for range n {
		m, err := c.Next(jetstream.FetchMaxWait(time.Minute))
		if err != nil {
			q.Fatalf("%d answers of %d: %v", len(list), n, err)
		}
		if err := m.DoubleAck(q.Context()); err != nil {
			q.Fatal(err)
		}
		list = append(list, m)
	}
	info, err := c.Info(q.Context())
	if err != nil {
		q.Fatal(err)
	}
	if info.NumPending > 0 {
		q.Errorf("%d answers more than %d", info.NumPending, n)
	}
	return list
}

// left is how many pages wait or are being worked on.
func (q *queue) left() uint64 {
	q.Helper()
	name, err := q.StreamNameBySubject(q.Context(), q.options.Pages)
	if err != nil {
		q.Fatal(err)
	}
	s, err := q.Stream(q.Context(), name)
	if err != nil {
		q.Fatal(err)
	}
	return s.CachedInfo().State.Msgs
}

func echo(_ context.Context, body []byte, _ string) (int, []byte) {
	return http.StatusOK, append([]byte("seen: "), body...)
}

// Workers share the pages: each is answered once, with the headers of its sender.
func TestWorkersShareThePages(t *testing.T) {
	q := open(t, jobstest.JetStream)
	first, second := q.work(2, time.Minute, echo), q.work(2, time.Minute, echo)
	const pages = 40
	for i := range pages {
		q.send(fmt.Sprint(i), "Id", fmt.Sprint("p", i))
	}
	seen := map[string]bool{}
	for _, m := range q.answers(pages) {
		body, h := string(m.Data()), m.Headers()
		seen[body] = true
		if h.Get("Id") != "p"+strings.TrimPrefix(body, "seen: ") || h.Get(StatusHeader) != "200" || h.Get("Content-Type") != "application/json" {
			t.Errorf("%s has the headers %v", body, h)
		}
	}
	done := first.stop().Answered + second.stop().Answered
	if len(seen) != pages || done != pages || q.left() != 0 {
		t.Errorf("%d of %d pages are answered, %d as the workers say, %d are left", len(seen), pages, done, q.left())
	}
}

// A worker that is told to end leaves the page that it has to another one.
func TestPageOfWorkerThatEnds(t *testing.T) {
	q := open(t, jobstest.JetStream)
	taken := make(chan struct{})
	w := q.work(1, 0, func(ctx context.Context, _ []byte, _ string) (int, []byte) {
		close(taken)
		<-ctx.Done()
		return http.StatusServiceUnavailable, []byte("cut off")
	})
	q.send("page")
	<-taken
	if done := w.stop(); done != (Tally{}) {
		t.Errorf("the first worker has %+v", done)
	}
	w = q.work(1, time.Minute, echo)
	if got := string(q.answers(1)[0].Data()); got != "seen: page" {
		t.Errorf("the answer is %q", got)
	}
	w.stop()
}

// A worker that is told to end ends the page that it has, if there is time.
func TestPagesAreEnded(t *testing.T) {
	q := open(t, jobstest.JetStream)
	taken, goOn := make(chan struct{}), make(chan struct{})
	w := q.work(1, time.Hour, func(_ context.Context, body []byte, _ string) (int, []byte) {
		close(taken)
		<-goOn
		return echo(context.Background(), body, "")
	})
	q.send("page")
	<-taken
	w.end()
	close(goOn)
	if done := <-w.done; done != (Tally{Answered: 1}) || q.left() != 0 {
		t.Errorf("it has %+v, and %d are left", done, q.left())
	}
	q.answers(1)
}

// What may pass is tried again, so many times in all; what does not pass is answered at once.
func TestTriedAgain(t *testing.T) {
	q := open(t, jobstest.JetStream)
	q.options.Deliveries, q.options.Pause = 2, time.Millisecond
	var calls [3]atomic.Int32
	w := q.work(3, time.Minute, func(_ context.Context, body []byte, _ string) (int, []byte) {
		at := body[0] - '0'
		switch n := calls[at].Add(1); {
		case at == 0 && n == 1, at == 1:
			return http.StatusGatewayTimeout, []byte("late")
		case at == 2:
			return http.StatusUnprocessableEntity, []byte("wrong")
		}
		return echo(context.Background(), body, "")
	})
	for i := range calls {
		q.send(fmt.Sprint(i), "Id", fmt.Sprint(i))
	}
	for _, m := range q.answers(3) {
		id := m.Headers().Get("Id")
		want := map[string][3]string{"0": {"200", "seen: 0", "2"}, "1": {"504", "late", "2"}, "2": {"422", "wrong", "1"}}[id]
		if got := [3]string{m.Headers().Get(StatusHeader), string(m.Data()), fmt.Sprint(calls[id[0]-'0'].Load())}; got != want {
			t.Errorf("page %s: %v, want %v", id, got, want)
		}
	}
	if done := w.stop(); done != (Tally{Answered: 3, Failed: 2}) {
		t.Errorf("it has %+v", done)
	}
}

// A page that takes long stays with its worker, which tells the server that it works on it.
func TestPageThatTakesLong(t *testing.T) {
	q := open(t, jobstest.JetStream)
	q.options.Silence = time.Second
	var calls atomic.Int32
	w := q.work(2, time.Minute, func(ctx context.Context, body []byte, encoding string) (int, []byte) {
		calls.Add(1)
		time.Sleep(2 * q.options.Silence)
		return echo(ctx, body, encoding)
	})
	q.send("page")
	q.answers(1)
	if done := w.stop(); done != (Tally{Answered: 1}) || calls.Load() != 1 {
		t.Errorf("it has %+v, and was given the page %d times", done, calls.Load())
	}
}

// A page that ends all workers that have it is not given to the next one.
func TestPageThatEndsWorkers(t *testing.T) {
	q := open(t, jobstest.JetStream)
	ended := make(chan struct{}, 1)
	for i := range q.options.Deliveries {
		w := q.work(1, 0, func(ctx context.Context, _ []byte, _ string) (int, []byte) {
			ended <- struct{}{}
			<-ctx.Done()
			return 0, nil
		})
		if i == 0 {
			q.send("page")
		}
		<-ended
		w.stop()
	}
	w := q.work(1, time.Minute, echo)
	m := q.answers(1)[0]
	if m.Headers().Get(StatusHeader) != "500" || !strings.Contains(string(m.Data()), "3 workers had the page") {
		t.Errorf("%v %s", m.Headers(), m.Data())
	}
	w.stop()
}

// Answers that are too large for a message are packed, and told where they still are.
func TestLargeAnswers(t *testing.T) {
	q := open(t, jobstest.JetStream, "max_payload: 65536")
	text := strings.Repeat("The bell rang. ", 10<<10)
	noise := make([]byte, 100<<10)
	for i := range noise {
		noise[i] = byte(rand.Uint32())
	}
	w := q.work(1, time.Minute, func(_ context.Context, body []byte, encoding string) (int, []byte) {
		if encoding != "gzip" {
			t.Errorf("the encoding of %s is %q", body, encoding)
		}
		if string(body) == "text" {
			return http.StatusOK, []byte(text)
		}
		return http.StatusOK, noise
	})
	for _, body := range []string{"text", "noise"} {
		q.send(body, "Content-Encoding", "gzip")
		m := q.answers(1)[0]
		h := m.Headers()
		if body == "noise" {
			if h.Get(StatusHeader) != "413" || h.Get("Content-Encoding") != "" || !strings.Contains(string(m.Data()), "102400 bytes") {
				t.Errorf("%v %.100s", h, m.Data())
			}
			continue
		}
		z, err := gzip.NewReader(bytes.NewReader(m.Data()))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(z); err != nil || string(got) != text || h.Get(StatusHeader) != "200" || h.Get("Content-Encoding") != "gzip" {
			t.Errorf("%v: %d bytes, %v", h, len(got), err)
		}
	}
	if done := w.stop(); done != (Tally{Answered: 2, Failed: 1}) {
		t.Errorf("it has %+v", done)
	}
}

// A page whose headers leave no room for any answer is answered without them, and not delivered again and again.
func TestHeadersThatLeaveNoRoom(t *testing.T) {
	q := open(t, jobstest.JetStream, "max_payload: 65536")
	w := q.work(1, time.Minute, echo)
	q.send("page", "Id", strings.Repeat("1", 65536-100))
	m := q.answers(1)[0]
	if h := m.Headers(); h.Get(StatusHeader) != "431" || h.Get("Id") != "" || !strings.Contains(string(m.Data()), "send shorter headers; page 1 ") {
		t.Errorf("%.200v %s", h, m.Data())
	}
	if done := w.stop(); done != (Tally{Answered: 1, Failed: 1}) || q.left() != 0 {
		t.Errorf("it has %+v, and %d are left", done, q.left())
	}
}

// A stream that somebody made is used as it is, whatever its name and its other subjects.
func TestStreamsOfOthers(t *testing.T) {
	q := open(t, jobstest.JetStream)
	q.options.Pages, q.options.Documents = "crawl.in", "crawl.out"
	if _, err := q.CreateStream(t.Context(), jetstream.StreamConfig{Name: "CRAWL", Subjects: []string{"crawl.>"}}); err != nil {
		t.Fatal(err)
	}
	w := q.work(1, time.Minute, echo)
	q.send("page")
	var got []byte
	c, err := q.CreateOrUpdateConsumer(t.Context(), "CRAWL", jetstream.ConsumerConfig{FilterSubject: "crawl.out"})
	if err != nil {
		t.Fatal(err)
	}
	if m, err := c.Next(jetstream.FetchMaxWait(time.Minute)); err != nil {
		t.Error(err)
	} else {
		got = m.Data()
	}
	if string(got) != "seen: page" {
		t.Errorf("the answer is %q", got)
	}
	w.stop()
}

// A worker outlives its server, and answers the pages that the server kept.
func TestServerThatComesBack(t *testing.T) {
	q := open(t, jobstest.JetStream)
	gone, back := &signal{said: make(chan struct{})}, make(chan struct{})
	w := q.work(1, time.Minute, func(ctx context.Context, body []byte, encoding string) (int, []byte) {
		if string(body) == "first" { // which may come again: the server may not have stored that it was taken
			_, _ = gone.Write(nil)
			<-back
		}
		return echo(ctx, body, encoding)
	})
	q.send("first")
	q.send("second")
	<-gone.said
	q.server.Stop()
	q.server.Restart()
	close(back)
	for i, m := range q.answers(2) {
		if got := string(m.Data()); got != "seen: first" && got != "seen: second" {
			t.Errorf("answer %d is %q", i, got)
		}
	}
	w.stop()
}

// What is missing is named, with a way out.
func TestWhatIsMissing(t *testing.T) {
	bare, nowhere := open(t), DefaultOptions()
	nowhere.NATS = "nats://127.0.0.1:1"
	for want, o := range map[string]Options{"start it with -js": bare.options, "say with --nats": nowhere} {
		if _, err := Work(t.Context(), o, 1, 0, echo, slog.New(slog.DiscardHandler)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, not %q", err, want)
		}
	}
}
