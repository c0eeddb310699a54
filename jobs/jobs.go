// Package jobs takes pages from a stream of messages and puts what is made of them into another one, so that workers on any
// number of machines share the work (NATS JetStream). It knows messages and their deliveries; what is made of a message is
// its handler's to say.
//
// A page is acknowledged once its answer is stored, so none is lost when a worker dies: it goes to another one. For the same
// reason an answer can come twice; both have one Nats-Msg-Id, by which the stream drops the second one where it comes within
// the stream's window for duplicates, two minutes unless somebody set another.
package jobs

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A Handler makes the answer to a message, as a server answers a request: with a document and 200, or with a problem (RFC 9457)
// and its status. When ctx ends, what it returns does not count.
type Handler func(ctx context.Context, body []byte, encoding string) (status int, answer []byte)

// StatusHeader is the header of an answer that tells its status, as of HTTP.
const StatusHeader = "Mullion-Status"

// durable names the consumer that all workers share.
const durable = "mullion"

// A Tally is what a worker has done.
type Tally struct {
	Answered int // pages
	Failed   int // of these with a problem
}

// Work takes pages, so many at a time, and answers them until ctx ends, by options that pass their Check. Pages that are being
// worked on then get the time of grace, and go to another worker after that. The streams of the two subjects are made where
// there are none.
func Work(ctx context.Context, o Options, running int, grace time.Duration, handle Handler, log *slog.Logger) (Tally, error) {
	conn, err := connect(o, log)
	if err != nil {
		return Tally{}, err
	}
	defer conn.Close()
	w := &worker{options: o, handle: handle, log: log, most: conn.MaxPayload()}
	if w.streams, err = jetstream.New(conn); err != nil {
		return Tally{}, err
	}
	pages, err := w.open(ctx)
	if err != nil {
		return Tally{}, err
	}
	log.Info("waiting for pages", "servers", conn.ConnectedUrlRedacted(), "pages", o.Pages, "documents", o.Documents)

	life, end := context.WithCancel(context.WithoutCancel(ctx))
	defer end()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(grace, end) })()
	var hands sync.WaitGroup
	for range running {
		hands.Go(func() { w.take(ctx, life, pages) })
	}
	hands.Go(func() { w.report(ctx) })
	hands.Wait()
	if err := conn.Flush(); err != nil {
		log.Warn("what was said last may be lost: pages may be answered again", "error", err)
	}
	return w.tally(), nil
}

// A worker answers the pages of one subject.
type worker struct {
	options Options
	streams jetstream.JetStream
	handle  Handler
	log     *slog.Logger
	most    int64 // bytes of a message

	answered, failed atomic.Int64
}

func connect(o Options, log *slog.Logger) (*nats.Conn, error) {
	settings := []nats.Option{
		nats.Name("mullion worker"), nats.MaxReconnects(-1),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				log.Warn("the NATS server is lost, and looked for again", "error", err)
			}
		}),
		nats.ReconnectHandler(func(c *nats.Conn) { log.Info("the NATS server is back", "server", c.ConnectedUrlRedacted()) }),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { log.Warn("NATS", "error", err) }),
	}
	if o.Credentials != "" {
		settings = append(settings, nats.UserCredentials(o.Credentials))
	}
	conn, err := nats.Connect(o.NATS, settings...)
	if err != nil {
		return nil, fmt.Errorf("no connection to NATS: %w: say with --nats (worker.nats) where it is, or start one with `nats-server -js`", err)
	}
	return conn, nil
}

// open finds the streams of the two subjects, or makes them, and the consumer of pages.
func (w *worker) open(ctx context.Context) (jetstream.Consumer, error) {
	from, err := w.stream(ctx, w.options.Pages, jetstream.WorkQueuePolicy)
	if err != nil {
		return nil, err
	}
	if _, err := w.stream(ctx, w.options.Documents, jetstream.LimitsPolicy); err != nil {
		return nil, err
	}
	pages, err := w.streams.CreateOrUpdateConsumer(ctx, from, jetstream.ConsumerConfig{
		Durable: durable, FilterSubject: w.options.Pages, AckPolicy: jetstream.AckExplicitPolicy, AckWait: w.options.Silence,
		MaxDeliver: -1, MaxAckPending: -1,
	})
	if err != nil {
		return nil, fmt.Errorf("taking pages from %s: %w", w.options.Pages, err)
	}
	return pages, nil
}

