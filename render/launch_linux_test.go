package render

import (
	"os"
	"sync"
	"testing"
)

// A folder that is being made is nobody's leavings: another program that sweeps at the same time lets it be, and takes it
// when its owner is gone.
func TestSweepSparesFoldersInTheMaking(t *testing.T) {
	temp, err := os.MkdirTemp("", "sweep") // shorter than t.TempDir, as folders of long names are made elsewhere
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(temp)
	t.Setenv("TMPDIR", temp)
	done := make(chan struct{})
	stop := sync.OnceFunc(func() { close(done) })
	defer stop()
	var sweepers sync.WaitGroup
	for range 4 {
		sweepers.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
					sweep()
				}
			}
		})
	}
	var last string
	for range 1000 {
		dir, err := os.MkdirTemp(tempDir(), dirPrefix)
		if err != nil {
			t.Fatal(err)
		}
		lock, err := lockDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(dir); err != nil {
			t.Fatal(err)
		}
		lock.Close()
		last = dir
	}
	stop()
	sweepers.Wait()
	sweep()
	if _, err := os.Stat(last); !os.IsNotExist(err) {
		t.Errorf("the folder of an owner that is gone stayed: %v", err)
	}
}
