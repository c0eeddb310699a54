//go:build !linux

package render

import (
	"os"
	"os/exec"
)

func ownGroup(*exec.Cmd) {}

func killGroup(cmd *exec.Cmd) {
	if cmd.Process != nil {
		cmd.Process.Kill()
	}
}

func killUsers(string) int { return 0 }

func smallSharedMemory() bool { return false }

func lockDir(string) (*os.File, error) { return nil, nil }

func sweep() {}
