package meta

import (
	"strings"
	"testing"

	"github.com/mullionhq/mullion/page"
)

func TestWall(t *testing.T) {
	article := "<p>" + strings.Repeat("The bell in the harbour rang at seven minutes past two. ", 40)
	for source, want := range map[string]string{
		`<title>Just a moment...</title><div class=main-wrapper><noscript><span id="challenge-error-text">Enable JavaScript</span></noscript></div>`: "just a moment...",
		`<title>Un momento…</title><noscript><span id="challenge-error-text">Active JavaScript</span></noscript>`:                                    "challenge-error-text",
		`<title>shop.example</title><p id="cmsg">Please enable JS and disable any ad blocker</p>`:                                                    "please enable js and disable any ad blocker",
		`<title>shop.example</title><iframe src="https://geo.captcha-delivery.com/captcha/?x=1"></iframe>`:                                           "captcha-delivery.com",
		`<p>Before we go on …</p><div id="px-captcha"></div>`:                                                                                        "px-captcha",
		`<h1>One more step</h1><form><div class="h-captcha" data-sitekey=x></div></form>`:                                                            "h-captcha",
		`<p>Making sure you’re not a bot!`:                                 "making sure you're not a bot",
		`<title>百度安全验证</title>`:                                            "百度安全验证",
		`<h2>环境异常</h2><p>当前环境异常，完成验证后即可继续访问。`:                              "当前环境异常，完成验证后即可继续访问",
		`<title>Just a moment...</title>` + article:                        "",
		article + `<form><div class="h-captcha"></div></form>`:             "",
		`<h1>Write to us</h1>` + article[:700] + `<div class=g-recaptcha>`: "",
		`<p>A short note about bells.`:                                     "",
	} {
		p, err := page.Parse([]byte(source), page.ParseOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if got := Wall(p); got != want {
			t.Errorf("%.80s: %q, want %q", source, got, want)
		}
	}
}
