package render

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/chromedp/cdproto"
	"github.com/chromedp/cdproto/target"
)

// maxMessage bounds a DevTools message, in bytes.
const maxMessage = 1 << 30

// A pipe is a chromedp.Transport that speaks CBOR with Chrome. That saves Chrome the translation to JSON.
// Small messages become JSON for chromedp; the results of parcelled methods, which are megabytes, are kept
// aside as they came, and chromedp hands on only a ticket for them. Events that nobody reads are dropped.
type pipe struct {
	r    io.ReadCloser
	w    io.WriteCloser
	br   *bufio.Reader
	once sync.Once

	writing sync.Mutex
	out     []byte

	mu      sync.Mutex
	waiting map[int64]bool   // ids of parcelled commands under way
	parcels map[int64][]byte // results as CBOR, by id
}

// A ticket stands for a parcelled result.
type ticket struct {
	Parcel int64 `json:"parcel"`
}

// parcelled are the methods whose results are kept aside.
var parcelled = map[cdproto.MethodType]bool{"DOMSnapshot.captureSnapshot": true, "Page.captureScreenshot": true}

// heard are the events that chromedp or we read.
var heard = map[string]bool{
	"Target.targetCreated": true, "Target.targetDestroyed": true, "Target.attachedToTarget": true, "Target.detachedFromTarget": true,
	"Target.targetCrashed": true, "Inspector.targetCrashed": true, "Inspector.detached": true,
	"Page.frameNavigated": true, "Page.javascriptDialogOpening": true, "Page.loadEventFired": true, "Page.domContentEventFired": true,
	"Page.downloadWillBegin": true, "Browser.downloadWillBegin": true,
	"Network.requestWillBeSent": true, "Network.responseReceived": true, "Network.dataReceived": true,
	"Network.loadingFinished": true, "Network.loadingFailed": true,
	"Network.webSocketCreated": true, "Network.webSocketClosed": true,
	"Fetch.requestPaused": true, "Emulation.virtualTimeBudgetExpired": true,
}

func newPipe(r io.ReadCloser, w io.WriteCloser) *pipe {
	return &pipe{r: r, w: w, br: bufio.NewReaderSize(r, 64<<10), waiting: map[int64]bool{}, parcels: map[int64][]byte{}}
}

// Read returns the next message that chromedp should see.
func (p *pipe) Read(_ context.Context, msg *cdproto.Message) error {
	for {
		frame, err := p.frame()
		if err != nil {
			return err
		}
		ok, err := p.decode(frame, msg)
		if err != nil || ok {
			return err
		}
	}
}

// frame reads one envelope's content.
func (p *pipe) frame() ([]byte, error) {
	var head [7]byte
	if _, err := io.ReadFull(p.br, head[:6]); err != nil {
		return nil, err
	}
	size := head[2:6]
	if head[1] == 0x18 {
		if _, err := io.ReadFull(p.br, head[6:]); err != nil {
			return nil, err
		}
		size = head[3:7]
	}
	n := binary.BigEndian.Uint32(size)
	if head[0] != cborTag24 || n > maxMessage {
		return nil, errCBOR
	}
	frame := make([]byte, n)
	_, err := io.ReadFull(p.br, frame)
	return frame, err
}

// decode fills msg, and reports whether anybody wants it.
func (p *pipe) decode(frame []byte, msg *cdproto.Message) (wanted bool, err error) {
	c := &cursor{b: frame}
	var params, result, fault cursor
	var at *cursor
	for c.open(cborMap); c.more(); {
		switch key, _ := c.raw(); string(key) {
		case "id":
			msg.ID = int64(c.int())
			continue
		case "sessionId":
			msg.SessionID = target.SessionID(c.text())
			continue
		case "method":
			method, _ := c.raw()
			if !heard[string(method)] {
				return false, nil
			}
			msg.Method = cdproto.MethodType(method)
			continue
		case "params":
			at = &params
		case "result":
			at = &result
		case "error":
			at = &fault
		default:
			at = &cursor{}
		}
		start := c.i
		c.skip()
		*at = cursor{b: frame[start:c.i]}
	}
	if c.bad {
		return false, errCBOR
	}
	switch {
	case params.b != nil:
		msg.Params = params.appendJSON(nil, 0)
	case fault.b != nil:
		msg.Error = fault.fault()
	case result.b != nil && p.keeps(msg.ID, result.b):
		msg.Result = fmt.Appendf(nil, `{"parcel":%d}`, msg.ID)
	case result.b != nil:
		msg.Result = result.appendJSON(nil, 0)
	}
	if params.bad || result.bad || fault.bad {
		return false, errCBOR
	}
	return true, nil
}

// fault reads why a command failed.
func (c *cursor) fault() *cdproto.Error {
	e := new(cdproto.Error)
	for c.open(cborMap); c.more(); {
		switch key, _ := c.raw(); string(key) {
		case "code":
			e.Code = int64(c.int())
		case "message":
			e.Message = c.text()
		default:
			c.skip()
		}
	}
	return e
}

// keeps puts the result of a command aside, if it is a parcelled one, and reports whether it is.
func (p *pipe) keeps(id int64, result []byte) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.waiting[id] {
		return false
	}
	delete(p.waiting, id)
	p.parcels[id] = result
	return true
}

// claim returns a parcelled result, once.
func (p *pipe) claim(t ticket) ([]byte, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	b, ok := p.parcels[t.Parcel]
	clear(p.parcels) // one tab, one command at a time: others are of calls that were given up
	if !ok {
		return nil, errors.New("the result of a DevTools command is missing")
	}
	return b, nil
}

// Write sends a command.
func (p *pipe) Write(_ context.Context, msg *cdproto.Message) error {
	p.writing.Lock()
	defer p.writing.Unlock()
	if parcelled[msg.Method] {
		p.mu.Lock()
		p.waiting[msg.ID] = true
		p.mu.Unlock()
	}
	b := append(p.out[:0], cborTag24, 0x18, cborBytes32, 0, 0, 0, 0, cborMap)
	b = appendHead(appendText(b, "id"), 0, uint64(msg.ID))
	b = appendText(appendText(b, "method"), string(msg.Method))
	if msg.SessionID != "" {
		b = appendText(appendText(b, "sessionId"), string(msg.SessionID))
	}
	if len(msg.Params) > 0 {
		var err error
		if b, err = appendCBOR(appendText(b, "params"), msg.Params); err != nil {
			return err
		}
	}
	b = append(b, cborStop)
	binary.BigEndian.PutUint32(b[3:], uint32(len(b)-7))
	p.out = b
	if _, err := p.w.Write(b); err != nil {
		return fmt.Errorf("writing to Chrome: %w", err)
	}
	return nil
}

func appendText(dst []byte, s string) []byte { return append(appendHead(dst, 3, uint64(len(s))), s...) }

// Close closes both ends, which makes Chrome exit.
func (p *pipe) Close() error {
	var err error
	p.once.Do(func() { err = errors.Join(p.r.Close(), p.w.Close()) })
	return err
}
