package output

import (
	"slices"
	"strings"
	"testing"

	"github.com/mullionhq/mullion/page"
)

// A player among content is a link with its title, or with its address where it has none.
func TestPlayers(t *testing.T) {
	for source, want := range map[string]string{
		`<iframe src="//www.youtube.com/embed/x" title="How it works" width=560 height=315></iframe>`:                                                           "[How it works](https://www.youtube.com/embed/x)",
		`<div class=video><iframe data-src="https://player.vimeo.com/video/1"></iframe></div>`:                                                                  "[https://player.vimeo.com/video/1](https://player.vimeo.com/video/1)",
		`<iframe src="about:blank" data-src="/map"></iframe>`:                                                                                                   "[https://example.com/map](https://example.com/map)",
		`<figure><video controls><source src="/film.mp4"><source src="film.webm"></video></figure>`:                                                             "[https://example.com/film.mp4](https://example.com/film.mp4)",
		`<video src="/a.mp4" aria-label="A film"></video><video src="/a.mp4"></video>`:                                                                          "[A film](https://example.com/a.mp4)",
		`<video src="/loop.mp4" autoplay muted loop></video>`:                                                                                                   "",
		`<video src="/a.mp4" autoplay muted loop title="How it works"></video>`:                                                                                 "[How it works](https://example.com/a.mp4)",
		`<video src="/a.mp4" autoplay controls></video>`:                                                                                                        "[https://example.com/a.mp4](https://example.com/a.mp4)",
		`<audio src="/a.mp3"></audio>`:                                                                                                                          "[https://example.com/a.mp3](https://example.com/a.mp3)",
		`<a href="/x"><video src="/a.mp4" title="Film"></video></a>`:                                                                                            "[Film](https://example.com/x)",
		`<a name="film"><video src="/a.mp4" title="Film"></video></a>`:                                                                                          "[Film](https://example.com/a.mp4)",
		`<p>and <embed src="/b.pdf" title="[B]"> too`:                                                                                                           `and [\[B\]](https://example.com/b.pdf) too`,
		`<iframe src="/t" width=1 height=1></iframe>`:                                                                                                           "",
		`<iframe src="/t" width=0 height=0></iframe>`:                                                                                                           "",
		`<iframe src="/t" style="display:none"></iframe>`:                                                                                                       "",
		`<iframe srcdoc="a"></iframe><iframe src="javascript:x()"></iframe><video></video>`:                                                                     "",
		`<iframe src="https://ads.example.com/x"></iframe><iframe src="/x" title="Advertisement"></iframe>`:                                                     "",
		`<video><source data-src="/late.mp4"></video>`:                                                                                                          "[https://example.com/late.mp4](https://example.com/late.mp4)",
		`<iframe src="about:blank" data-cookie-src="https://v.example/1"></iframe><noscript><iframe src="https://v.example/1"></iframe></noscript>`:             "[https://v.example/1](https://v.example/1)",
		`<div class=player></div><noscript><iframe src="https://v.example/2" title=Film></iframe></noscript>`:                                                   "[Film](https://v.example/2)",
		`<amp-video src="/a.mp4" title=Film width=640 height=360 controls><amp-img placeholder src="/a.jpg"></amp-img><div fallback>No video</div></amp-video>`: "[Film](https://example.com/a.mp4)",
		`<amp-iframe src="https://maps.example/x" width=600 height=400><amp-img placeholder src="/a.jpg"></amp-img></amp-iframe>`:                               "[https://maps.example/x](https://maps.example/x)",
		`<amp-youtube data-videoid=x width=480 height=270></amp-youtube>`:                                                                                       "[https://www.youtube.com/embed/x](https://www.youtube.com/embed/x)",
		`<amp-youtube data-videoid=x><iframe src="https://www.youtube.com/embed/x?a=1"></iframe></amp-youtube>`:                                                 "[https://www.youtube.com/embed/x?a=1](https://www.youtube.com/embed/x?a=1)",
		`<lite-youtube videoid=x title=Film><button>Play</button></lite-youtube>`:                                                                               "[Film](https://www.youtube.com/embed/x)",
		`<amp-ad src="https://v.example/ad" width=300 height=250></amp-ad>`:                                                                                     "",
		`<noscript><iframe src="https://www.googletagmanager.com/ns.html?id=1"></iframe></noscript>`:                                                            "",
	} {
		d := allContent(t, "<p>Before it.</p>"+source+"<p>After it.</p>")
		if want != "" {
			want += "\n\n"
		}
		if got := Markdown(d, DefaultOptions()); got != "Before it.\n\n"+want+"After it.\n" {
			t.Errorf("%s is %q, want %q", source, got, want)
		}
		o := DefaultOptions()
		o.Images = "drop"
		if got := HTML(d, o); strings.Contains(got, "<a href") && !strings.Contains(source, "<a href") {
			t.Errorf("%s is shown where pictures are dropped: %s", source, got)
		}
	}
}

