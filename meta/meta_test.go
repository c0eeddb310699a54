package meta

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mullionhq/mullion/page"
)

func parse(t testing.TB, html, url string) *page.Page {
	t.Helper()
	p, err := page.Parse([]byte(html), page.ParseOptions{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Of several first headings none may say the title, which stands elsewhere.
func TestTitleAmongHeadingsOfSections(t *testing.T) {
	p, err := page.Parse([]byte(`<title>The R*Tree Module</title><div>The R*Tree Module</div><h1>1. Overview</h1><p>It is.<h1>2. Compiling the R*Tree module</h1><p>Do.`), page.ParseOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if got := Of(p).Title; got != "The R*Tree Module" {
		t.Errorf("the title is %q", got)
	}
}

func TestTitle(t *testing.T) {
	for _, tt := range []struct{ name, html, want string }{
		{"the headline that agrees with the title", `<title>Bridge reopens | The Post</title><h1>The Post</h1><h1>Bridge reopens</h1>`, "Bridge reopens"},
		{"below the site's name, which the title has last", `<title>Bridges | The Guide v1.2</title><h1>The Guide v1.2</h1><h2>Bridges</h2><h3>Stone</h3>`, "Bridges"},
		{"below the name of a part of the site, which the title has last but one", `<title>Bridges - Quay Works - Example Tracker</title><h1>Quay Works</h1><h2>Bridges</h2><p>x`, "Bridges"},
		{"behind the names of site and section, as a line shows it", `<title>The Quay -- Traffic - Why ferries are late</title><table><tr><td><u>Why ferries are late</u></td><td>x</table>`, "Why ferries are late"},
		{"a day behind the title", `<title>The Quay: Late ferries -- January 23, 2001</title><div>January 23, 2001</div>`, "The Quay: Late ferries -- January 23, 2001"},
		{"a name in the text", `<title>Ferries - Late Ferries - Quay Works of Stone</title><p>Write to us:<p>Quay Works of Stone`, "Ferries - Late Ferries - Quay Works of Stone"},
		{"where a link shows the same", `<title>The Quay: Why ferries are late</title><p><a href="/x">Why ferries are late</a></p>`, "The Quay: Why ferries are late"},
		{"between a tag and the site's name, above a section of the tag's name", `<title>iron - Why do bridges rust? - Example Answers</title><meta property="og:title" content="Why do bridges rust?"><h1>Why do bridges rust?</h1><p>x<h1>Iron</h1>`, "Why do bridges rust?"},
		{"below the site's name, in no heading", `<title>Bridge reopens - Quay Notes of Ann</title><h1>Quay Notes of Ann</h1><div class=entry-title>Bridge reopens</div>`, "Bridge reopens"},
		{"in a manual without a heading", `<title>Bridges — Quay 1.2 documentation</title><p>x<h2>Of stone</h2>`, "Bridges"},
		{"above the name of its section, which the title has last", `<title>Bridge reopens | Traffic</title><h1>Bridge reopens</h1><h2>Traffic</h2>`, "Bridge reopens"},
		{"a numbered section of a book in parentheses", `<title>Stone Bridges (The Guide (version 1.2))</title><h3>17.9 Stone Bridges</h3><h4>17.9.1 Bridges</h4>`, "17.9 Stone Bridges"},
		{"parentheses that are the title's", `<title>Bridge (film)</title><h1>Bridge (film)</h1><h2>Bridge</h2>`, "Bridge (film)"},
		{"without the known site name", `<title>Bridge - a story - The Post</title><meta property="og:site_name" content="The Post"><p>x`, "Bridge - a story"},
		{"without the publisher's name", `<script type="application/ld+json">{"@type":"Article","publisher":{"@type":"Organization","name":"The Post"}}</script><title>Bridge ~ The Post</title><p>x`, "Bridge"},
		{"without the name in the address", `<title>Bridge reopens at dawn – Example</title><p>x`, "Bridge reopens at dawn"},
		{"the site's name behind an arrow", `<title>Bridge > tunnel ~ ferry > Example</title><p>x`, "Bridge > tunnel ~ ferry"},
		{"the site's name before a tilde", `<title>Example ~ Bridge reopens</title><p>x`, "Bridge reopens"},
		{"Dublin Core's terms", `<title>Example: 4711</title><meta name="DCTERMS.title" content="Bridge reopens"><p>x`, "Bridge reopens"},
		{"the site's name first", `<title>Example: Bridge | Example</title><h2>Other</h2>`, "Example: Bridge"},
		{"Chinese sections and site", `<title>大桥重新开放_新闻中心_新浪网</title><p>x`, "大桥重新开放"},
		{"a dash inside a headline stays", `<title>Spider-Man - No Way Home is a very good film</title><p>x`, "Spider-Man - No Way Home is a very good film"},
		{"h1 wins over a shorter og:title", `<meta property="og:title" content="Bridge reopens"><h1>Bridge reopens after two years</h1>`, "Bridge reopens after two years"},
		{"the kicker in the headline is not the title", `<meta property="og:title" content="Bridge reopens"><h1><span>City</span> <span>Bridge reopens</span></h1>`, "Bridge reopens"},
		{"the path to the page before the title", `<title>Bridge reopens - Quay Forums</title><meta property="og:title" content="Bridge reopens"><h1><a href="/">Quay Forums</a> <i></i> <a href="/b">Bridges</a> &gt; Bridge reopens</h1>`, "Bridge reopens"},
		{"a link within the title", `<title>The old bridge reopens</title><h1>The <a href="/b">old</a> bridge reopens</h1>`, "The old bridge reopens"},
		{"a label before the title", `<title>Traffic The old bridge reopens</title><h1>Thread: <span><a href="/a">The old bridge reopens</a></span></h1>`, "The old bridge reopens"},
		{"the same that the head says, too", `<title>Thread: The old bridge reopens</title><h1>Thread: <a href="/a">The old bridge reopens</a></h1>`, "Thread: The old bridge reopens"},
		{"a kicker named so", `<title>The Post</title><h1><div class="topic-label">City</div> Bridge reopens</h1>`, "Bridge reopens"},
		{"a small one", `<title>The Post</title><h1><small>City</small><br> Bridge reopens</h1>`, "Bridge reopens"},
		{"a day above the title", `<title>The Post</title><h1><span class=topline><span class=date>6 May 2024</span></span>Bridge reopens</h1>`, "Bridge reopens"},
		{"a kicker that the head says too", `<title>City: Bridge reopens</title><h1><span class=kicker>City</span> Bridge reopens</h1>`, "City Bridge reopens"},
		{"a name below the title", `<title>The Post</title><h1>Bridge reopens <span class=subtitle>after two years</span></h1>`, "Bridge reopens after two years"},
		{"a title of one word behind a small one", `<title>The Post</title><h1><small>The</small> Bridge</h1>`, "The Bridge"},
		{"a heading that is all small", `<title>The Post</title><h1><small>Bridge reopens <a class=headerlink href=#x>¶</a></small></h1>`, "Bridge reopens"},
		{"a label of Doxygen", `<title>Quay: Crane Class Reference</title><div class=title>Crane Class Reference<span class=mlabels><span class=mlabel>abstract</span></span></div>`, "Crane Class Reference"},
		{"a group of Doxygen", `<title>Quay: Crane Class Reference</title><div class=title>Crane Class Reference<div class=ingroups><a>Cranes</a></div></div>`, "Crane Class Reference"},
		{"a logo is no headline", `<title>Bridge reopens</title><h1><img alt=x>Example</h1><div class="post-title">Bridge reopens</div>`, "Bridge reopens"},
		{"JSON-LD", `<script type="application/ld+json">{"@type":"NewsArticle","headline":"Bridge &amp; tunnel"}</script><p>x`, "Bridge & tunnel"},
		{"JSON-LD of questions that the page answers", `<title>All that one may want to know of bridges</title><script type="application/ld+json">{"@type":"FAQPage","mainEntity":[{"@type":"Question","name":"What is a bridge?"},{"@type":"Question","name":"Why stone?"}]}</script><h1>Bridges</h1><h2>What is a bridge?</h2><h2>Why stone?</h2>`, "Bridges"},
		{"JSON-LD of the one question that the page is about", `<title>bridge - What is a bridge?</title><script type="application/ld+json">{"@type":"QAPage","mainEntity":{"@type":"Question","name":"What is a bridge?"}}</script><h1>Questions</h1><h2>What is a bridge?</h2>`, "What is a bridge?"},
		{"the site's name in the headline, behind a separator", `<title>Bridges and tunnels of iron | The Post</title><meta property="og:site_name" content="The Post"><h1>Bridges and tunnels of iron | The Post</h1>`, "Bridges and tunnels of iron"},
		{"another name there", `<title>Bridges of iron | Tunnels | The Post</title><meta property="og:site_name" content="The Post"><h1>Bridges of iron | Tunnels</h1>`, "Bridges of iron | Tunnels"},
		{"all of the title but a long name of the site, which is not known", `<title>Bridge – The book of all that was built, free for all</title><script type="application/ld+json">{"@type":"Article","headline":"way over water"}</script><h1>Bridge</h1><div class=title>Way of water</div>`, "Bridge"},
		{"a permalink", `<title>Configuration - MkDocs</title><h1>Configuration<a class="headerlink" href="#x">¶</a></h1>`, "Configuration"},
		{"a permalink of no ink", "<title>Configuration | VitePress</title><h1>Configuration <a class=\"header-anchor\" href=\"#x\">\u200b</a></h1>", "Configuration"},
		{"a link to the front page is the site's name", `<title>Bridge reopens – Northern Almanac</title><h1><a href="/">Northern Almanac</a></h1><h1>Bridge reopens</h1>`, "Bridge reopens"},
		{"so is a heading in such a link", `<title>Cron — Workshop manual 2.1</title><a href="index.html"><h1>Workshop manual 2.1</h1></a><h1>Cron</h1>`, "Cron"},
		{"the site's name in brackets, a link to another page of one script", `<title>guide:bridges [The Guide]</title><h1><a href="/wiki.php?id=start"><span>The Guide</span></a></h1><h1>Bridges of stone</h1>`, "Bridges of stone"},
		{"brackets of the headline itself", `<title>Bridge reopens [video]</title><h1><a href="/a?x">Bridge reopens [video]</a></h1><h1>Tunnel</h1>`, "Bridge reopens [video]"},
		{"a lone one too", `<title>Bridge reopens</title><h1><a href="/index.html">Almanac</a></h1>`, "Bridge reopens"},
		{"the title in a bar that leads to the front page", `<title>Bridge of iron</title><h1><a href=".">Bridge of iron</a></h1><h1>Bridge of iron</h1><h2>Iron bridge</h2>`, "Bridge of iron"},
		{"a link to the page itself is its headline", `<title>Bridge reopens</title><h1><a href="/a">Bridge reopens</a></h1>`, "Bridge reopens"},
		{"a link to the first page of a story is its headline", `<title>Bridge reopens - Page 2</title><h1><a href="/a">Bridge reopens</a></h1>`, "Bridge reopens"},
		{"the site's name before a shorter title", `<title>Example | About</title><p>x`, "About"},
		{"the site's name in a link of the header", `<title>About | Old Stone Works</title><header><a href="/">Old Stone Works</a></header><p>x`, "About"},
		{"in the picture of one", `<title>About | Old Stone Works</title><a href="/"><img src=l alt="Logo of Old Stone Works"></a><p>x`, "About"},
		{"in the label of one", `<title>About - Old Stone Works</title><a href="https://www.example.com" aria-label="Old Stone Works home"><svg></svg></a><p>x`, "About"},
		{"a link of the header to another page", `<title>About | Old Stone Works</title><header><a href="/stone">Old Stone Works</a></header><p>x`, "About | Old Stone Works"},
		{"a link to another page of one script", `<title>About | Old Stone Works</title><a href="/index.php?id=4">Old Stone Works</a><p>x`, "About | Old Stone Works"},
		{"the page's title in a link of a bar", `<title>Oslo - Its old stone works</title><a href="/">Its old stone works</a><h1>Its old stone works</h1>`, "Its old stone works"},
		{"a link to edit", `<h1>Wiki page<span class="mw-editsection"><span>[</span><a href="/e">edit</a><span>]</span></span></h1>`, "Wiki page"},
		{"a card that says the site's name", `<title>Archives - Quay Works</title><meta property="og:title" content="Quay Works"><meta property="og:site_name" content="Quay Works"><p>x`, "Archives"},
		{"the same below a motto", `<title>Quay Works - Bridges for all</title><meta property="og:title" content="Quay Works"><meta property="og:site_name" content="Quay Works"><p>x`, "Quay Works"},
		{"a badge and a button", `<title>Release v2.0</title><h1>Release v2.0 <span class="badge badge-new">New</span> <button>Copy link</button></h1>`, "Release v2.0"},
		{"a choice of other pages", `<title>Bridges of May - Quay Works</title><h1>Bridges of May <select><option>June</option><option>July</option></select></h1>`, "Bridges of May"},
		{"a badge of VitePress", `<title>Release</title><h1>Release <span class="VPBadge tip">^2.0</span></h1>`, "Release"},
		{"a heading that is a button", `<h1><button>Opening hours</button></h1>`, "Opening hours"},
		{"a heading that was never closed", `<title>Bridge news</title><h1>The bridge reopens<p>` + strings.Repeat("It is long. ", 50) + `</h1>`, "Bridge news"},
		{"a title that was never closed", `<meta property="og:title" content="The bridge reopens ` + strings.Repeat("It is long. ", 50) + `"><title>Bridge news</title><p>x`, "Bridge news"},
		{"nothing", `<p>x`, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := Of(parse(t, tt.html, "https://www.example.com/a")).Title; got != tt.want {
				t.Errorf("title is %q, want %q", got, tt.want)
			}
		})
	}
}

// A page that is read from a file has no address.
func TestTitleWithoutAddress(t *testing.T) {
	got := Of(parse(t, `<title>About | Old Stone Works</title><header><a href="/">Old Stone Works</a></header><p>x`, "")).Title
	if want := "About"; got != want {
		t.Errorf("title is %q, want %q", got, want)
	}
}

// The names in a page's address are those of its site.
func TestTitleWithoutNamesOfAddress(t *testing.T) {
	for _, tt := range []struct{ address, name, want string }{
		{"https://www.example.com/a", "Example", "Bridge"},
		{"https://www.example.com/a", "EXAMPLE.com", "Bridge"},
		{"https://news.example.com/a", "Example", "Bridge"},
		{"https://news.example.com/a", "News", "Bridge"},
		{"https://news.example.com/a", "Com", "Bridge ~ Com"},
		{"http://quay:8080/a", "Quay", "Bridge"},
	} {
		if got := Of(parse(t, "<title>Bridge ~ "+tt.name+"</title><p>x", tt.address)).Title; got != tt.want {
			t.Errorf("%s, %s: title is %q, want %q", tt.address, tt.name, got, tt.want)
		}
	}
}

func TestHeadline(t *testing.T) {
	for _, tt := range []struct{ name, html, want string }{
		{"h1", `<title>A long headline</title><h1>A long headline</h1>`, "h1"},
		{"h2 where h1 is the site", `<title>A long headline - Example</title><h1>Example</h1><h2>A long headline</h2>`, "h2"},
		{"text without markup", `<title>A long headline_Example</title><div><b>A long headline</b></div><p>x`, "div"},
		{"a link to the story is not its headline", `<title>A long headline here</title><ul><li><h3>A long headline here</h3></ul><div><a href=x>A long headline here</a></div>`, ""},
		{"the heading of several, although a block shows the same", `<title>A long headline here</title><div>A long headline here</div><h1>A long headline here</h1><h1>More</h1>`, "h1"},
		{"several, none of which the head says", `<h1>Iron</h1><h1>Stone</h1><p>x`, ""},
		{"hidden", `<title>A long headline here</title><h1 hidden>A long headline here</h1>`, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := parse(t, tt.html, "https://example.com/")
			got := ""
			if i := Of(p).Headline; i >= 0 {
				got = p.Nodes[i].Tag
			}
			if got != tt.want {
				t.Errorf("headline is in %q, want %q", got, tt.want)
			}
		})
	}
}

func TestAuthor(t *testing.T) {
	ld := func(s string) string { return `<script type="application/ld+json">` + s + `</script><h1>T</h1>` }
	for _, tt := range []struct{ name, html, want string }{
		{"one in JSON-LD", ld(`{"@type":"Article","author":{"@type":"Person","name":"Ann Lee"}}`), "Ann Lee"},
		{"a list in a graph", ld(`{"@graph":[{"@type":"WebSite","name":"S"},{"@type":"NewsArticle","author":[{"name":"Ann Lee"},"Bo Ray"]}]}`), "Ann Lee, Bo Ray"},
		{"by reference", ld(`{"@graph":[{"@type":"Article","author":{"@id":"#p"}},{"@type":"Person","@id":"#p","name":"Ann Lee"}]}`), "Ann Lee"},
		{"an array of scripts", ld(`[{"@type":"BreadcrumbList"},{"@type":["Thing","Article"],"author":"By Ann Lee and Bo Ray"}]`), "Ann Lee, Bo Ray"},
		{"broken JSON, mended", ld("<!-- {\"@type\":\"Article\",\"headline\":\"a\nb\",\"author\":[{\"name\":\"Ann Lee\"},],} -->"), "Ann Lee"},
		{"broken JSON, salvaged", ld(`{"@type":"Article","headline":"a "quoted" one","author":{"@type":"Person","name":"Ann Lee"}}`), "Ann Lee"},
		{"meta", `<meta name="author" content="Von Ann Lee | Post"><h1>T</h1>`, "Ann Lee"},
		{"an address without a scheme is no name", `<meta property="article:author" content="facebook.com/ann"><h1>T</h1><p class="byline">By <a>Ann Lee</a>, 5 May 2024</p>`, "Ann Lee"},
		{"an address is no name", `<meta property="article:author" content="https://facebook.com/ann"><h1>T</h1><p class="byline">By <a>Ann Lee</a>, 5 May 2024</p>`, "Ann Lee"},
		{"several citations", `<meta name="citation_author" content="Lee A."><meta name="citation_author" content="Ray B."><h1>T</h1>`, "Lee A., Ray B."},
		{"microdata", `<h1>T</h1><span itemprop="author" itemscope><a itemprop="name">Ann Lee</a> <span>12 posts</span></span>`, "Ann Lee"},
		{"rel", `<h1>T</h1><a rel="author" href="/ann">Ann Lee</a>`, "Ann Lee"},
		{"an account is no author", `<meta name="author" content="admin"><h1>T</h1>`, ""},
		{"a person before the site", `<meta property="og:site_name" content="The Post"><meta name="author" content="The Post"><h1>T</h1><p>By Ann Lee</p>`, "Ann Lee"},
		{"the site when no one is named", `<meta property="og:site_name" content="The Post"><meta name="author" content="The Post"><h1>T</h1><p>By the way`, "The Post"},
		{"a byline in pieces", `<h1>T</h1><p>von <a href="/ann">Ann van der Lee</a> | 5. Mai 2024</p>`, "Ann van der Lee"},
		{"a Chinese label", `<h1>T</h1><p>2024-05-06 来源：新华网 作者：张三 李四</p>`, "张三, 李四"},
		{"points that belong to names", ld(`{"@type":"Article","author":[{"name":"Perry Bacon Jr."},{"name":"Ann Lee, Ph.D."},{"name":"Bo Ray."}]}`), "Perry Bacon Jr., Ann Lee, Ph.D., Bo Ray"},
		{"the article with the title among several", `<script type="application/ld+json">[{"@type":"NewsArticle","headline":"Other news","author":"Bo Ray"},
			{"@type":"NewsArticle","headline":"The bridge opens","author":"Ann Lee"}]</script><h1>The bridge opens</h1>`, "Ann Lee"},
		{"no author of another article", `<script type="application/ld+json">[{"@type":"NewsArticle","headline":"The bridge opens"},
			{"@type":"NewsArticle","headline":"Other news","author":"Bo Ray"}]</script><h1>The bridge opens</h1>`, ""},
		{"what a person is", `<meta name="author" content="Ann Lee, Senior Editor, and Bo Ray, staff writer"><h1>T</h1>`, "Ann Lee, Bo Ray"},
		{"family names first", `<meta name="citation_author" content="Lee, Ann"><meta name="citation_author" content="van Ray, Bo"><meta name="citation_author" content="Cy Dee, PhD"><h1>T</h1>`,
			"Ann Lee, Bo van Ray, Cy Dee, PhD"},
		{"a heading of their section", `<h1>T</h1><p>Text.</p><h3 id=authors>Authors</h3><p>Many.</p>`, ""},
		{"a numbered heading of it", `<h1>T</h1><p>Text.</p><h2 id=author>8.1. Author</h2><p>Many.</p>`, ""},
		{"a book in running text", `<h1>T</h1><p>This chapter introduces some of the best practices for those who build packages, and who want them to be safe. If you are really interested I recommend that you read <a href="/b">Bridges That Last</a> by Ann Lee and Bo Ray (Quay Books, 2003).</p>`, ""},
		{"a line of its own below text", `<h1>T</h1><p>This chapter introduces some of the best practices for those who build packages, and who want them to be safe. If you are really interested I recommend that you read on.<br>By Ann Lee</p>`, "Ann Lee"},
		{"behind a section and a day", `<h1>T</h1><p>Posted in <a href="/n">News</a> on <i>6 May 2024</i> <span>by Ann Lee</span></p>`, "Ann Lee"},
		{"two in a line", `<h1>T</h1><p>By Ann Lee and Bo Ray</p>`, "Ann Lee, Bo Ray"},
		{"two links", `<h1>T</h1><p>By <a>Ann Lee</a> and <a>Bo Ray</a></p>`, "Ann Lee, Bo Ray"},
		{"a day behind the name", `<h1>T</h1><p>by Ann Lee on 14 May 2024</p>`, "Ann Lee"},
		{"a day behind the name in an element named so", `<h1>T</h1><p class=byline>Ann Lee on 14 May 2024</p>`, "Ann Lee"},
		{"posted by", `<h1>T</h1><p>Posted by Ann Lee on May 14, 2024</p>`, "Ann Lee"},
		{"French", `<h1>T</h1><p>Par Ann Lee et Bo Ray</p>`, "Ann Lee, Bo Ray"},
		{"Italian", `<h1>T</h1><p>di Ann Lee</p>`, "Ann Lee"},
		{"Russian", `<h1>T</h1><p>Автор: Иван Петров</p>`, "Иван Петров"},
		{"Turkish", `<h1>T</h1><p>Yazar: Ahmet Yılmaz</p>`, "Ahmet Yılmaz"},
		{"Arabic", `<h1>T</h1><p>بقلم: أحمد علي</p>`, "أحمد علي"},
		{"Arabic, in an element named so", `<h1>T</h1><p class=author>كتب: أحمد علي</p>`, "أحمد علي"},
		{"Japanese", `<h1>T</h1><p>執筆者：山田 太郎</p>`, "山田 太郎"},
		{"Japanese, no space", `<h1>T</h1><p>文＝山田太郎</p>`, "山田太郎"},
		{"Korean", `<h1>T</h1><p>홍길동 기자</p>`, "홍길동"},
		{"Korean, in an element named so", `<h1>T</h1><p class=byline>홍길동 선임기자 · 2024년 5월 12일</p>`, "홍길동"},
		{"Japanese, in an element named so", `<h1>T</h1><p class=byline>文＝山田太郎</p>`, "山田太郎"},
		{"Japanese, a reporter", `<h1>T</h1><p class=author>山田太郎記者</p>`, "山田太郎"},
		{"Taiwanese", `<h1>T</h1><p>〔記者林淑芬／台北報導〕市政府今天表示，大橋重新開放。</p>`, "林淑芬"},
		{"a press conference in Taiwan", `<h1>T</h1><p>市長在記者會上表示，大橋重新開放。</p>`, ""},
		{"Vietnamese, with a day", `<h1>T</h1><p class=byline>Tác giả: Nguyễn Thị Lan · 12 tháng 5 năm 2024</p>`, "Nguyễn Thị Lan"},
		{"Greek, with a day", `<h1>T</h1><p>Συντάκτης: Μαρία Παππά | 12 Μαΐου 2024</p>`, "Μαρία Παππά"},
		{"Hindi", `<h1>T</h1><p>लेखक: राजेश शर्मा</p>`, "राजेश शर्मा"},
		{"Thai", `<h1>T</h1><p class=byline>โดย สมชาย ใจดี</p>`, "สมชาย ใจดี"},
		{"Armenian", `<h1>T</h1><p>Հեղինակ՝ Անի Սարգսյան</p>`, "Անի Սարգսյան"},
		{"Georgian, whose names have no capitals", `<h1>T</h1><a rel=author href=/n>ნინო ბერიძე</a>`, "ნინო ბერიძე"},
		{"a label of something else", `<h1>T</h1><p>Автор: в 2024 году</p>`, ""},
		{"who comments is no author", `<h1>T</h1><p>x</p><ol class=commentlist><li><span class="author vcard">Joe Doe</span></ol>`, ""},
		{"nor is who wrote a related story", `<h1>T</h1><p>x</p><div class="related-posts"><span class=author>Joe Doe</span></div>`, ""},
		{"a page of comments", `<div class="comments"><h1>T</h1><p class=author>Ann Lee</p></div>`, "Ann Lee"},
		{"a day behind a name and a comma", `<h1>T</h1><div class=byline>By <a>Ann Lee</a><span>, 6th June 2013</span></div>`, "Ann Lee"},
		{"the name apart from what the person is", `<h1>T</h1><p class=byline><span class=byline-name>By Ann Lee</span> <span class=byline-title>Science reporter, The News</span></p>`, "Ann Lee"},
		{"two names set apart", `<h1>T</h1><p class=byline><b class=author__name>Ann Lee</b> (Rome) and <b class=author__name>Bo Ray</b> (Oslo)</p>`, "Ann Lee, Bo Ray"},
		{"a holder of rights", `<meta name=author content="Copyright (c) 2000, 2014-2020 by Ann Lee"><h1>T</h1>`, "Ann Lee"},
		{"a list of authors", `<h1>T</h1><ul class=authors><li><a>Ann Lee</a></li><li><a>Bo Ray</a></li></ul>`, "Ann Lee, Bo Ray"},
		{"a life beside a name", `<h1>T</h1><div><p class=author>Ann Lee</p><p class=author-bio>` + strings.Repeat("She has ten years of marketing, sales, and support. ", 3) + `</p></div>`, "Ann Lee"},
		{"a role on the next line", `<h1>T</h1><p class=byline>Ann Lee<br>Senior Reporter</p>`, "Ann Lee"},
		{"what stands beside a name", `<h1>T</h1><p class=byline>Ann Lee Follow 5 min read</p>`, "Ann Lee"},
		{"a section", `<h1>T</h1><p class=byline>Posted by Ann Lee in News</p>`, "Ann Lee"},
		{"a photographer behind a slash", `<h1>T</h1><p class=byline>By Ann Lee / Photographs by Bo Ray</p>`, "Ann Lee"},
		{"an address behind a name", `<meta name=author content="Ann Lee ann@example.com"><h1>T</h1>`, "Ann Lee"},
		{"an address alone", `<meta name=author content="ann.lee@example.com"><h1>T</h1>`, ""},
		{"a French date behind a name", `<h1>T</h1><p class=byline>Jean Dupont Publié le 6 mai 2024</p>`, "Jean Dupont"},
		{"Chinese reporters in an element named so", `<h1>T</h1><p class=author>新华社记者 张三 李四</p>`, "张三, 李四"},
		{"who wrote the stories on a front page", `<title>Quay News</title><h3><a href=/b>The old bridge reopens at last</a></h3><p class=author>Ann Lee</p><h3><a href=/c>Ferries go by night again</a></h3><p class=author>Bo Ray</p><h3><a href=/d>A tunnel below the harbour</a></h3><p class=author>Cy Poe</p>`, ""},
		{"who wrote the posts of a thread", `<title>Quay News</title><div><h3><a href=/b>The old bridge reopens</a></h3><p class=author>Ann Lee</p></div><div><h3><a href=/c>Re: The old bridge reopens</a></h3><p class=author>Bo Ray</p></div><div><h3><a href=/d>Re: The old bridge reopens</a></h3><p class=author>Cy Poe</p></div>`, "Ann Lee"},
		{"a reporter told far below", `<h1>T</h1>` + strings.Repeat("<p>x", 60) + `<p>（本报记者 张三丰）`, "张三丰"},
		{"who made a picture", `<h1>T</h1><p class=imageByline>Bo Ray</p><h3>By ANN B. LEE - Example Writer --</h3>`, "ANN B. LEE"},
		{"beside a picture", `<h1>T</h1><p class="with-image byline"><img>Ann Lee</p>`, "Ann Lee"},
		{"a button to write to the author", `<h1>T</h1><div class=author_button>联系作者</div>`, ""},
		{"who wrote what a link leads to", `<h1>T</h1>` + strings.Repeat("<p>x", 60) + `<ul><li><a href=/b>校长撰文：大桥重新开放</a></ul>`, ""},
		{"a reporter who edited what was said", `<h1>T</h1><p>大桥重新开放。（有删节，本报记者张三整理）</p>`, "张三"},
		{"a counter", `<h1>T</h1><p class=author>12 comments</p>`, ""},
		{"no space behind a label", `<h1>T</h1><p class="byline"><span>Written by</span><a>Ann Lee</a></p>`, "Ann Lee"},
		{"a photographer is no author", `<h1>T</h1><p class="author">Foto: Bo Ray</p>`, ""},
		{"reporters and editors", `<h1>T</h1><p>每经记者 张怀水 本报记者 李四&nbsp;&nbsp;每经编辑 陈星</p>`, "张怀水, 李四"},
		{"a reporter before the house", `<meta name="author" content="云南网"><h1>T</h1><p>昨日大桥重新开放。（记者 张三丰）</p>`, "张三丰"},
		{"a reporter before an account", `<meta name="author" content="L_1044"><h1>T</h1><p>□ 本报记者 张三丰</p>`, "张三丰"},
		{"a house when no one is named", `<meta name="author" content="云南网"><h1>T</h1><p>昨日大桥重新开放。</p>`, "云南网"},
		{"counters are no authors", `<h1>T</h1><p class="author">中国新闻网 文章 总阅读</p><p>新京报记者 彭冲 山东冠县报道</p>`, "彭冲"},
		{"a card's label", `<meta name="twitter:label1" content="Written by"><meta name="twitter:data1" content="Ann Lee"><h1>T</h1>`, "Ann Lee"},
		{"a card's label in German", `<meta name="twitter:label1" content="Verfasst von"><meta name="twitter:data1" content="Ann Lee"><h1>T</h1>`, "Ann Lee"},
		{"a card's label of something else", `<meta name="twitter:label1" content="Reading time"><meta name="twitter:data1" content="Ten Minutes"><h1>T</h1>`, ""},
		{"a person before a house", ld(`{"@type":"Article","author":[{"@type":"Person","name":"Ann Lee"},{"@type":"Organization","name":"Quay Press"}]}`), "Ann Lee"},
		{"a person in the text before a house", ld(`{"@type":"Article","author":{"@type":"Organization","name":"Quay Press"}}`) + `<p class=byline>By Ann Lee</p>`, "Ann Lee"},
		{"a house alone", ld(`{"@type":"Article","author":{"@type":"NewsMediaOrganization","name":"Quay Press"}}`) + `<p class=byline>quaypress.example</p>`, "Quay Press"},
		{"a role of several words", `<h1>T</h1><p class=byline>Ann Lee, Head of Bridges and Tunnels</p>`, "Ann Lee"},
		{"a role that is joined", `<h1>T</h1><p class=byline>Ann Lee, Home & Bridge Expert</p>`, "Ann Lee"},
		{"a life without a name", `<h1>T</h1><div class=author-bio>She is a bridge builder who knows iron, steel and stone</div>`, ""},
		{"an article whose class names the author", `<article class="post author-ann-lee"><h1>T</h1>Iron, steel and stone</article>`, ""},
		{"a day stuck to a name", `<h1>T</h1><p class=byline><span>Ann Lee</span><span>December 17</span></p>`, "Ann Lee"},
		{"a day alone", `<h1>T</h1><p class=byline>Sat, 20 Dec, 2025</p>`, ""},
		{"an address card", `<h1>T</h1><p class=vcard>2809 Quay Road, Harbour Town</p>`, ""},
		{"a card of an author", `<h1>T</h1><p class="author vcard">Ann Lee</p>`, "Ann Lee"},
		{"a label with a colon", `<h1>T</h1><p class=author>Phone: 2 33 44</p>`, ""},
		{"a testimonial", `<h1>T</h1><div class=testimonial><p>Good.</p><p class=author>Joe Doe</p></div>`, ""},
		{"customers' reviews", `<h1>T</h1><section id=reviews><div><h4>Good</h4><p>by <b>Joe Doe</b> on 12 May 2024</p></div></section>`, ""},
		{"customers' reviews, one beside the other", `<h1>T</h1><div class="review odd"><p>By Joe Doe</p></div><div class="review even"><p>By Jim Roe</p></div>`, ""},
		{"a customer's review of a product", `<meta property=og:type content=product><h1>T</h1><div class=review-item><p>By Joe Doe</p></div>`, ""},
		{"a customer whom its own class names", `<meta property=og:type content=product><h1>T</h1><span class=review-intro__author>Joe Doe</span>`, ""},
		{"a customer told for machines", `<h1>T</h1><div itemscope itemtype="https://schema.org/Review"><meta itemprop=author content="Joe Doe"></div>`, ""},
		{"an article that is a review by its type", `<article itemscope itemtype="https://schema.org/Review"><h1>T</h1><meta itemprop=author content="Ann Lee"></article>`, "Ann Lee"},
		{"an article that is a review", `<h1>T</h1><div class=review-head>★★★★☆</div><div class=review-body><p>By Ann Lee</p></div>`, "Ann Lee"},
		{"who wrote an article that is a review", `<h1>T</h1><span class=review-author>Ann Lee</span>`, "Ann Lee"},
		{"an article filed under reviews", `<h1>T</h1><div class="post category-book-reviews tag-reviews"><p>By Ann Lee</p></div>`, "Ann Lee"},
		{"a page of reviews", `<main class=reviews><h1>T</h1><p>By Ann Lee</p></main>`, "Ann Lee"},
		{"a quote", `<h1>T</h1><blockquote>Good. <span class=author>Joe Doe</span></blockquote>`, ""},
		{"who answers", `<h1>T</h1><div itemscope itemtype="https://schema.org/Answer"><span itemprop=author>Joe Doe</span></div>`, ""},
		{"a name that is not shown", `<h1>T</h1><div itemprop=author><meta itemprop=name content="Ann Lee"></div>`, "Ann Lee"},
		{"another story below its title", `<h1>T</h1><p>x</p><div><h3><a href="/b">A bridge of iron and stone</a></h3><p class=author>Joe Doe</p></div>`, ""},
		{"a card of another story", `<h1>T</h1><div class="card with-author"><h3><a href="/b">A bridge of iron and stone</a></h3> Joe Doe</div>`, ""},
		{"a heading that leads to the page itself", `<link rel=canonical href="https://www.example.com/b"><h1>T</h1><h2><a href="http://example.com/b/#text">A bridge of iron and stone</a></h2><p class=author>Ann Lee</p>`, "Ann Lee"},
		{"a heading in a byline", `<h1>T</h1><div class=author><h6>Ann Lee | Published three hours ago</h6></div>`, "Ann Lee"},
		{"a byline below another story's title", `<h1>T</h1><div><a href="/b"><h2>A bridge of iron and stone</h2><h3>Two years of works on the river are over at last</h3></a><p>Posted by Joe Doe on May 6, 2024</p></div>`, ""},
		{"an appendix in a table of contents", `<h1>T</h1><a id=toc-authors href="#a">A.6.9 Authors of dates</a>`, ""},
		{"who comments, by one name", `<h1>T</h1><p class=comment-author>Joe Doe</p>`, ""},
		{"the path to a page", `<h1>T</h1><p class=author>Home » Bridges and tunnels » Iron</p>`, ""},
		{"a reply under the thread's own title", `<h1>Bridges of iron and stone</h1><div><h3><a href="/p#1">Re: Bridges of iron and stone</a></h3><p class=author>Post by <b>annlee</b> » 11 Sep 2024</p></div>`, "annlee"},
		{"below other stories", `<h1>T</h1><div><div><h3><a href="/b">A bridge of iron and stone</a></h3><p>` + strings.Repeat("It is long. ", 5) + `</p></div></div><p class=author>Ann Lee</p>`, "Ann Lee"},
		{"a link to what the site tells of a person", `<h1>T</h1><p><a href="/authors/ann-lee/">Ann Lee</a></p>`, "Ann Lee"},
		{"the link of an editor", `<h1>T</h1><p>Edited by: <a href="/authors/joe-doe/">Joe Doe</a></p>`, ""},
		{"such a link in a menu", `<ul><li><a href="/authors/joe-doe/">Joe Doe</a></ul><h1>T</h1>`, ""},
		{"written by, in pieces", `<h1>T</h1><div><p>Written by</p><p>Ann Lee</p></div>`, "Ann Lee"},
		{"what a reporter was told", `<h1>T</h1><p>医生微笑着告诉记者：被称之为最缺乏信心的桥，我们修好了。</p>`, ""},
		{"a Chinese reporter", `<h1>T</h1><p>本报讯（记者 张三丰）昨日大桥重新开放。</p>`, "张三丰"},
		{"of a tracker's note", `<h1>Bridge</h1><p class=author>Added by <a href=/u/1>annlee</a> <a href=/t>9 minutes</a> ago`, "annlee"},
		{"of one some hours old", `<h1>Bridge</h1><p class=author>Added by <a href=/u/1>Ann Lee</a> <a href=/t>about 2 hours</a> ago`, "Ann Lee"},
		{"of one in French", `<h1>Pont</h1><p class=author>Ajouté par <a href=/u/1>Jean Dupont</a>`, "Jean Dupont"},
		{"the sender of a letter", `<h1>Bridge</h1><ul><li><em>To</em>: quay@example.org</li><li><em>From</em>: ann &lt;<a href="mailto:a@example.org">a@example.org</a>&gt;</li></ul><p>It is.`, "ann"},
		{"in a head as it was written", `<h1>Bridge</h1><pre>From: "Ann Lee" &lt;ann@example.org&gt;` + "\n" + `To: quay@example.org</pre>`, "Ann Lee"},
		{"what something is from", `<h1>Bridge</h1><p>From: Bergen</p><p>De: <a href="mailto:a@example.org">a@example.org</a></p>`, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := Of(parse(t, tt.html, "")).Author; got != tt.want {
				t.Errorf("author is %q, want %q", got, tt.want)
			}
		})
	}
}

// Pages that are made to keep a reader busy are read as far as any honest page goes.
func TestAuthorsHaveAnEnd(t *testing.T) {
	endless := `<script type="application/ld+json">[{"@id": "a", "@list": [{"name": "Ann Lee"}` + strings.Repeat(`, {"@id": "a"}`, 5000) +
		`]}, {"@type": "Article", "headline": "Text", "author": {"@id": "a"}}]</script><h1>Text</h1>`
	if got := Of(parse(t, endless, "")).Author; got != "Ann Lee" {
		t.Errorf("a list that holds itself: %q", got)
	}
	var names []string
	for i := range 5000 {
		names = append(names, "Ann "+strings.Repeat("b", i%30+1)+strings.Repeat("c", i/30+1))
	}
	many := Of(parse(t, `<meta name="author" content="`+strings.Join(names, ", ")+`">`, "")).Author
	if n := strings.Count(many, ",") + 1; n < 100 || n > 1000 {
		t.Errorf("%d of %d names", n, len(names))
	}
}

// Elements beside each other that all say they are another review are each looked at a few times.
func TestReviewsHaveAnEnd(t *testing.T) {
	var b strings.Builder
	b.WriteString(`<h1>T</h1>`)
	for i := range 30_000 {
		fmt.Fprintf(&b, `<div class="review-%d"></div>`, i)
	}
	b.WriteString(`<p>By Ann Lee`)
	started := time.Now()
	const long = 10 * time.Second // it takes .1 s; by looking at all beside each a minute
	if got := Of(parse(t, b.String(), "")).Author; got != "Ann Lee" || time.Since(started) > long {
		t.Errorf("author is %q after %v", got, time.Since(started))
	}
}

func TestDate(t *testing.T) {
	for _, tt := range []struct{ name, html, want string }{
		{"JSON-LD", `<script type="application/ld+json">{"@type":"Article","datePublished":"2024-05-06T07:08:09+0200"}</script>`, "2024-05-06T07:08:09+02:00"},
		{"meta", `<meta property="article:published_time" content="2024-05-06T07:08:09.123Z">`, "2024-05-06T07:08:09Z"},
		{"meta, RFC 1123", `<meta name="date" content="Mon, 06 May 2024 07:08:09 GMT">`, "2024-05-06T07:08:09Z"},
		{"meta, hours of a zone", `<meta name="date" content="Mon, 06 May 2024 07:08:09 -0500">`, "2024-05-06T07:08:09-05:00"},
		{"meta, letters of a zone", `<meta name="date" content="Mon, 06 May 2024 07:08:09 EST">`, "2024-05-06T07:08:09"},
		{"meta, letters before the year", `<meta name="date" content="Mon May  6 07:08:09 CST 2024">`, "2024-05-06T07:08:09"},
		{"meta, no zone", `<meta name="date" content="Mon May  6 07:08:09 2024">`, "2024-05-06T07:08:09"},
		{"meta, digits", `<meta name="pubdate" content="20240506">`, "2024-05-06"},
		{"meta, epoch", `<meta name="timestamp" content="1714979289">`, "2024-05-06T07:08:09Z"},
		{"publication wins over change", `<meta property="article:modified_time" content="2024-07-01"><meta property="article:published_time" content="2024-05-06">`, "2024-05-06"},
		{"microdata", `<h1>T</h1><span itemprop="datePublished" content="2024-05-06">May</span>`, "2024-05-06"},
		{"time", `<h1>T</h1><time datetime="2024-05-06 10:20">yesterday</time>`, "2024-05-06T10:20"},
		{"the time of another story", `<ul><li><time datetime="2020-01-01">a</time></ul><h1>T</h1><time datetime="2024-05-06">b</time>`, "2024-05-06"},
		{"Chinese", `<h1>T</h1><span>2019年3月5日 10:20</span>`, "2019-03-05T10:20"},
		{"the afternoon behind the hour", `<h1>T</h1><span>2005-5-7 9:23:57 PM</span>`, "2005-05-07T21:23:57"},
		{"midnight", `<html lang=en-GB><h1>T</h1><span>07/05/2024 12:05 am</span>`, "2024-05-07T00:05"},
		{"Chinese with words for hours", `<h1>T</h1><span>2019年03月05日 下午3时20分 来源</span>`, "2019-03-05T15:20"},
		{"digits", `<h1>T</h1><span>发布时间：2019-03-05 10:20:30</span>`, "2019-03-05T10:20:30"},
		{"Korean", `<h1>T</h1><span>2019년 3월 5일</span>`, "2019-03-05"},
		{"English", `<h1>T</h1><span>Posted on March 5th, 2019 at noon</span>`, "2019-03-05"},
		{"English, day first", `<h1>T</h1><span>5 March 2019</span>`, "2019-03-05"},
		{"German", `<h1>T</h1><span>Stand: 5. März 2019</span>`, "2019-03-05"},
		{"German digits", `<h1>T</h1><span>05.03.2019, 10:20 Uhr</span>`, "2019-03-05T10:20"},
		{"two digits of a German year", `<html lang=de><h1>T</h1><span>Von: Bo</span><span>31.10.23</span>`, "2023-10-31"},
		{"two digits elsewhere may be anything", `<html lang=en><h1>T</h1><span>10.10.23</span>`, ""},
		{"a version is no date", `<html lang=de><h1>T</h1><span>ab 10.10.23.4</span>`, ""},
		{"RDFa", `<h1>T</h1><span property="schema:dateCreated" content="2024-05-06T07:08:09+00:00"></span>`, "2024-05-06T07:08:09+00:00"},
		{"French", `<h1>T</h1><span>Publié le 1er août 2019</span>`, "2019-08-01"},
		{"Spanish", `<h1>T</h1><span>5 de marzo de 2019</span>`, "2019-03-05"},
		{"Russian", `<h1>T</h1><span>5 марта 2019</span>`, "2019-03-05"},
		{"Arabic", `<h1>T</h1><span>٥ مارس ٢٠١٩</span>`, "2019-03-05"},
		{"American digits", `<html lang=en-US><h1>T</h1><span>03/05/2019</span>`, "2019-03-05"},
		{"British digits", `<html lang=en-GB><h1>T</h1><span>05/03/2019</span>`, "2019-03-05"},
		{"the afternoon behind seconds", `<meta name="date" content="5/6/2024 7:08:09 PM"><h1>T</h1>`, "2024-05-06T19:08:09"},
		{"the afternoon behind an ISO date", `<meta name="date" content="2024-05-06 03:00 PM"><h1>T</h1>`, "2024-05-06T15:00"},
		{"an abbreviation's title, as Blogger has it", `<h1>T</h1><abbr class=published title="2024-05-06T07:08:09+02:00">7:08</abbr>`, "2024-05-06T07:08:09+02:00"},
		{"a time of publication behind one of a change", `<h1>T</h1><time class=updated datetime="2024-07-01">a</time><time class="entry-date published" datetime="2024-05-06">b</time>`, "2024-05-06"},
		{"a label of a change", `<h1>T</h1><p>Last updated <time datetime="2024-07-01">a</time><p>Published <time datetime="2024-05-06">b</time>`, "2024-05-06"},
		{"a change alone is better than nothing", `<h1>T</h1><p>Updated: <span>7 July 2024</span>`, "2024-07-07"},
		{"a written change before the publication", `<h1>T</h1><p>Updated May 8, 2024</p><p>May 6, 2024</p>`, "2024-05-06"},
		{"both in a line", `<h1>T</h1><p>Last updated: 8 May 2024 | First published: 6 May 2024</p>`, "2024-05-06"},
		{"both in an element", `<h1>T</h1><div class=date>Updated: 8 May 2024<br>Published: 6 May 2024</div>`, "2024-05-06"},
		{"a change in brackets", `<h1>T</h1><p>May 6, 2024 (updated May 8, 2024)</p><p>May 9, 2024</p>`, "2024-05-06"},
		{"Chinese, a change first", `<h1>T</h1><p>更新时间：2024-05-08 发布时间：2024-05-06</p>`, "2024-05-06"},
		{"Chinese, the word behind", `<h1>T</h1><p>2024-05-06 发布</p>`, "2024-05-06"},
		{"Persian, a change first", `<html lang=fa><h1>T</h1><p>به` + "\u200c" + `روزرسانی: ۲۵ اردیبهشت ۱۴۰۳</p><p>انتشار: ۲۳ اردیبهشت ۱۴۰۳</p>`, "2024-05-12"},
		{"Thai, a change first", `<html lang=th><h1>T</h1><p>อัปเดต ๑๔ พ.ค. ๒๕๖๗</p><p>๑๒ พ.ค. ๒๕๖๗</p>`, "2024-05-12"},
		{"the date of a comment", `<h1>T</h1><p>x</p><div id=comments><time datetime="2024-05-06">a</time> 6 May 2024</div>`, ""},
		{"the foot of the article", `<article><h1>T</h1><p>x</p><footer><time datetime="2024-05-06">a</time></footer></article>`, "2024-05-06"},
		{"the foot of another article", `<main><h1>T</h1><p>x</p><article><footer><time datetime="2024-05-06">May</time></footer></article></main>`, ""},
		{"the date of rights", `<h1>T</h1><p>x</p><p>© 6 May 2024 The Post</p>`, ""},
		{"a column of dates", `<h1>T</h1><table><tr><th>Name<th>Since<tr><td>Ann<td>2008/11/28<tr><td>Bo<td>before<tr><td>Cy<td>2012/12/02<tr><td>Di<td>2009/10/09</table><p>6 May 2024`, "2024-05-06"},
		{"a date in code", `<h1>T</h1><pre><code>print("14 October 1994")</code></pre><p>6 May 2024`, "2024-05-06"},
		{"posts of a thread in a table", `<h1>T</h1><table><tr><td>6 May 2024<tr><td>Hello<tr><td>7 May 2024<tr><td>Hi<tr><td>8 May 2024<tr><td>Well</table>`, "2024-05-06"},
		{"a table of the page's own dates", `<h1>T</h1><table><tr><th>Published<td>6 May 2024<tr><th>Updated<td>8 May 2024<tr><th>By<td>Ann</table>`, "2024-05-06"},
		{"the first of two ways to write", `<h1>T</h1><p class=date>6 May 2024<br>since 2020-01-02</p>`, "2024-05-06"},
		{"a template's constant", `<h1>T</h1><time datetime="2022-02-11">May 6, 2024</time>`, "2024-05-06"},
		{"midnight elsewhere", `<h1>T</h1><time datetime="2024-05-06T22:08:09-07:00">May 7, 2024</time>`, "2024-05-06T22:08:09-07:00"},
		{"of an answer", `<h1>T</h1><div itemscope itemtype="https://schema.org/Answer"><time itemprop=dateCreated datetime="2024-07-01">a</time></div><div><time itemprop=dateCreated datetime="2024-05-06">b</time></div>`, "2024-05-06"},
		{"of a customer's review", `<meta property=og:type content=product><h1>T</h1><div itemscope itemtype="https://schema.org/Review"><meta itemprop=datePublished content="2024-05-06"></div>`, ""},
		{"of a customer's review, shown", `<meta property=og:type content=product><h1>T</h1><div itemscope itemtype="https://schema.org/Review"><time itemprop=datePublished datetime="2024-05-06">May</time></div>`, ""},
		{"of customers' reviews", `<h1>T</h1><section id=reviews><div><p>by Joe Doe on 12 May 2024</p></div></section>`, ""},
		{"running text", `<h1>T</h1><p>The story of this bridge begins on 8 May 1995, when the mayor came.</p>`, ""},
		{"running text behind a day", `<h1>T</h1><p>8 May 1995 was the day on which the mayor of the city came to see what was left of the bridge</p>`, ""},
		{"running text around a mark", `<h1>T</h1><p>Bridge 1.2 <em>Rex</em> (8 May 1995): Named for the <em>dinosaur</em> in the story of the bridge that no one built, it had two lanes and a toll house of stone.</p>`, ""},
		{"a section's number is no day", `<h1>T</h1><p>4.13.7. November 2003: a bridge falls</p>`, ""},
		{"a Chinese line", `<h1>T</h1><p>文章来源：中国新闻网 记者：张三丰 2024-05-06 编辑：李四 点击：四百三十二次 大桥重新开放</p>`, "2024-05-06"},
		{"a byline before a day", `<h1>T</h1><p>By Ann Lee in News, 6 May 2024</p>`, "2024-05-06"},
		{"since when a member", `<h1>T</h1><div>Joined: 8 May 1995</div><p><b>Registered:</b> 8 May 1995</p><p>6 May 2024</p>`, "2024-05-06"},
		{"today, in the site's header", `<header><p class=date>Monday, 1 July 2024</p></header><h1>T</h1><p>6 May 2024</p>`, "2024-05-06"},
		{"in the header of the article", `<article><header><time datetime="2024-05-06">a</time></header><h1>T</h1></article>`, "2024-05-06"},
		{"in an aside of the site", `<h1>T</h1><aside><p class=date>1 July 2024</p></aside>`, ""},
		{"in an aside of the article", `<article><h1>T</h1><aside><p class=date>6 May 2024</p></aside></article>`, "2024-05-06"},
		{"an event", `<h1>T</h1><ul class=events><li class=date>1 July 2024</ul>`, ""},
		{"another story below its title", `<h1>T</h1><p>x</p><div><h3><a href="/b">A bridge of iron and stone</a></h3><time datetime="2024-05-06">a</time></div>`, ""},
		{"a history in headings", `<h1>T</h1><h2>1.0 (8 May 1995)</h2><p>a</p><h2>1.1 (9 May 1996)</h2><p>b</p><h2>1.2 (2 May 1997)</h2><p>c</p>`, ""},
		{"a history in a list", `<h1>T</h1><ul><li>1.0, 8 May 1995<li>1.1, 9 May 1996<li>1.2, 2 May 1997</ul>`, ""},
		{"posts of a thread under headings", `<h1>T</h1><h2>#1 2024-05-06 10:20</h2><p>a</p><h2>#2 2024-05-07 10:20</h2><p>b</p><h2>#3 2024-05-08 10:20</h2><p>c</p>`, "2024-05-06T10:20"},
		{"told at the end", `<h1>T</h1>` + strings.Repeat("<p>x</p>", 50) + `<p>Posted on May 6, 2024 by Ann</p>`, "2024-05-06"},
		{"JSON-LD, a value of a type", `<script type="application/ld+json">{"@type":"Article","datePublished":[{"@type":"Date","@value":"2024-05-06"}]}</script>`, "2024-05-06"},
		{"hours of a zone", `<meta name="date" content="2024-05-06T07:08:09+08">`, "2024-05-06T07:08:09+08:00"},
		{"a time of a change alone", `<h1>T</h1><time class=updated datetime="2024-07-01">a</time>`, "2024-07-01"},
		{"in the headline", `<h1>Minutes of 6 May 2024</h1><p>x`, "2024-05-06"},
		{"in the site's footer", `<h1>T</h1><p>x</p><footer><time datetime="2024-05-06">a</time></footer>`, ""},
		{"of a picture", `<script type="application/ld+json">{"@type":"ImageObject","datePublished":"2020-01-02"}</script><h1>T</h1>`, ""},
		{"a day to come", `<h1>T</h1><time datetime="` + time.Now().AddDate(0, 0, 3).Format(time.DateOnly) + `">x</time>`, ""},
		{"no such day", `<h1>T</h1><span>2019-02-31</span>`, ""},
		{"a product number", `<h1>T</h1><span>Model 2019-4711</span>`, ""},
		{"dates of events are not dates of pages", `<h1>T</h1><p>` + strings.Repeat("The war ended at last. ", 20) + `It was 8 May 1995.</p>`, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := Of(parse(t, tt.html, "")).Date; got != tt.want {
				t.Errorf("date is %q, want %q", got, tt.want)
			}
		})
	}
}

