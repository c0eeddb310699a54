package output

import "testing"

// The name of a tab stands before its panel, and nowhere else; that of a tab that is not shown is not.
func TestTabs(t *testing.T) {
	const listing = "<pre><code>x</code></pre>"
	for source, want := range map[string][2]string{
		`<div class=vp-code-group><div class=tabs><input type=radio id=t1 name=g checked><label for=t1>npm</label><input type=radio id=t2 name=g><label for=t2>yarn</label></div>
			<div class=blocks><div class=language-sh><span class=lang>sh</span>` + listing + `</div><div class=language-sh>` + listing + `</div></div></div>`: {"npm\n\n```sh\nx\n```\n\nyarn\n\n```sh\nx\n```\n", "npm\n\nx\n\nyarn\n\nx"},
		`<div><ul role=tablist><li role=tab>A<li role=tab>O</ul><div><div role=tabpanel><p>Apple</div><div role=tabpanel hidden><p>Orange</div></div></div>`:                                                                                                                {"A\n\nApple\n", "A\n\nApple"},
		`<div role=tablist><button role=tab>A</button><button role=tab>O</button></div><div role=tabpanel>Apple</div><div role=tabpanel>Orange</div><div>c`:                                                                                                                 {"A\n\nApple\n\nO\n\nOrange\n\nc\n", "A\n\nApple\n\nO\n\nOrange\n\nc"},
		`<div><input type=radio id=t1><label for=t1>A</label><div><p>Apple</div><input type=radio id=t2><label for=t2>O</label><div><p>Orange</div></div>`:                                                                                                                  {"A\n\nApple\n\nO\n\nOrange\n", "A\n\nApple\n\nO\n\nOrange"},
		`<ul><li><a data-toggle=tab href="#a"><div>A</div><div>A</div></a><li><a data-toggle=tab href="#o">O</a></ul><div><div id=a>Apple</div><div id=o>Orange</div></div>`:                                                                                                {"A\n\nApple\n\nO\n\nOrange\n", "A\n\nApple\n\nO\n\nOrange"},
		`<div><div role=tablist><div><button role=tab>A</button><button role=tab>O</button></div></div></div><p>b</p><main><div><div><div role=tabpanel>Apple</div><div role=tabpanel>Orange</div></div></div></main>`:                                                      {"b\n\nA\n\nApple\n\nO\n\nOrange\n", "b\n\nA\n\nApple\n\nO\n\nOrange"},
		`<x-tabs><div><x-tab role=tab aria-controls=a>A</x-tab><x-tab role=tab id=o>O</x-tab><x-tab role=tab>P</x-tab></div><section><x-panel role=tabpanel id=a><p>Apple</p></x-panel><x-panel role=tabpanel aria-labelledby=o><p>Orange</p></x-panel></section></x-tabs>`: {"P\n\nA\n\nApple\n\nO\n\nOrange\n", "P\n\nA\n\nApple\n\nO\n\nOrange"},
		`<div role=tablist><div><div><button role=tab>A</button><button role=tab>O</button></div></div></div><div><div><div>Apple</div><div>Orange</div></div></div><p>b`:                                                                                                   {"A\n\nApple\n\nO\n\nOrange\n\nb\n", "A\n\nApple\n\nO\n\nOrange\n\nb"},
		`<form><input type=radio id=y><label for=y>Yes</label><input type=radio id=n><label for=n>No</label></form><div><div>b</div></div>`:                                                                                                                                 {"Yes No\n\nb\n", "Yes No\n\nb"},
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
