package render

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/chromedp"
)

// dirPrefix begins the names of Chrome's folders in the temporary folder.
const dirPrefix = "mullion-chrome-"

// removeWait is how long Chrome's folder is tried to be removed, since dying children may still write to it.
const removeWait = 5 * time.Second

// A process is one Chrome that we started, with its folder. It implements chromedp.Allocator and
// chromedp.Attacher, so that chromedp drives it but its life is ours alone: kill ends the whole process group.
type process struct {
	cmd    *exec.Cmd
	dir    string
	lock   *os.File // says that dir is in use
	pipe   *pipe
	output tail          // what Chrome prints, for the error of a failed start
	exited chan struct{} // closed when the process is gone and its folder was removed
	err    error         // of the removal; valid after exited
	once   sync.Once
}

// start runs Chrome. Its life ends with kill.
func start(chrome Chrome, o *Options, proxy string, images bool) (*process, error) {
	dir, err := os.MkdirTemp(tempDir(), dirPrefix)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFolder, err)
	}
	p := &process{dir: dir, exited: make(chan struct{})}
	if p.lock, err = lockDir(dir); err != nil {
		return nil, errors.Join(fmt.Errorf("locking Chrome's folder: %w", err), os.RemoveAll(dir))
	}
	p.cmd = exec.Command(chrome.Path, flags(chrome, o, dir, proxy, images)...)
	p.cmd.Stdout, p.cmd.Stderr = &p.output, &p.output
	p.cmd.Env = append(os.Environ(), "TMPDIR="+dir) // shared memory and sockets go with the folder
	p.cmd.Dir = dir                                 // tells its children from others'
	p.cmd.WaitDelay = time.Second                   // a grandchild may hold the output open
	ownGroup(p.cmd)
	theirIn, ourOut, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, p.lock.Close(), os.RemoveAll(dir))
	}
	ourIn, theirOut, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, theirIn.Close(), ourOut.Close(), p.lock.Close(), os.RemoveAll(dir))
	}
	p.cmd.ExtraFiles = []*os.File{theirIn, theirOut} // descriptors 3 and 4
	p.pipe = newPipe(ourIn, ourOut)
	started := make(chan error, 1)
	go p.run(started)
	err = <-started
	theirIn.Close()
	theirOut.Close()
	if err != nil {
		p.pipe.Close()
		p.lock.Close()
		return nil, errors.Join(fmt.Errorf("%w: starting %s: %v", ErrNoChrome, chrome.Path, err), os.RemoveAll(dir))
	}
	return p, nil
}

// tempDir is where Chrome's folders are made: the temporary folder, or, where its path is too long, /tmp. A full Chrome makes
// a socket in its folder, and ends when the address does not hold the path.
func tempDir() string {
	const (
		inside  = "/" + dirPrefix + "1234567890/org.chromium.Chromium.123456/SingletonSocket"
		longest = 103 // bytes of a socket's path: on macOS, the least of all
		short   = "/tmp"
	)
	temp := os.TempDir()
	if info, err := os.Stat(short); len(temp)+len(inside) > longest && err == nil && info.IsDir() {
		return short
	}
	return temp
}

// run starts Chrome, waits for it and clears up after it. It stays on one thread: the kernel kills Chrome
// when the thread that started it ends.
func (p *process) run(started chan<- error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	err := p.cmd.Start()
	started <- err
	if err != nil {
		return
	}
	p.cmd.Wait() // how it ended does not matter: nobody asks it to end well
	killGroup(p.cmd)
	p.pipe.Close()
	p.err = removeDir(p.dir)
	p.lock.Close()
	close(p.exited)
}

// removeDir removes Chrome's folder and kills what still uses it.
func removeDir(dir string) error {
	for end := time.Now().Add(removeWait); ; time.Sleep(10 * time.Millisecond) {
		strays := killUsers(dir)
		err := os.RemoveAll(dir)
		if err == nil && strays == 0 {
			return nil
		}
		if time.Now().After(end) {
			return fmt.Errorf("removing Chrome's folder: %w", cmp.Or(err, errInUse))
		}
	}
}

