package output

import "testing"

// Pictures of emoji are the characters that they draw, where they stand among words.
func TestEmoji(t *testing.T) {
	for source, want := range map[string]string{
		`<p>Well done <img class="emoji" alt="😀" src="/72x72/1f600.png"> friends`:                                                 "Well done 😀 friends\n",
		`<p>Well done<img class="emoji" alt="😀" src="/72x72/1f600.png">, friends`:                                                 "Well done😀, friends\n",
		`<p>So<img class="wp-smiley" alt="❤️" src="/1.svg"><img alt="👩‍👩‍👧" src="/emoji/2.svg">`:                                  "So❤️👩‍👩‍👧\n",
		`<p><b>Press <img class="emoji" alt="#️⃣" src="/23-20e3.png"></b> or <img class="emoji" alt="🇫🇷" src="/f.png" hidden>not`: "**Press #️⃣** or not\n",
		`<p>A <img class="emoji" alt=":smile:" src="/s.png"> B`:                                                                   "A B\n",
		`<p>A <img class="icon" alt="★" src="/s.png"> B`:                                                                          "A B\n",
		`<p>A</p><div><img class="emoji" alt="😀" src="/s.png"></div><p>B`:                                                         "A\n\nB\n",
		`<p>A <img class="emoji" alt="5" src="/s.png"> B`:                                                                         "A B\n",
	} {
		for _, images := range []string{"keep", "drop"} {
			o := DefaultOptions()
			o.Images = images
			if got := Markdown(allContent(t, source), o); got != want {
				t.Errorf("%s (%s): got %q, want %q", source, images, got, want)
			}
		}
	}
}
