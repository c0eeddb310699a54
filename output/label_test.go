package output

import "testing"

// A label beside a listing that only says its language is no text, nor is a button that copies it, in no format.
func TestLabelsOfListings(t *testing.T) {
	const listing = "<pre><code>x</code></pre>"
	for source, want := range map[string][2]string{
		`<div class=language-js><button class=copy></button><span class=lang>js</span>` + listing + `</div>`:                         {"```js\nx\n```\n", "x"},
		`<div class=language-sh>` + listing + `<div>Bash</div></div>`:                                                                {"```sh\nx\n```\n", "x"},
		`<div><div><span>JavaScript</span><button>Copy code</button></div><div class="hljs language-js">` + listing + `</div></div>`: {"```js\nx\n```\n", "x"},
		`<div class=language-txt><span>txt</span>` + listing + `</div>`:                                                              {"```\nx\n```\n", "x"},
		`<figure class="highlight go"><figcaption><span>go</span></figcaption>` + listing + `</figure>`:                              {"```go\nx\n```\n", "x"},
		`<div><div class="btn copy">Copied!</div>` + listing + `</div>`:                                                              {"```\nx\n```\n", "x"},
		`<div class=language-js><span>app.js</span>` + listing + `</div>`:                                                            {"app.js\n\n```js\nx\n```\n", "app.js\n\nx"},
		`<div class=language-js><h3>js</h3>` + listing + `</div>`:                                                                    {"### js\n\n```js\nx\n```\n", "js\n\nx"},
		`<div class=language-js><div>js</div><p>See:</p>` + listing + `</div>`:                                                       {"js\n\nSee:\n\n```js\nx\n```\n", "js\n\nSee:\n\nx"},
		`<div class=language-js><p>a<p>b<p>c<p>d<div>js</div>` + listing + `</div>`:                                                  {"a\n\nb\n\nc\n\nd\n\njs\n\n```js\nx\n```\n", "a\n\nb\n\nc\n\nd\n\njs\n\nx"},
		`<div><button>How do I copy?</button>` + listing + `</div>`:                                                                  {"How do I copy?\n\n```\nx\n```\n", "How do I copy?\n\nx"},
		`<button>Copy</button><p>x`: {"Copy\n\nx\n", "Copy\n\nx"},
	} {
		d := allContent(t, source)
		if got := Markdown(d, DefaultOptions()); got != want[0] {
			t.Errorf("%s is %q, want %q", source, got, want[0])
		}
		if got := Text(d); got != want[1] {
			t.Errorf("%s is as text %q, want %q", source, got, want[1])
		}
	}
}