// errInUse says that a folder is gone, and that processes that were started in it are not.
var errInUse = errors.New("processes that use it do not end")

// kill ends Chrome and all its children at once. It does not wait.
func (p *process) kill() { p.once.Do(func() { killGroup(p.cmd) }) }

// close kills Chrome and waits until nothing is left of it.
func (p *process) close() error {
	p.kill()
	<-p.exited
	return p.err
}

// Allocate gives chromedp the running Chrome.
func (p *process) Allocate(ctx context.Context, opts ...chromedp.BrowserOption) (*chromedp.Browser, error) {
	return chromedp.NewBrowserTransport(ctx, p.pipe, opts...)
}

// Wait blocks until Chrome is gone.
func (p *process) Wait() { <-p.exited }

// Attaches tells chromedp that stopping Chrome is not its business.
func (p *process) Attaches() bool { return true }

// flags are Chrome's command line. Features that talk to the network on their own, draw what nobody sees or
// slow down what is not in front are off.
func flags(chrome Chrome, o *Options, dir, proxy string, images bool) []string {
	args := []string{
		"--remote-debugging-pipe=cbor", "--user-data-dir=" + dir, "--no-first-run", "--no-default-browser-check",
		"--hide-scrollbars", "--mute-audio", "--disable-gpu", "--force-color-profile=srgb", "--password-store=basic", "--use-mock-keychain",
		"--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-quic", "--dns-prefetch-disable",
		"--disable-client-side-phishing-detection", "--disable-default-apps", "--disable-extensions", "--disable-breakpad",
		"--disable-domain-reliability", "--no-pings", "--metrics-recording-only", "--safebrowsing-disable-auto-update",
		"--disable-background-timer-throttling", "--disable-backgrounding-occluded-windows", "--disable-renderer-backgrounding",
		"--disable-hang-monitor", "--disable-prompt-on-repost", "--disable-ipc-flooding-protection", "--disable-back-forward-cache",
		"--block-new-web-contents", "--autoplay-policy=user-gesture-required", "--disable-notifications", "--disable-speech-api",
		"--webrtc-ip-handling-policy=disable_non_proxied_udp", "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
		// one renderer for a page and its frames: frames of other sites are then in the same snapshot
		"--disable-site-isolation-trials",
		"--disable-features=IsolateOrigins,SitePerProcess,Translate,MediaRouter,OptimizationHints,AutofillServerCommunication,DialMediaRouteProvider,HttpsUpgrades,NetworkTimeServiceQuerying",
		// full Chrome asks for components and for the accounts of its cookies whatever it is told: at addresses
		// that it refuses before it connects (no scheme of the network, a port that is never allowed)
		"--component-updater=url-source=data:,", "--gaia-url=http://localhost:1",
		fmt.Sprintf("--window-size=%d,%d", o.ViewportWidth, o.ViewportHeight),
	}
	if !chrome.Shell {
		args = append(args, "--headless=new")
	}
	if on, _ := Sandbox(); !on {
		args = append(args, "--no-sandbox")
	}
	if smallSharedMemory() {
		args = append(args, "--disable-dev-shm-usage")
	}
	if !images { // unlike blocked ones, pictures that are never asked for keep the size that the page gives them
		args = append(args, "--blink-settings=imagesEnabled=false")
	}
	if proxy != "" { // <-loopback>: by default Chrome reaches loopback addresses around the proxy
		args = append(args, "--proxy-server="+proxy, "--proxy-bypass-list=<-loopback>")
	}
	return append(args, "about:blank")
}

// tailSize is how much of Chrome's last output is kept, in bytes.
const tailSize = 1 << 10

// A tail keeps the end of what is written to it.
type tail struct {
	mu sync.Mutex
	b  []byte
}

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.b = append(t.b, p...)
	if extra := len(t.b) - tailSize; extra > 0 {
		t.b = append(t.b[:0], t.b[extra:]...)
	}
	return len(p), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.TrimSpace(string(bytes.ToValidUTF8(t.b, nil)))
}
