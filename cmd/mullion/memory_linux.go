package main

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// sharedMemory is the size of /dev/shm in bytes.
func sharedMemory() (uint64, error) {
	var fs unix.Statfs_t
	if err := unix.Statfs("/dev/shm", &fs); err != nil {
		return 0, fmt.Errorf("/dev/shm: %w", err)
	}
	return fs.Blocks * uint64(fs.Bsize), nil
}
