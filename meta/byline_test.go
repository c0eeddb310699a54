package meta

import "testing"

// Lines that tell who wrote a page, in the text and in an element that says so.
func TestBylines(t *testing.T) {
	for _, tt := range []struct{ line, want string }{
		{"By Ann Lee - March 4, 2023", "Ann Lee"},
		{"By Ann Lee — March 4, 2023", "Ann Lee"},
		{"By Ann Lee March 4, 2023", "Ann Lee"},
		{"By Ann Lee, Monday, March 4, 2023", "Ann Lee"},
		{"By Ann Lee | Updated: March 4, 2023 | 10:31 AM ET", "Ann Lee"},
		{"Posted on March 4, 2023 by Ann Lee", "Ann Lee"},
		{"Posted in News on March 4, 2023 by Ann Lee", "Ann Lee"},
		{"March 4, 2023 · By Ann Lee", "Ann Lee"},
		{"Posted by Ann Lee at 10:31 PM", "Ann Lee"},
		{"Published March 4, 2023 by <b>Ann Lee</b>", "Ann Lee"},
		{"4 Mar 2023, 10:31 · by <a>Ann Lee</a> · in <a>News</a>", "Ann Lee"},
		{"Added by annlee on March 4, 2023", "annlee"},
		{"Posted by annlee on March 4, 2023", "annlee"},
		{"March 4, 2023 by annlee", "annlee"},
		{"Started by annlee, June 04, 2024, 11:23:55 AM", "annlee"},
		{"Thread starter <a>ann_lee</a>", "ann_lee"},
		{"Von Karl Maier am 4. März 2023", "Karl Maier"},
		{"Veröffentlicht am 4. März 2023 von Karl Maier", "Karl Maier"},
		{"04.03.2023, 10:31 Uhr | Von Karl Maier", "Karl Maier"},
		{"Text von Karl Maier", "Karl Maier"},
		{"Par Jean Dupont, le 4 mars 2023", "Jean Dupont"},
		{"Publié le 4 mars 2023 par Jean Dupont", "Jean Dupont"},
		{"Par Jean Dupont Publié le 4 mars 2023 à 10h31", "Jean Dupont"},
		{"Autor: José Pérez - 4 de marzo de 2023", "José Pérez"},
		{"Publicado el 4 de marzo de 2023 por José Pérez", "José Pérez"},
		{"Por João da Silva | 4 de março de 2023", "João da Silva"},
		{"di Mario Rossi - 4 marzo 2023", "Mario Rossi"},
		{"Pubblicato il 4 marzo 2023 da Mario Rossi", "Mario Rossi"},
		{"Geplaatst op 4 maart 2023 door Jan de Vries", "Jan de Vries"},
		{"Autor: Jan Kowalski, 4 marca 2023", "Jan Kowalski"},
		{"Opublikowano 4 marca 2023 przez Jan Kowalski", "Jan Kowalski"},
		{"Publicerad 4 mars 2023 av Anna Svensson", "Anna Svensson"},
		{"Írta: Kovács János, 2023. március 4.", "Kovács János"},
		{"Yazar: Ahmet Yılmaz - 4 Mart 2023", "Ahmet Yılmaz"},
		{"4 Mart 2023 tarihinde Ahmet Yılmaz tarafından yayınlandı", "Ahmet Yılmaz"},
		{"Oleh Budi Santoso, 12 Mei 2024", "Budi Santoso"},
		{"Bởi Nguyễn Thị Lan - 12 tháng 5 năm 2024", "Nguyễn Thị Lan"},
		{"Автор: Иван Петров, 4 марта 2023", "Иван Петров"},
		{"Автор: <b>Иван Петров</b>", "Иван Петров"},
		{"Опубликовано 4 марта 2023 | Автор: Иван Петров", "Иван Петров"},
		{"بقلم <b>ليلى حسن</b> — ١٢ مارس ٢٠٢٤", "ليلى حسن"},
		{"מאת <b>דנה כהן</b> | 4 במרץ 2023", "דנה כהן"},
		{"लेखक: राजेश शर्मा, 4 मार्च 2023", "राजेश शर्मा"},
		{"राजेश शर्मा द्वारा", "राजेश शर्मा"},
		{"作者：林小明 2023年3月4日", "林小明"},
		{"文／林小明", "林小明"},
		{"文・山田太郎", "山田太郎"},
		{"文・写真 山田太郎", "山田太郎"},
		{"2023年3月4日 文・山田太郎", "山田太郎"},
		{"홍길동 기자 2023.03.04", "홍길동"},
		{"글·사진 홍길동", "홍길동"},
	} {
		t.Run(tt.line, func(t *testing.T) {
			if got := Of(parse(t, `<h1>T</h1><p>`+tt.line+`</p><p>It is long.</p>`, "")).Author; got != tt.want {
				t.Errorf("author is %q, want %q", got, tt.want)
			}
			if got := Of(parse(t, `<h1>T</h1><p class=byline>`+tt.line+`</p><p>It is long.</p>`, "")).Author; got != tt.want {
				t.Errorf("author in a byline is %q, want %q", got, tt.want)
			}
		})
	}
}

// Lines of running text with such words in them.
func TestNoBylines(t *testing.T) {
	for _, line := range []string{
		"By the way, on March 4, 2023 the bridge opened",
		"By March 4, 2023 Ann Lee had gone.",
		"By Monday, March 4, 2023",
		"by 2023-03-04 all was done",
		"On March 4, 2023 by Ann Lee's bridge we met.",
		"On 4 March 2023, Ann Lee came by.",
		"The book was written by Ann Lee on March 4, 2023",
		"Written on March 4, 2023 by hand and later printed",
		"Reviewed by Ann Lee on March 4, 2023",
		"Photo by Ann Lee - March 4, 2023",
		"Posted on March 4, 2023 by admin",
		"Text: 4. März 2023",
	} {
		if got := Of(parse(t, `<h1>T</h1><p>`+line+`</p><p>It is long.</p>`, "")).Author; got != "" {
			t.Errorf("author of %q is %q", line, got)
		}
	}
}

// No word is too long to be looked up.
func TestWordsAreLookedUp(t *testing.T) {
	for _, set := range []wordSet{openers(), startersOf(), sendersOf()} {
		for word := range set {
			if !set.have(word + " :") {
				t.Errorf("%q is not found", word)
			}
		}
	}
}
