package render

import (
	"bytes"
	"os"
	"os/exec"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// ownGroup puts Chrome into a process group of its own, so that Ctrl-C reaches us alone and one signal reaches
// all of Chrome, and has the kernel kill it when we die.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

func killGroup(cmd *exec.Cmd) {
	if cmd.Process != nil {
		syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	}
}

// killUsers kills the processes that were started with the folder as their user data directory, and returns
// how many there were.
func killUsers(dir string) int {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return 0
	}
	want, found := []byte("--user-data-dir="+dir), 0
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil || pid == os.Getpid() {
			continue
		}
		line, err := os.ReadFile("/proc/" + e.Name() + "/cmdline")
		if err != nil {
			continue
		}
		for arg := range bytes.SplitSeq(line, []byte{0}) {
			if bytes.Equal(arg, want) {
				syscall.Kill(pid, syscall.SIGKILL)
				found++
				break
			}
		}
	}
	return found
}

// enoughSharedMemory is what Chrome needs in /dev/shm, in bytes. Docker's default of 64 MB makes it crash.
const enoughSharedMemory = 512 << 20

func smallSharedMemory() bool {
	var fs unix.Statfs_t
	return unix.Statfs("/dev/shm", &fs) != nil || fs.Blocks*uint64(fs.Bsize) < enoughSharedMemory
}
