package sheet_test

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/mullionhq/mullion/render"
	"github.com/mullionhq/mullion/sheet"
)

// picture is a page's picture: blue, 640 pixels wide.
func picture(t *testing.T, height int) []byte {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, 640, height))
	for i := 0; i < len(img.Pix); i += 4 {
		img.Pix[i+2], img.Pix[i+3] = 255, 255
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func pages(t *testing.T) []sheet.Page {
	t.Helper()
	list := []sheet.Page{
		{Input: "https://a.example/?q=1&r=\"2\"", Title: "Plain <b>title</b>", Picture: "pages/001.jpg", Regions: "center", Size: "adaptive, 1280 × 900 px"},
		{Input: "broken.html", Problem: "no such page"},
		{Input: "三.html", Title: "第三", Picture: "pages/003.jpg", Regions: "header, center", Problem: "partial"},
	}
	for i, height := range []int{450, 0, 2000} {
		if height > 0 {
			if err := list[i].Shrink(picture(t, height)); err != nil {
				t.Fatal(err)
			}
		}
	}
	return list
}

// Every thumbnail stands on the contact sheet at the place of its number; a page without one leaves its place gray.
func TestContact(t *testing.T) {
	raw, err := sheet.Contact(pages(t))
	if err != nil {
		t.Fatal(err)
	}
	img, err := jpeg.Decode(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	third := img.Bounds().Dx() / 3
	blue := func(x, y int) bool { return isBlue(img, x, y) }
	if !blue(third/2, 100) || blue(third+third/2, 100) || !blue(2*third+third/2, 100) {
		t.Error("the thumbnails are not where they belong")
	}
	if bottom := img.Bounds().Dy() - 40; blue(third/2, bottom) || !blue(2*third+third/2, bottom) {
		t.Error("a low page is stretched, or a high one is not cut at the thumbnail's end")
	}
}

// More pages than stand side by side go on in the next row.
func TestContactHasRows(t *testing.T) {
	list := make([]sheet.Page, 8)
	if err := list[7].Shrink(picture(t, 2000)); err != nil {
		t.Fatal(err)
	}
	raw, err := sheet.Contact(list)
	if err != nil {
		t.Fatal(err)
	}
	img, err := jpeg.Decode(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	across, down := img.Bounds().Dx()/6, img.Bounds().Dy()/2
	for i := range 12 {
		at := image.Pt(across*(i%6)+across/2, down*(i/6)+down/2)
		if got := isBlue(img, at.X, at.Y); got != (i == 7) {
			t.Errorf("place %d of 12: it is %v that the eighth page is there", i+1, got)
		}
	}
}

func isBlue(img image.Image, x, y int) bool {
	c := color.RGBAModel.Convert(img.At(x, y)).(color.RGBA)
	return c.B > 200 && c.R < 60
}

func TestShrinkRefusesWhatIsNoPicture(t *testing.T) {
	p := sheet.Page{Input: "x"}
	if err := p.Shrink([]byte("<html>")); err == nil || p.Thumbnail() != "" {
		t.Errorf("%v, %q", err, p.Thumbnail())
	}
}

// A reviewer grades by keys and clicks, filters, comes back after closing the page, and exports what mullion reads.
func TestGradingInABrowser(t *testing.T) {
	html, err := sheet.HTML("test", pages(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, outside := range []string{"src=\"http", "<link", "@import", "<b>title"} {
		if strings.Contains(string(html), outside) {
			t.Errorf("the sheet has %s", outside)
		}
	}
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.Write(html) }))
	defer web.Close()
	ctx := browser(t)
	const saved = `window.saved = []; URL.createObjectURL = b => { b.text().then(t => saved.push(t)); return "#"; }; HTMLAnchorElement.prototype.click = () => {}`
	const visible = `[...document.querySelectorAll("article")].map(a => !a.hidden)`
	do(t, ctx,
		chromedp.Navigate(web.URL),
		chromedp.Evaluate[chromedp.Void](saved),
		chromedp.KeyEvent("1"),                                       // to the first page, as none is chosen
		chromedp.KeyEvent("2"),                                       // fair, and on to the broken one
		chromedp.KeyEvent("1"),                                       // which cannot be graded: on to the third
		chromedp.KeyEvent("4"),                                       // bad
		chromedp.Click(chromedp.CSS(`article:nth-of-type(3) .good`)), // no, good
		chromedp.SendKeys(chromedp.CSS(`article:nth-of-type(3) input`), `left, "odd"`),
	)
	status := get(t, ctx, chromedp.Text(chromedp.CSS("#count")))
	do(t, ctx, chromedp.Click(chromedp.CSS("#csv")))
	first := get(t, ctx, chromedp.Poll[string](`window.saved.length === 1 && saved[0]`))
	do(t, ctx, chromedp.Evaluate[chromedp.Void](`const f = document.getElementById("filter"); f.focus(); f.value = "good"; f.dispatchEvent(new Event("input", {bubbles: true}))`))
	shown := get(t, ctx, chromedp.Evaluate[[]bool](visible))
	const again = `{ const b = document.querySelector("article:nth-of-type(3) .good"); b.focus(); b.click() }`
	do(t, ctx, chromedp.Evaluate[chromedp.Void](again)) // no longer good
	still := get(t, ctx, chromedp.Evaluate[[]bool](visible))
	do(t, ctx, chromedp.Evaluate[chromedp.Void](again))
	do(t, ctx,
		chromedp.Reload(), // nothing is lost
		chromedp.Evaluate[chromedp.Void](saved),
		chromedp.KeyEvent("j"),
		chromedp.KeyEvent("0"), // and taken back
		chromedp.Click(chromedp.CSS("#json")),
	)
	last := get(t, ctx, chromedp.Poll[string](`window.saved.length === 1 && saved[0]`))
	if !strings.HasPrefix(status, "2 of 2 graded: good 50 %, fair 50 %, poor 0 %, bad 0 %") {
		t.Errorf("the status is %q", status)
	}
	if !reflect.DeepEqual(shown, []bool{false, false, true}) {
		t.Errorf("the filter good shows %v", shown)
	}
	if !reflect.DeepEqual(still, shown) {
		t.Errorf("a page does not stay in sight while its buttons have the focus: %v", still)
	}
	for i, test := range []struct{ export, grade string }{{first, "fair"}, {last, ""}} {
		got, err := sheet.ReadGrades([]byte(test.export))
		want := []sheet.Grade{{Input: "https://a.example/?q=1&r=\"2\"", Grade: test.grade}, {Input: "三.html", Grade: "good", Note: `left, "odd"`}}
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("export %d: %v, %v\n%s", i+1, got, err, test.export)
		}
	}
}

// One page is no pages.
func TestTitleCounts(t *testing.T) {
	for n, want := range map[int]string{1: "<h1>Regions of 1 page</h1>", 3: "<h1>Regions of 3 pages</h1>"} {
		html, err := sheet.HTML("test", pages(t)[:n])
		if err != nil || !strings.Contains(string(html), want) {
			t.Errorf("%d: %v, no %s", n, err, want)
		}
	}
}

// browser is a tab of Chrome that ends with the test.
func browser(t *testing.T) context.Context {
	t.Helper()
	chrome, err := render.FindChrome("")
	if err != nil {
		t.Fatal(err)
	}
	o := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(chrome.Path), chromedp.UserDataDir(t.TempDir()))
	if on, _ := render.Sandbox(); !on {
		o = append(o, chromedp.NoSandbox)
	}
	ctx, stop := chromedp.NewExecAllocator(t.Context(), o...)
	t.Cleanup(stop)
	tab, shut := chromedp.NewContext(ctx)
	t.Cleanup(shut)
	return tab
}

func do(t *testing.T, ctx context.Context, steps ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	if err := chromedp.Do(ctx, steps...); err != nil {
		t.Fatal(err)
	}
}

func get[T any](t *testing.T, ctx context.Context, a chromedp.Action[T]) T {
	t.Helper()
	v, err := chromedp.Run(ctx, a)
	if err != nil {
		t.Fatal(err)
	}
	return v
}
