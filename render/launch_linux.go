package render

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
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

// lockDir marks the folder as in use for as long as the file is open; the kernel lets go of it when we die. The file has its
// name only when it is locked: before, another program that sweeps would take the folder for one whose owner is gone.
func lockDir(dir string) (*os.File, error) {
	unnamed := filepath.Join(dir, lockName+".new")
	f, err := lock(unnamed, os.O_CREATE)
	if err != nil {
		return nil, err
	}
	if err := os.Rename(unnamed, filepath.Join(dir, lockName)); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// lock opens a file and locks it; it fails where another one has.
func lock(name string, flags int) (*os.File, error) {
	f, err := os.OpenFile(name, os.O_RDWR|flags, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// sweep removes the folders, and kills the Chromes, of programs of ours that were killed. One without a lock is being made
// this moment, or another user's.
func sweep() {
	dirs, _ := filepath.Glob(filepath.Join(tempDir(), dirPrefix+"*"))
	for _, dir := range dirs {
		if lock, err := lock(filepath.Join(dir, lockName), 0); err == nil {
			removeDir(dir)
			lock.Close()
		}
	}
}

// killUsers kills the processes that were started with the folder as their user data directory or in it, and returns how
// many there were. A full Chrome has children that do not name it, and write to it when Chrome is gone.
func killUsers(dir string) int {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return 0
	}
	found := 0
	for _, e := range entries {
		if pid, err := strconv.Atoi(e.Name()); err == nil && pid != os.Getpid() && uses("/proc/"+e.Name(), dir) {
			syscall.Kill(pid, syscall.SIGKILL)
			found++
		}
	}
	return found
}

// uses reports whether a process names the folder as its user data directory, or is a Chrome that works in it: a shell that
// somebody went there with is none.
func uses(process, dir string) bool {
	line, err := os.ReadFile(process + "/cmdline")
	if err == nil && slices.Contains(strings.Split(string(line), "\x00"), "--user-data-dir="+dir) {
		return true
	}
	at, err := os.Readlink(process + "/cwd")
	if err != nil || strings.TrimSuffix(at, " (deleted)") != dir {
		return false
	}
	program, err := os.Readlink(process + "/exe")
	return err == nil && (strings.Contains(filepath.Base(program), "chrom") || strings.Contains(filepath.Base(program), "headless"))
}

// enoughSharedMemory is what Chrome needs in /dev/shm, in bytes. Docker's default of 64 MB makes it crash.
const enoughSharedMemory = 512 << 20

func smallSharedMemory() bool {
	var fs unix.Statfs_t
	return unix.Statfs("/dev/shm", &fs) != nil || fs.Blocks*uint64(fs.Bsize) < enoughSharedMemory
}
