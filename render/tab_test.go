package render

import "testing"

// Who stops listening to a tab waits for an event that is being heard: what was noted of it can be read without a lock then.
func TestNoEventAfterListening(t *testing.T) {
	var tab tab
	heard := false
	tab.listen(func(any) {
		if heard = true; tab.mu.TryLock() {
			t.Error("while an event is heard somebody else may take the tab")
			tab.mu.Unlock()
		}
	})
	tab.dispatch(nil)
	tab.listen(nil)
	tab.dispatch(nil) // to nobody
	if !heard {
		t.Error("no event is heard")
	}
}