func TestDateInURL(t *testing.T) {
	for url, want := range map[string]string{
		"https://e.com/2024/05/06/bridge":                          "2024-05-06",
		"https://e.com/news/20240506/1234.html":                    "2024-05-06",
		"https://e.com/2024-05/06/c_123.htm":                       "2024-05-06",
		"https://e.com/news/20240506123456.html":                   "2024-05-06",
		"https://e.com/releases/2024/05/240506123456.htm":          "",
		"https://e.com/a/t20240506_123.html":                       "",
		"https://e.com/2024/13/06/bridge":                          "",
		"https://web.archive.org/web/20200101000000/http://e.com/": "",
		"https://e.com/item/4711":                                  "",
	} {
		if got := dateInURL(url); got != want {
			t.Errorf("date in %s is %q, want %q", url, got, want)
		}
	}
}

// A date in the address tells the day where the page was published, where no other is told, or one in universal time beside it.
func TestDateWherePublished(t *testing.T) {
	for declared, want := range map[string]string{
		"":                          "2020-02-24",
		"2020-02-25T02:25:54Z":      "2020-02-24",
		"2020-02-25T02:25:54+02:00": "2020-02-25T02:25:54+02:00",
		"2020-02-24T02:25:54Z":      "2020-02-24T02:25:54Z",
		"2020-02-27T02:25:54Z":      "2020-02-27T02:25:54Z",
	} {
		p := parse(t, `<meta property="article:published_time" content="`+declared+`"><h1>T</h1>`, "https://e.com/2020/02/24/t/")
		if got := Of(p).Date; got != want {
			t.Errorf("declared %q: date is %q, want %q", declared, got, want)
		}
	}
}

