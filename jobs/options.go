package jobs

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/mullionhq/mullion/option"
)

// Options are the settings of workers. The numbers are guesses.
type Options struct {
	NATS        string        `key:"nats" default:"nats://127.0.0.1:4222" doc:"NATS servers with JetStream, separated by commas: nats://[user:password@]host:port or tls://…; with a password best set in the environment"`
	Credentials string        `key:"credentials" doc:"file with a user's JWT and key, as NATS makes it; empty for none"`
	Pages       string        `key:"pages" default:"mullion.pages" doc:"subject from which pages are taken"`
	Documents   string        `key:"documents" default:"mullion.documents" doc:"subject to which their documents go"`
	Deliveries  int           `key:"deliveries" default:"3" min:"1" max:"1000" doc:"so many times a page is tried before its error is the answer"`
	Pause       time.Duration `key:"pause" default:"5s" min:"0s" max:"1h" doc:"so long it waits for its second delivery, and twice as long for its third"`
	Silence     time.Duration `key:"silence" default:"30s" min:"1s" max:"1h" doc:"a page whose worker is not heard of for so long goes to another"`
}

// DefaultOptions returns the tagged defaults.
func DefaultOptions() Options { return option.Defaults[Options]() }

// Check reports subjects that are none, or the same. Package config asks it, so that what is wrong is told with all else that is.
func (o *Options) Check() error {
	for _, s := range []struct{ key, subject string }{{"pages", o.Pages}, {"documents", o.Documents}} {
		if s.subject == "" || strings.ContainsAny(s.subject, " \t\r\n*>") || strings.Contains("."+s.subject+".", "..") {
			return fmt.Errorf("%s: %q is not the subject of a message, such as mullion.pages", s.key, s.subject)
		}
	}
	if o.Pages == o.Documents {
		return errors.New("documents: documents would be taken for pages: choose another subject")
	}
	return nil
}
