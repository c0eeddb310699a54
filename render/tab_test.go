package render

import (
	"testing"
	"time"
)

// Who stops listening to a tab is not told of an event any more, not even of one that is on its way: what it has noted
// can be read without a lock then.
func TestNoEventAfterListening(t *testing.T) {
	var tab tab
	begun, goOn, over := make(chan struct{}), make(chan struct{}), make(chan struct{})
	tab.listen(func(any) {
		close(begun)
		<-goOn
	})
	go tab.dispatch(nil)
	<-begun
	go func() {
		tab.listen(nil)
		close(over)
	}()
	select {
	case <-over:
		t.Error("an event is still being heard")
	case <-time.After(50 * time.Millisecond):
	}
	close(goOn)
	<-over
}
