package mcp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// Serve answers the messages of in, a line each, on out, until ctx ends, or in does and its calls are answered. A line that is
// no message is answered with an error of JSON-RPC, and the next one is read.
func Serve(ctx context.Context, s *sdk.Server, in io.Reader, out io.Writer) error {
	to := &shared{to: out}
	from := io.NopCloser(&messages{in: bufio.NewReader(in), out: to})
	return s.Run(ctx, patient{&sdk.IOTransport{Reader: from, Writer: to, MaxLineLength: -1}}) // messages holds to a limit
}

// longest is the most bytes of a line: no page that a tool is given is longer.
const longest = 16 << 20

// A shared writer takes what several goroutines write, each Write whole. Its Close does nothing.
type shared struct {
	mu sync.Mutex
	to io.Writer
}

func (w *shared) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.to.Write(p)
}

func (w *shared) Close() error { return nil }

// messages reads the lines of in that are messages, as what the SDK cannot read ends it.
type messages struct {
	in   *bufio.Reader
	out  io.Writer // takes errors about the others
	line []byte    // what is left of a line
}

func (m *messages) Read(p []byte) (int, error) {
	for len(m.line) == 0 {
		line, err := m.next()
		if len(line) > 0 {
			if code, wrong := fault(line); wrong != nil {
				if err := m.refuse(code, wrong); err != nil {
					return 0, err
				}
			} else {
				m.line = append(line, '\n')
				break
			}
		}
		if err != nil {
			return 0, err
		}
	}
	n := copy(p, m.line)
	m.line = m.line[n:]
	return n, nil
}

// next is the next line, without space around it. Of one that is too long only so much is kept that fault knows it.
func (m *messages) next() ([]byte, error) {
	var line []byte
	for {
		piece, err := m.in.ReadSlice('\n')
		line = append(line, piece[:min(len(piece), longest+1-len(line))]...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return bytes.TrimSpace(line), err
		}
	}
}

// fault says what is wrong with a line, and its code in JSON-RPC; nil for a message. Batches are none: MCP has no more
// of them since 2025-06-18.
func fault(line []byte) (code int, wrong error) {
	if len(line) > longest {
		return jsonrpc.CodeInvalidRequest, fmt.Errorf("a line has more than %d bytes: name a long page by its url", longest)
	}
	var value json.RawMessage
	if err := json.Unmarshal(line, &value); err != nil {
		return jsonrpc.CodeParseError, fmt.Errorf("a line is no JSON: %w", err)
	}
	if line[0] == '[' {
		return jsonrpc.CodeInvalidRequest, errors.New("a batch of messages is not taken: send one message a line")
	}
	if _, err := jsonrpc.DecodeMessage(line); err != nil {
		return jsonrpc.CodeInvalidRequest, err
	}
	return 0, nil
}

// refuse answers a line of which nobody knows the id.
func (m *messages) refuse(code int, wrong error) error {
	raw, err := json.Marshal(map[string]any{
		"jsonrpc": "2.0", "id": nil, "error": map[string]any{"code": code, "message": wrong.Error()},
	})
	if err != nil {
		return fmt.Errorf("encoding an error: %w", err)
	}
	_, err = m.out.Write(append(raw, '\n'))
	return err
}