func TestLang(t *testing.T) {
	const (
		english  = "The bridge was opened on Monday after two years of works, and the mayor of the city said that it would be used by many people. "
		german   = "Die Brücke wurde am Montag nach zwei Jahren Bauzeit wieder eröffnet, und der Bürgermeister der Stadt sagte, dass sie nun von vielen Menschen genutzt wird. "
		chinese  = "大桥周一重新开放，市长说我们很高兴，这座大桥每天有四万辆汽车通过，比原来计划的多三倍，市民也很高兴。"
		japanese = "橋は月曜日に再開通し、市長は毎日四万台の車がこの橋を渡ると述べ、計画の三倍になるという。"
		basque   = "Euskara Euskal Herriko hizkuntza da. Hizkuntza bakartua da, ez baitzaio ahaidetasunik aurkitu beste inongo hizkuntzarekin. Gaur egun milioi bat pertsona inguruk hitz egiten dute, eta gehienak elebidunak dira. "
		lorem    = "<p>Lorem ipsum dolor sit amet, consectetuer adipiscing elit. Aenean commodo ligula eget dolor.<p>Aenean massa. Cum sociis natoque penatibus et magnis dis parturient montes, nascetur ridiculus mus.<p>Donec quam felis, ultricies nec, pellentesque eu, pretium quis, sem. Nulla consequat massa quis enim.<p>Donec pede justo, fringilla vel, aliquet nec, vulputate eget, arcu."
		listing  = "<pre>SunOS 4.1.x with the old compiler\nSolaris 2.5.x and 2.6 and 8 and 9\nLinux 2.0 and 2.2 and 2.4 on any processor\nFreeBSD 2.2.8 and 3.1 and 3.2 and 4.6\nWindows with Cygwin and MS-DOS with the packet driver\n</pre>"
		persian  = "پس از سه سال کار، شهر روز شنبه کتابخانهٔ عمومی تازهٔ خود را در تالارهای ایستگاه راه\u200cآهن گشود. در نخستین روز بیش از چهار هزار نفر آمدند و بسیاری از آن\u200cها بیش از یک ساعت زیر باران منتظر ماندند."
		armenian = "Երեք տարվա աշխատանքից հետո քաղաքը շաբաթ օրը բացեց իր նոր հանրային գրադարանը երկաթուղային կայարանի սրահներում։"
		amharic  = "ከሦስት ዓመት ሥራ በኋላ ከተማዋ ከ1998 ጀምሮ ባዶ በነበረው የባቡር ጣቢያ አዳራሾች ውስጥ አዲሱን የሕዝብ ቤተ መጻሕፍት ቅዳሜ ዕለት ከፈተች።"
		catalan  = "Després de tres anys d’obres, la ciutat va obrir dissabte la seva nova biblioteca pública a les naus de l’estació de tren, que era buida des del 1998. Més de quatre mil persones hi van anar el primer dia, i moltes van esperar sota la pluja més d’una hora. L’edifici va costar onze milions, una dècima part més del que havia previst el consell. "
		spanish  = "Tras tres años de obras, la ciudad abrió el sábado su nueva biblioteca pública en las naves de la estación de tren, que estaba vacía desde 1998. Más de cuatro mil personas acudieron el primer día, y muchas de ellas esperaron bajo la lluvia más de una hora. "
		arabic   = "أعيد فتح الجسر يوم الاثنين بعد عامين من الأعمال وقال رئيس البلدية إن الجسر سيخدم سكان المدينة كل يوم"
	)
	for _, tt := range []struct{ name, html, want string }{
		{"declared and true", `<html lang="en-GB"><p>` + english, "en-GB"},
		{"declared with an underscore", `<html lang="de_AT"><p>` + german, "de-AT"},
		{"a template's English over German text", `<html lang="en"><p>` + german + german, "de"},
		{"a template's English over Chinese text", `<html lang="en"><p>` + strings.Repeat(chinese, 3), "zh"},
		{"a template's Chinese over Japanese text", `<html lang="zh-CN"><p>` + strings.Repeat(japanese, 3), "ja"},
		{"a list of names", `<html lang="en"><p>Arizona Cardinals<p>Atlanta Falcons<p>Baltimore Ravens<p>Buffalo Bills<p>Carolina Panthers<p>Chicago Bears<p>Cincinnati Bengals<p>Cleveland Browns<p>Dallas Cowboys<p>Denver Broncos<p>Detroit Lions<p>Green Bay Packers<p>Houston Texans<p>Indianapolis Colts<p>Jacksonville Jaguars<p>Kansas City Chiefs<p>Las Vegas Raiders<p>Los Angeles Chargers<p>Los Angeles Rams<p>Miami Dolphins<p>Minnesota Vikings<p>New England Patriots<p>New Orleans Saints<p>New York Giants`, "en"},
		{"Chinese", `<html lang="zh-Hans"><p>` + chinese, "zh-Hans"},
		{"Chinese with many English words", `<p>` + strings.Repeat("我先创建了一个 TestApplicationController 和 TestRepositoryImplementation，但是运行后会报错：NullPointerException，", 4), "zh"},
		{"as many of both", `<p>主题已被删除。` + english + "正在重连。", "en"},
		{"not declared", `<p>` + german + german, "de"},
		{"Arabic, not declared", `<p>` + arabic, "ar"},
		{"Persian, not declared", `<p>` + persian, "fa"},
		{"Armenian, not declared", `<p>` + armenian, "hy"},
		{"Amharic", `<html lang="am"><p>` + amharic + amharic, "am"},
		{"Amharic, not declared", `<p>` + amharic, "am"},
		{"Catalan, not declared", `<p>` + catalan, "ca"},
		{"a template's English over Catalan text", `<html lang="en"><p>` + catalan, "ca"},
		{"Spanish, not declared", `<p>` + spanish, "es"},
		{"Basque, not declared", `<p>` + basque, "eu"},
		{"a language that detection does not know", `<html lang="eu"><p>` + basque, "eu"},
		{"filler", `<html lang="en">` + lorem, "en"},
		{"filler, not declared", lorem, ""},
		{"filler without its first words", `<html lang="en"><p>` + strings.Repeat("Cras justo odio, dapibus ac facilisis in, egestas eget quam. Fusce dapibus, tellus ac cursus commodo, tortor mauris condimentum nibh. ", 3), "en"},
		{"filler beside text", `<p>` + german + german + "<p>" + strings.Repeat("Lorem ipsum dolor sit amet, consectetuer adipiscing elit. ", 20), "de"},
		{"words of no language", `<p>` + strings.Repeat("item-1, item_2 + menu.3(a, b) / sub-item 4: nil; ", 3), ""},
		{"text beside a listing", `<p>` + japanese + japanese + listing, "ja"},
		{"og:locale", `<meta property="og:locale" content="en_US"><p>` + english, "en-US"},
		{"too little text to judge", `<html lang="fr"><p>Menu`, "fr"},
		{"no language at all", `<html lang="xx-broken-lang-tag-x"><p>123`, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := Of(parse(t, tt.html, "")).Lang; got != tt.want {
				t.Errorf("language is %q, want %q", got, tt.want)
			}
		})
	}
}

