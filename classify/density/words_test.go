package density

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// segments are the words and phrases that a text is cut into.
func segments(l *Lexicon, text string) (list []string) {
	l.cut(text, func(word string, _ int, _ bool) { list = append(list, word) })
	return list
}

func TestSegment(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"首页|搜索", "首页 搜索"},
		{"返回首页关于我们", "返回首页 关于我们"}, // the longest of the list, not 返回 and 首页
		{"在河口的新桥", "在 河口 的 新桥"},   // function characters are words
		{"图书馆首页", "图书 馆 首页"},      // a word of the list is not cut into
		{"2024年，GDP增长3.5%", "2024 年 gdp 增长 3 5"},
		{"データベースを検索", "データベース を 検索"},
		{"All rights reserved. Today’s news", "all rights reserved today s news"},
	} {
		if got := strings.Join(segments(Bundled(), c.text), " "); got != c.want {
			t.Errorf("%q: %q, not %q", c.text, got, c.want)
		}
	}
}

// The number of words is what the density needs. The references were cut by hand.
func TestSegmentCountsWordsAboutRight(t *testing.T) {
	all, counted := 0, 0
	for _, reference := range []string{
		"昨天 上午 河口 新 桥 通车 了 三百 名 居民 走 过 大桥 孩子 们 放 起 风筝",
		"市 政府 表示 今年 将 继续 增加 教育 投入 改善 农村 学校 的 办学 条件",
		"记者 从 气象 部门 了解 到 受 冷空气 影响 北方 大部 地区 气温 将 明显 下降",
		"这 家 公司 在 去年 第四 季度 的 销售 收入 比 前年 同期 增长 了 百分之八",
		"圖書館 週末 開放 時間 延長 到 晚上 九點 讀者 可以 在 網上 預約 座位",
		"เมือง นี้ เปิด ห้องสมุด แห่ง ใหม่ ใน อาคาร สถานี รถไฟ เก่า เมื่อ วันเสาร์ ที่ ผ่าน มา",
		"ທາງ ເທດສະບານ ໄດ້ ເປີດ ຫໍສະໝຸດ ແຫ່ງ ໃໝ່ ໃນ ອາຄານ ສະຖານີ ເກົ່າ ໃນ ວັນເສົາ",
	} {
		want := len(strings.Fields(reference))
		got, _ := Bundled().Count(strings.ReplaceAll(reference, " ", ""))
		if math.Abs(float64(got-want)) > 0.3*float64(want) {
			t.Errorf("%q: %d words, by hand %d", reference, got, want)
		}
		all, counted = all+want, counted+got
	}
	if math.Abs(float64(counted-all)) > 0.1*float64(all) {
		t.Errorf("%d words, by hand %d", counted, all)
	}
}

// Noise words are counted in several languages, phrases by all their words.
func TestNoiseWords(t *testing.T) {
	for _, c := range []struct {
		text         string
		words, noise int
	}{
		{"Home", 1, 1},
		{"The home team won", 4, 1},
		{"© 2020 All rights reserved", 4, 3},
		{"Datenschutz | Impressum", 2, 2},
		{"Tous droits réservés", 3, 3},
		{"Все права защищены", 3, 3},
		{"جميع الحقوق محفوظة", 3, 3},
		{"お問い合わせ", 1, 1},
		{"版權所有", 1, 1},
		{"Privacy policy", 2, 2},
		{"privacy, policy", 2, 1}, // a comma parts what is no phrase; privacy is a word of the list by itself
		{"", 0, 0},
	} {
		if words, noise := Bundled().Count(c.text); words != c.words || noise != c.noise {
			t.Errorf("%q: %d of %d words, not %d of %d", c.text, noise, words, c.noise, c.words)
		}
	}
}

func TestPunctuation(t *testing.T) {
	for text, want := range map[string]int{
		"他说：“好。”": 4, "，。！？；：、“”《》…": 12, "at 12:30 on example.com": 0, "Yes, 3.5 of them.": 2, "today’s": 0, "مرحبا، كيف؟": 2, "क्या।": 1, "a|b › c": 1, "走了,他说": 1,
	} {
		if got := punctuation(text); got != want {
			t.Errorf("%q: %d marks, not %d", text, got, want)
		}
	}
}

// A user's words come to the bundled ones, from a file or a folder.
func TestOpenAddsWords(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "mine.txt")
	if err := os.WriteFile(file, []byte("# ours\nWetterwarte\n\n河口晚报\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, noise := Bundled().Count("Wetterwarte 河口晚报"); noise != 0 {
		t.Fatal("the words are bundled already")
	}
	for _, path := range []string{file, dir} {
		l, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, noise := l.Count("wetterwarte, 河口晚报, 首页"); noise != 3 {
			t.Errorf("%s: %d noise words", path, noise)
		}
	}
}

func TestOpenRefuses(t *testing.T) {
	dir := t.TempDir()
	if _, err := Open(dir); err == nil || !strings.Contains(err.Error(), "no .txt file") {
		t.Errorf("an empty folder: %v", err)
	}
	if _, err := Open(filepath.Join(dir, "none")); err == nil || !strings.Contains(err.Error(), "a word a line") {
		t.Errorf("a missing file: %v", err)
	}
	for content, want := range map[string]string{
		"menu\ncaf\xe9\n": "line 2 is not UTF-8", "---\n": "line 1: \"---\" has no letters", "IT之家\n": "mixes scripts", "版权 所有\n": "has spaces where",
		strings.Repeat("word ", maxPhrase+1): "longer than 20 words", strings.Repeat("长", maxPhrase+1): "longer than 20 words",
	} {
		file := filepath.Join(dir, "words.txt")
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(file); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v, want %q", content, err, want)
		}
	}
}

// Whatever a list holds, its words are found again, and a text's words do not overlap.
func FuzzLexicon(f *testing.F) {
	f.Add("首页\nall rights reserved\n", "首页 ALL rights  reserved, 首")
	f.Add("ー\n", "ー")
	f.Fuzz(func(t *testing.T, list, text string) {
		l := newLexicon()
		if l.parse(list) != nil {
			return
		}
		words, noise := l.Count(text)
		if noise > words || len(segments(l, text)) > words {
			t.Errorf("%d words, %d noise, %d pieces", words, noise, len(segments(l, text)))
		}
		for _, words := range l.spaced {
			for _, phrase := range words {
				if _, noise := l.Count(strings.Join(phrase, " ")); noise == 0 {
					t.Errorf("%q is not found", phrase)
				}
			}
		}
		for _, words := range l.unspaced {
			for _, word := range words {
				if _, noise := l.Count(string(word)); noise == 0 {
					t.Errorf("%q is not found", string(word))
				}
			}
		}
	})
}
