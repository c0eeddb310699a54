package render

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/cdproto/domsnapshot"
	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"
)

// capture renders a page and returns its snapshot as Chrome sends it.
func capture(t testing.TB, body string) []byte {
	t.Helper()
	b, s := shared, <-shared.slots
	defer func() { b.slots <- s }()
	if _, err := s.render(t.Context(), &Request{HTML: []byte(body)}); err != nil {
		t.Fatal(err)
	}
	l := &load{s: s, t: s.tab}
	raw, err := l.parcel(t.Context(), domsnapshot.CommandCaptureSnapshot, domsnapshot.CaptureSnapshotParams{ComputedStyles: styleNames})
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// article is a page of many nodes.
func article(paragraphs int) string {
	var b strings.Builder
	b.WriteString(`<title>Größe 中文 🎉</title><body><iframe srcdoc="<p>frame"></iframe><img alt="€" src=x>`)
	for i := range paragraphs {
		fmt.Fprintf(&b, `<div class="c%d"><p style="float:left; opacity:.%d">Text number %d, with <a href="/%d">a link</a> and <b>weight</b>. 中文 für alle</p></div>`, i%7, i%9+1, i, i)
	}
	return b.String()
}

// byProtocol decodes a snapshot as cdproto does.
func byProtocol(json []byte) (*snapshot, error) {
	var r domsnapshot.CaptureSnapshotResult
	if err := jsonv2.Unmarshal(json, &r, chromedp.DefaultUnmarshalOptions); err != nil {
		return nil, err
	}
	return fromProtocol(&r), nil
}

func TestDecodersAgree(t *testing.T) {
	raw := capture(t, article(50))
	ours, err := decodeSnapshot(raw)
	if err != nil {
		t.Fatal(err)
	}
	theirs, err := byProtocol((&cursor{b: raw}).appendJSON(nil, 0))
	if err != nil {
		t.Fatal(err)
	}
	window := [2]float64{1280, 900}
	a, errA := build(ours, window, 1e6, nil)
	b, errB := build(theirs, window, 1e6, nil)
	if errA != nil || errB != nil {
		t.Fatal(errA, errB)
	}
	if diff := cmp.Diff(b, a); diff != "" {
		t.Error("(-cdproto +ours)", diff)
	}
	if len(a.Nodes) < 300 || !strings.Contains(visible(a), "Text number 49, with a link and weight . 中文 für alle") {
		t.Errorf("%d nodes", len(a.Nodes))
	}
}

func TestSnapshotsBeyondTheLimit(t *testing.T) {
	s, err := decodeSnapshot(capture(t, article(50)))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := build(s, [2]float64{1280, 900}, 100, nil); kinds(err) != 1 {
		t.Errorf("got %v", err)
	}
}

func TestMessagesRoundTrip(t *testing.T) {
	const json = `{"a":[1,-1,24,255,256,65536,-70000,1.5,true,false,null,"","ä🎉",{"b":{}},[]],"c":9007199254740991}`
	b, err := appendCBOR(nil, []byte(json))
	if err != nil {
		t.Fatal(err)
	}
	c := &cursor{b: b}
	if got := string(c.appendJSON(nil, 0)); c.bad || got != strings.Replace(json, "9007199254740991", "9.007199254740991e+15", 1) {
		t.Errorf("got %s", got)
	}
}

// FuzzSnapshot: a renderer that was taken over may send anything.
func FuzzSnapshot(f *testing.F) {
	f.Add(capture(f, article(1)))
	seed, _ := appendCBOR(nil, []byte(`{"documents":[{"nodes":{"parentIndex":[-1,0,7],"nodeType":[9,1,3]},"layout":{"nodeIndex":[5],"styles":[[1]],"bounds":[[1]]}}],"strings":["x"]}`))
	f.Add(seed)
	f.Fuzz(func(t *testing.T, raw []byte) {
		s, err := decodeSnapshot(raw)
		if err != nil {
			return
		}
		if p, err := build(s, [2]float64{1280, 900}, 1000, nil); err == nil {
			p.Validate() // must not panic; numbers may be anything
		}
		(&cursor{b: raw}).appendJSON(nil, 0)
	})
}

// BenchmarkDecode compares decoding a snapshot into columns with cdproto's decoding of the same snapshot, in
// turns, and reports how many times longer that takes.
func BenchmarkDecode(b *testing.B) {
	raw := capture(b, article(2000))
	json := (&cursor{b: raw}).appendJSON(nil, 0)
	var ours, theirs time.Duration
	b.SetBytes(int64(len(raw)))
	for b.Loop() {
		at := time.Now()
		if _, err := decodeSnapshot(raw); err != nil {
			b.Fatal(err)
		}
		ours += since(&at)
		var r domsnapshot.CaptureSnapshotResult
		if err := jsonv2.Unmarshal(json, &r, chromedp.DefaultUnmarshalOptions); err != nil {
			b.Fatal(err)
		}
		theirs += since(&at)
	}
	b.ReportMetric(float64(theirs)/float64(ours), "times-cdproto")
	b.ReportMetric(float64(ours.Microseconds())/float64(b.N), "µs-ours")
}