func TestTheRest(t *testing.T) {
	m := Of(parse(t, `<head><base href="https://example.com/d/"><link rel="canonical" href="c.html">
		<meta name="description" content=" It
		opens. "><script type="application/ld+json">{"@type":["https://schema.org/Thing","https://schema.org/BlogPosting"]}</script></head><h1>Bridge</h1>`, ""))
	want := Meta{Title: "Bridge", Description: "It opens.", Canonical: "https://example.com/d/c.html", Type: "BlogPosting", Headline: m.Headline}
	if diff := cmp.Diff(want, m); diff != "" {
		t.Errorf("meta differs (-want +got):\n%s", diff)
	}
}

func FuzzOf(f *testing.F) {
	f.Add(`<title>a | b</title><h1>a</h1><script type="application/ld+json">{"@graph":[{"@id":"x","author":{"@id":"x"}}]}</script><time datetime="2024-05-06">`)
	f.Add(`<meta name=author content="by , and ;"><meta name=date content="99999999999"><p class=byline>作者：`)
	f.Fuzz(func(t *testing.T, html string) {
		p, err := page.Parse([]byte(html), page.ParseOptions{})
		if err != nil {
			t.Skip("not a page")
		}
		if i := Of(p).Headline; i < -1 || i >= len(p.Nodes) {
			t.Errorf("headline is node %d of %d", i, len(p.Nodes))
		}
	})
}

// What is taken for collapsed is so.
func TestCollapse(t *testing.T) {
	for _, s := range []string{"", " ", "a", "a b", "a  b", " a", "a ", "a\tb", "a\u00a0b", "a\u0085b", "a\u1680b", "a\u2003b", "a\u202fb", "a\u3000b", "。中文", "a\u3002b", "ab\u3000", "\u3000", "é à", "a\u2028b"} {
		if got, want := collapse(s), strings.Join(strings.Fields(s), " "); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}