// stream names the stream of a subject.
func (w *worker) stream(ctx context.Context, subject string, keeps jetstream.RetentionPolicy) (name string, err error) {
	name, err = w.streams.StreamNameBySubject(ctx, subject)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		name = strings.ReplaceAll(subject, ".", "-")
		_, err = w.streams.CreateStream(ctx, jetstream.StreamConfig{Name: name, Subjects: []string{subject}, Retention: keeps, Storage: jetstream.FileStorage})
	}
	if errors.Is(err, nats.ErrNoResponders) || errors.Is(err, jetstream.ErrJetStreamNotEnabled) {
		return "", fmt.Errorf("the NATS server has no JetStream: start it with -js: %w", err)
	}
	if err != nil {
		return "", fmt.Errorf("stream of %s: %w", subject, err)
	}
	return name, nil
}

// How long a worker waits for the next page before it asks again, and how long before it does where asking failed.
const (
	lull   = 30 * time.Second
	breath = time.Second
)

// take takes page after page until ctx ends.
func (w *worker) take(ctx, life context.Context, pages jetstream.Consumer) {
	for ctx.Err() == nil {
		if err := w.next(ctx, life, pages); err != nil && ctx.Err() == nil {
			w.log.Warn("no page could be taken", "error", err)
			select {
			case <-ctx.Done():
			case <-time.After(breath):
			}
		}
	}
}

// next takes a page, if one comes soon, and answers it.
func (w *worker) next(ctx, life context.Context, pages jetstream.Consumer) error {
	wait, cancel := context.WithTimeout(ctx, lull)
	defer cancel()
	batch, err := pages.Fetch(1, jetstream.FetchContext(wait))
	if err != nil {
		return err
	}
	for m := range batch.Messages() {
		w.answer(life, m)
	}
	if err := batch.Error(); wait.Err() == nil && !errors.Is(err, nats.ErrTimeout) {
		return err
	}
	return nil
}

// answer answers a page, or leaves it to another delivery.
func (w *worker) answer(life context.Context, m jetstream.Msg) {
	meta, err := m.Metadata()
	if err != nil {
		w.log.Warn("a message is passed over", "error", err)
		return
	}
	defer w.hold(m)()
	begun := time.Now()
	status, answer := w.made(life, m, int(meta.NumDelivered))
	log := w.log.With("page", meta.Sequence.Stream, "delivery", meta.NumDelivered, "status", status)
	switch last := int(meta.NumDelivered) >= w.options.Deliveries; {
	case life.Err() != nil:
		err = m.Nak()
		log.Info("a page goes to another worker, as this one ends")
	case passes(status) && !last:
		err = m.NakWithDelay(time.Duration(meta.NumDelivered) * w.options.Pause)
		log.Info("a page is tried again later")
	default:
		if status, err = w.publish(life, m, meta, status, answer); err == nil {
			err = m.DoubleAck(life)
		}
		if err == nil {
			w.count(status)
		}
		log.Debug("answered", "told", status, "time", time.Since(begun))
	}
	if err != nil {
		log.Warn("the page will be delivered again", "error", err)
	}
}

