//go:build !linux

package main

import "errors"

// sharedMemory is not bounded elsewhere.
func sharedMemory() (uint64, error) { return 0, errors.ErrUnsupported }
