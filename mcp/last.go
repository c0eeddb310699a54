package mcp

import (
	"context"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// patient is a transport whose input ends after the last answer: at its end the SDK cancels what still runs, and callers that
// write their calls into a pipe and close it would get no answers.
type patient struct{ sdk.Transport }

func (t patient) Connect(ctx context.Context) (sdk.Connection, error) {
	c, err := t.Transport.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &unanswered{Connection: c, stopped: ctx.Done(), calls: map[jsonrpc.ID]bool{}, changed: make(chan struct{}, 1), closed: make(chan struct{})}, nil
}

// unanswered knows the calls that came in and have no answer yet.
type unanswered struct {
	sdk.Connection
	stopped <-chan struct{} // nobody waits for answers any more; the contexts of Read and Write do not tell
	mu      sync.Mutex
	calls   map[jsonrpc.ID]bool
	changed chan struct{} // has room for one
	once    sync.Once
	closed  chan struct{}
}

func (c *unanswered) Read(ctx context.Context) (jsonrpc.Message, error) {
	m, err := c.Connection.Read(ctx)
	if err != nil {
		c.wait()
		return nil, err
	}
	if r, ok := m.(*jsonrpc.Request); ok && r.IsCall() {
		c.mu.Lock()
		c.calls[r.ID] = true
		c.mu.Unlock()
	}
	return m, nil
}

func (c *unanswered) Write(ctx context.Context, m jsonrpc.Message) error {
	err := c.Connection.Write(ctx, m)
	if r, ok := m.(*jsonrpc.Response); ok {
		c.mu.Lock()
		delete(c.calls, r.ID)
		c.mu.Unlock()
		select {
		case c.changed <- struct{}{}:
		default:
		}
	}
	return err
}

// wait returns when every call is answered, or none will be.
func (c *unanswered) wait() {
	for {
		c.mu.Lock()
		left := len(c.calls)
		c.mu.Unlock()
		if left == 0 {
			return
		}
		select {
		case <-c.changed:
		case <-c.closed:
			return
		case <-c.stopped:
			return
		}
	}
}

func (c *unanswered) Close() error {
	c.once.Do(func() { close(c.closed) })
	return c.Connection.Close()
}