// passes reports whether an error of that status may be gone the next time: of the page's server, or of the worker's own.
func passes(status int) bool {
	switch status {
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return false
}

// often is how often a worker tells what it has done, where it has done anything.
const often = time.Minute

func (w *worker) report(ctx context.Context) {
	ticker := time.NewTicker(often)
	defer ticker.Stop()
	for told := (Tally{}); ; {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		if now := w.tally(); now != told {
			w.log.Info("working", "pages", now.Answered, "failed", now.Failed)
			told = now
		}
	}
}

func (w *worker) tally() Tally { return Tally{int(w.answered.Load()), int(w.failed.Load())} }

func (w *worker) count(status int) {
	w.answered.Add(1)
	if status != http.StatusOK {
		w.failed.Add(1)
	}
}

// made is what is made of a page. One that ended all workers that had it is not given to this one.
func (w *worker) made(life context.Context, m jetstream.Msg, delivery int) (status int, answer []byte) {
	if delivery > w.options.Deliveries {
		return problem(http.StatusInternalServerError, fmt.Sprintf("%d workers had the page, and none answered", delivery-1))
	}
	return w.handle(life, m.Data(), m.Headers().Get("Content-Encoding"))
}

// hold tells the server that a page is being worked on, until the function that it returns is called.
func (w *worker) hold(m jetstream.Msg) (release func()) {
	ticker := time.NewTicker(w.options.Silence / 3)
	done := make(chan struct{})
	var held sync.WaitGroup
	held.Go(func() {
		for {
			select {
			case <-done:
				return
			case <-ticker.C:
				if err := m.InProgress(); err != nil {
					w.log.Debug("a page may go to another worker", "error", err)
				}
			}
		}
	})
	return func() {
		ticker.Stop()
		close(done)
		held.Wait()
	}
}

// publish stores an answer, with the headers of the page's message but for those of NATS, where they leave room for it. told is the
// status that the answer has then: another one where no document fits into a message.
func (w *worker) publish(ctx context.Context, m jetstream.Msg, meta *jetstream.MsgMetadata, status int, answer []byte) (told int, err error) {
	out := nats.NewMsg(w.options.Documents)
	for name, values := range m.Headers() {
		if !strings.HasPrefix(name, "Nats-") && name != "Content-Encoding" {
			out.Header[name] = values
		}
	}
	out.Data = answer
	if w.tooLarge(out) {
		out.Data = packed(answer)
		out.Header.Set("Content-Encoding", "gzip")
	}
	if w.tooLarge(out) {
		status, out.Data = problem(http.StatusRequestEntityTooLarge, fmt.Sprintf("the document has %d bytes, and a message at most %d: raise max_payload of the NATS server, or leave out what is not needed, as with {\"output\": {\"images\": \"drop\"}}", len(answer), w.most))
		out.Header.Del("Content-Encoding")
	}
	if w.tooLarge(out) { // even so: without an answer the page would be delivered for ever
		status, out.Data = problem(http.StatusRequestHeaderFieldsTooLarge, fmt.Sprintf("with the headers of its page the answer has %d bytes, and a message at most %d: send shorter headers; page %d is answered without them", out.Size(), w.most, meta.Sequence.Stream))
		out.Header = nats.Header{}
	}
	out.Header.Set(StatusHeader, strconv.Itoa(status))
	out.Header.Set("Content-Type", "application/json")
	if status != http.StatusOK {
		out.Header.Set("Content-Type", "application/problem+json")
	}
	_, err = w.streams.PublishMsg(ctx, out, jetstream.WithMsgID(fmt.Sprintf("%s-%d-%d", meta.Stream, meta.Sequence.Stream, meta.Timestamp.UnixNano())))
	return status, err
}

// room is for what NATS adds to a message: its id and what it expects.
const room = 1 << 10

func (w *worker) tooLarge(m *nats.Msg) bool { return int64(m.Size())+room > w.most }

func packed(raw []byte) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = z.Write(raw) // a buffer takes all
	_ = z.Close()
	return b.Bytes()
}

// problem is an answer of that status (RFC 9457).
func problem(status int, detail string) (int, []byte) {
	raw, err := json.Marshal(map[string]any{"status": status, "title": http.StatusText(status), "detail": detail})
	if err != nil {
		panic(fmt.Sprintf("jobs: a problem is no JSON: %v", err))
	}
	return status, raw
}