// A player below the content is that of something else, and what a frame shows by itself does not count.
func TestPlayersBesideContent(t *testing.T) {
	d := allContent(t, `<div><p>The text of the article.<div id=inner><i>Play</i></div></div><div><p>Other</p><iframe src="/other"></iframe><p>videos</div>`)
	for i := range d.Blocks {
		d.Blocks[i].Content = i == 0
	}
	inner := d.Page.Find(0, "i") - 1
	d.Page.Nodes[inner].Tag, d.Page.Nodes[inner].Attrs = "iframe", []page.Attr{{Name: "src", Value: "/inner"}}
	want := "The text of the article.\n\n[https://example.com/inner](https://example.com/inner)\n"
	if got := Markdown(d, DefaultOptions()); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// An image in its own box stands among what is around the box: that its credit, or a link to its description, is no content
// says nothing of it.
func TestImagesInBoxes(t *testing.T) {
	const image = "![](https://example.com/a/a.png"
	for box, want := range map[string]bool{
		`<figure><img src=a.png><figcaption>x</figcaption></figure>`:                                true,
		`<div class=mediaobject><table><td><img src=a.png></table><div><a href=d>x</a></div></div>`: true,
		`<div class=screenshot><img src=a.png><p>x</div>`:                                           true,
		`<div class=promo><img src=a.png><p>x</div>`:                                                false,
	} {
		d := allContent(t, "<p>Find it.</p>"+box+"<p>Then go on.")
		for i := range d.Blocks {
			d.Blocks[i].Content = d.Blocks[i].Text != "x"
		}
		if got := strings.Contains(Markdown(d, DefaultOptions()), image); got != want {
			t.Errorf("%s: kept %v, want %v", box, got, want)
		}
	}
}

// A caption that is no content of the text is the title of its picture, in Markdown and HTML; one that is content is text.
func TestCaptions(t *testing.T) {
	const quoted = "The \"lock\" | seen from Q&amp;amp;A"
	for source, want := range map[string]string{
		`<figure><img src=a.png alt=A><figcaption>x <b>in</b><p>May</figcaption></figure>`:                               `![A](https://example.com/a/a.png "x in May")`,
		`<figure><img src=a.png alt="x in May"><figcaption>x in May</figcaption></figure>`:                               `![x in May](https://example.com/a/a.png)`,
		`<figure><img src=a.png><figcaption>` + quoted + `</figcaption></figure>`:                                        `![](https://example.com/a/a.png "The \"lock\" \| seen from Q\&amp;A")`,
		`<figure><img src=a.png><figcaption>kept</figcaption></figure>`:                                                  "![](https://example.com/a/a.png)\n\nkept",
		`<figure><img src=a.png><img src=b.png><figcaption>x</figcaption></figure>`:                                      `![](https://example.com/a/a.png "x")![](https://example.com/a/b.png)`,
		`<figure><img src=a.png><figcaption>x<span hidden>, for machines</span></figcaption></figure>`:                   `![](https://example.com/a/a.png "x")`,
		`<figure><figure><img src=a.png></figure><figcaption>x</figcaption></figure>`:                                    "![](https://example.com/a/a.png)",
		`<figure><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt="A plan"><figcaption>x</figcaption></figure>`: "![A plan]()",
	} {
		d := allContent(t, "<p>Before it.</p>"+source+"<p>After it.</p>")
		for i := range d.Blocks {
			d.Blocks[i].Content = d.Page.Enclosing(d.Blocks[i].Node, "figcaption") < 0 || d.Blocks[i].Text == "kept"
		}
		if got, want := Markdown(d, DefaultOptions()), "Before it.\n\n"+want+"\n\nAfter it.\n"; got != want {
			t.Errorf("%s is %q, want %q", source, got, want)
		}
	}
}

// Images are left out for a side that is known to be short. The box of one that was not loaded, or of a placeholder, is
// not the image's.
func TestImagesOfUnknownSize(t *testing.T) {
	line, dot := page.Box{W: 190, H: 18}, page.Box{W: 1, H: 1}
	for name, c := range map[string]struct {
		markup   string
		box      page.Box
		declared *[2]float64
		kept     bool
	}{
		"not loaded":             {"<img src=a.png>", line, &[2]float64{0, 0}, true},
		"among words":            {"<ul><li><img src=a.png> An item</ul>", line, &[2]float64{0, 0}, false},
		"told, among words":      {"<ul><li><img src=a.png alt='A crane'> An item</ul>", line, &[2]float64{0, 0}, true},
		"beside paragraphs":      {"<div><img src=a.png><p>A paragraph</p></div>", line, &[2]float64{0, 0}, true},
		"declared large":         {"<img src=a.png>", line, &[2]float64{300, 200}, true},
		"declared small":         {"<img src=a.png>", line, &[2]float64{24, 24}, false},
		"declared narrow":        {"<img src=a.png>", line, &[2]float64{24, 0}, false},
		"attributes":             {"<img src=a.png width=16>", line, &[2]float64{0, 0}, false},
		"loaded large":           {"<img src=a.png>", page.Box{W: 400, H: 300}, nil, true},
		"loaded small":           {"<img src=a.png>", page.Box{W: 400, H: 16}, nil, false},
		"tracking pixel":         {"<img src=a.png>", dot, nil, false},
		"placeholder":            {"<img src=blank.gif data-src=a.png>", dot, nil, true},
		"embedded placeholder":   {"<img src=data:image/gif;base64,AAAA data-src=a.png>", dot, nil, true},
		"embedded":               {"<img src=data:image/png;base64,AAAA alt='A crane'>", page.Box{W: 400, H: 300}, nil, true},
		"embedded, untold":       {"<img src=data:image/png;base64,AAAA>", page.Box{W: 400, H: 300}, nil, false},
		"embedded sign":          {"<img src=data:image/png;base64,AAAA alt='A crane'>", page.Box{W: 16, H: 16}, nil, false},
		"embedded, among words":  {"<p><img src=data:image/png;base64,AAAA alt='A crane'> An item", page.Box{W: 400, H: 300}, nil, false},
		"embedded, for another":  {"<p><img src=data:image/png;base64,AAAA alt='A crane'><noscript><img src=a.png></noscript>", page.Box{W: 400, H: 300}, nil, false},
		"placeholder of an icon": {"<img src=blank.gif data-src=a.png width=20>", dot, nil, false},
	} {
		p, err := page.Parse([]byte(c.markup), page.ParseOptions{URL: "https://example.com/"})
		if err != nil {
			t.Fatal(err)
		}
		i := p.Find(0, "img")
		p.Nodes[i].Box, p.Nodes[i].Declared = c.box, c.declared
		b := &builder{choice: choice{Choice: page.Choice{Page: p, Chosen: slices.Repeat([]bool{true}, len(p.Nodes))}}, opts: DefaultOptions()}
		if got := b.isFigure(i, &p.Nodes[i]); got != c.kept {
			t.Errorf("%s: kept %v, want %v", name, got, c.kept)
		}
	}
}

// Pages let an image fade in when it has loaded, which it did not: what only its own opacity hides is shown.
func TestImagesThatFadeIn(t *testing.T) {
	clear := &page.Style{Display: "block", Visibility: "visible"}
	for name, c := range map[string]struct {
		style    *page.Style
		declared *[2]float64
		within   bool // something hidden
		kept     bool
	}{
		"not loaded":         {clear, &[2]float64{0, 0}, false, true},
		"loaded":             {clear, nil, false, false},
		"invisible":          {&page.Style{Display: "block", Visibility: "hidden"}, &[2]float64{0, 0}, false, false},
		"hidden otherwise":   {&page.Style{Display: "block", Visibility: "visible", Opacity: 1}, &[2]float64{0, 0}, false, false},
		"in something clear": {clear, &[2]float64{0, 0}, true, false},
	} {
		p, err := page.Parse([]byte("<div><img src=a.png alt='A crane'><p>A paragraph</p></div>"), page.ParseOptions{URL: "https://example.com/"})
		if err != nil {
			t.Fatal(err)
		}
		i := p.Find(0, "img")
		n := &p.Nodes[i]
		n.Hidden, n.Style, n.Declared = true, c.style, c.declared
		p.Nodes[n.Parent].Hidden = c.within
		b := &builder{choice: choice{Choice: page.Choice{Page: p, Chosen: slices.Repeat([]bool{true}, len(p.Nodes))}}, opts: DefaultOptions()}
		if got := b.isFigure(i, n); got != c.kept {
			t.Errorf("%s: kept %v, want %v", name, got, c.kept)
		}
	}
}

// A picture that is embedded in the page has no address that could be written: it is shown by what it says it shows, once.
func TestEmbeddedImages(t *testing.T) {
	const img = `<img src="data:image/png;base64,AAAA" alt="A [tall] crane">`
	d := allContent(t, "<p>Before it.</p><p>"+img+"</p><p>"+img+"</p><table><tr><th>What</th><th>Picture</th></tr><tr><td>A crane</td><td><a href=/b><img src='data:,B' alt='a | b'></a></td></tr></table>")
	want := "Before it.\n\n![A \\[tall\\] crane]()\n\n| What | Picture |\n|---|---|\n| A crane | [![a \\| b]()](https://example.com/b) |\n"
	if got := Markdown(d, DefaultOptions()); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := HTML(d, DefaultOptions()); !strings.Contains(got, `<p><img alt="A [tall] crane"/></p>`) {
		t.Error(got)
	}
}

// Images of AMP are images without its script, too, once each.
func TestImagesOfAMP(t *testing.T) {
	d := allContent(t, `<p>x<amp-img src="/a.jpg" alt=A width=600 height=400> </amp-img><p>y
		<amp-img src="/b.jpg" alt=B width=600 height=400><noscript><img src="/b.jpg" alt=B></noscript></amp-img><p>z`)
	want := "x![A](https://example.com/a.jpg)\n\ny ![B](https://example.com/b.jpg)\n\nz\n"
	if got := Markdown(d, DefaultOptions()); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A name makes no placeholder or tracking pixel of a picture, but where it is only such a word or the page tells more.
func TestNamesOfImages(t *testing.T) {
	const at = "https://example.com/a/"
	for markup, want := range map[string]string{
		`<img src=earl-grey.jpg width=600 height=400>`:             at + "earl-grey.jpg",
		`<img src=google-pixel.jpg alt="A telephone">`:             at + "google-pixel.jpg",
		`<img src=google-pixel.jpg width=600>`:                     at + "google-pixel.jpg",
		`<img src=truck_loading.jpg>`:                              at + "truck_loading.jpg",
		`<img src=truck_loading.jpg srcset="big.jpg 900w">`:        at + "truck_loading.jpg",
		`<img src=x.gif data-src=earl-grey.jpg>`:                   at + "earl-grey.jpg",
		`<img src=x.gif data-src=grey.jpg>`:                        at + "grey.jpg",
		`<img src=img_lazy.gif data-srcset="a.jpg 300w">`:          at + "a.jpg",
		`<img src=/i/placeholder-300x200.png srcset="a.jpg 300w">`: at + "a.jpg",
		`<img src=blank.gif?v=2 srcset="a.jpg 300w">`:              at + "a.jpg",
		`<img src=point-blank.png width=600>`:                      at + "point-blank.png",
		`<img src=/c/placeholder.60f9b1840c.svg>`:                  "",
		`<img src=/c/grey-placeholder.png>`:                        "",
		`<img src=/c/placeholder-image-wide.png>`:                  "",
		`<img src=/c/1x1.trans.gif>`:                               "",
		`<img src=/c/lazy_ring.gif>`:                               "",
		`<img src=/c/clear.png alt=";)">`:                          "",
		`<img src=/grey.gif width=600>`:                            "",
		`<img src=https://t.example.com/pixel/7>`:                  "",
		`<img src=my-pixel.gif>`:                                   "",
		`<img src=my-pixel.gif width=1 height=1 alt=x>`:            "",
	} {
		if want != "" {
			want = "![](" + want + ")\n\n"
		}
		got := Markdown(allContent(t, "<p>Before it.</p>"+markup+"<p>After it.</p>"), DefaultOptions())
		if got = strings.Replace(got, "![A telephone]", "![]", 1); got != "Before it.\n\n"+want+"After it.\n" {
			t.Errorf("%s is %q, want %q", markup, got, want)
		}
	}
}

// The picture in the head of an article, which has no content but stands before it, is the article's.
func TestImagesInHeads(t *testing.T) {
	const img = "<img src=a.png>"
	for head, want := range map[string]bool{
		`<header><h1>Cranes</h1><p>By Ann Lee</p>` + img + `</header>`:                                 true,
		`<div><div>` + img + `</div><div><h1>Cranes</h1><time>1 May</time></div></div>`:                true,
		`<header><h1>Cranes</h1><figure>` + img + `<figcaption>By x</figcaption></figure></header>`:    true,
		`<div><header><h1>Cranes</h1>` + img + `</header><p>By Ann Lee</p></div>`:                      true,
		`<header><h1>Cranes` + img + `</h1></header>`:                                                  false,
		`<header><h1>Cranes</h1><ul><li>` + img + `</ul></header>`:                                     false,
		`<header><h1>Cranes</h1><p>By ` + img + ` Ann Lee</p></header>`:                                false,
		`<header><h1>The Daily</h1><p>By Ann Lee</p>` + img + `</header>`:                              false,
		`<header><h1>Cranes</h1><p>` + strings.Repeat("By the way. ", 50) + `</p>` + img + `</header>`: false,
		`<header><h1>Cranes</h1>` + img + `</header><div><p>By the way.</p></div>`:                     false,
	} {
		d := allContent(t, "<article>"+head+"<div><p>They stand.</p></div></article>")
		d.Title = "Cranes"
		for i := range d.Blocks {
			d.Blocks[i].Content = d.Blocks[i].Text == "They stand."
		}
		if got := strings.Contains(Markdown(d, DefaultOptions()), "![]("); got != want {
			t.Errorf("%s: kept %v, want %v", head, got, want)
		}
	}
	d := allContent(t, "<article><header><h1>Cranes</h1><img src=l.png alt='Daily logo'><img src=s.svg><img src=data:,a alt=b><img src=a.png><img src=b.png></header><p>They stand.</p></article>")
	d.Title, d.Blocks[0].Content = "Cranes", false
	if got, want := Markdown(d, DefaultOptions()), "![](https://example.com/a/a.png)\n\nThey stand.\n"; got != want {
		t.Errorf("of several pictures got %q, want %q", got, want)
	}
}

func TestLargest(t *testing.T) {
	for srcset, want := range map[string]string{
		"a 320w,b 1280w":                        "b",
		"a 320w, b 1280w, c 640w":               "b",
		"b 1280w 900h,a 320w 2000h":             "b",
		"a,b 2x":                                "a,b",
		"a, b 2x":                               "b",
		"a,":                                    "a",
		"\n\ta 1x,\n\tb 1.5x\n":                 "b",
		" , ,a":                                 "a",
		"/f_auto,w_320/a 320w,/f_auto,w_9/b 9w": "/f_auto,w_320/a",
		"data:image/gif;base64,AA 1w,b 2w":      "b",
		"a x":                                   "a",
		"":                                      "",
	} {
		if got := largest(srcset); got != want {
			t.Errorf("of %q the largest is %q, want %q", srcset, got, want)
		}
	}
}

// Alternative texts that are HTML themselves say what it says; others may have signs of it.
func TestAlternativeTextsEscapedTwice(t *testing.T) {
	for alt, want := range map[string]string{
		`A sign: &amp;quot;Open&amp;quot;&amp;nbsp;`:                               `A sign: "Open"`,
		`&lt;p&gt;The &lt;em&gt;Grey Mole&lt;/em&gt; &amp;amp; a crane.&lt;/p&gt;`: `The Grey Mole & a crane.`,
		`30 years of &lt;br&gt;cranes`:                                             `30 years of cranes`,
		`&lt;p&gt;One&lt;/p&gt;&lt;p&gt;Two`:                                       `One Two`,
		`List&lt;Crane&gt; in a &lt;div&gt; &amp; x?a&amp;copy=1`:                  `List&lt;Crane&gt; in a &lt;div&gt; & x?a&copy=1`,
	} {
		want = "![" + want + "](https://example.com/a.png)\n"
		if got := Markdown(allContent(t, `<p>a<p><img src=/a.png alt="`+alt+`">`), DefaultOptions()); got != "a\n\n"+want {
			t.Errorf("%s is %q, want %q", alt, got, want)
		}
	}
}
