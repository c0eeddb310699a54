package render

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
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

// lockName is the file in Chrome's folder that its owner keeps locked.
const lockName = "mullion.lock"

// lockDir marks the folder as in use for as long as the file is open; the kernel lets go of it when we die.
func lockDir(dir string) (*os.File, error) {
	f, err := os.OpenFile(filepath.Join(dir, lockName), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// sweep removes the folders, and kills the Chromes, of programs of ours that were killed.
func sweep() {
	dirs, _ := filepath.Glob(filepath.Join(os.TempDir(), dirPrefix+"*"))
	for _, dir := range dirs {
		if _, err := os.Stat(filepath.Join(dir, lockName)); err != nil {
			continue // being made this moment, or another user's
		}
		if lock, err := lockDir(dir); err == nil {
			removeDir(dir)
			lock.Close()
		}
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
