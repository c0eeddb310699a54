package sheet_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/mullionhq/mullion/sheet"
)

func TestReadGrades(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", "neither JSON nor CSV"},
		{"url;grade\n", "neither JSON nor CSV"},
		{"{}", `no "grades"`},
		{`{"grades": 1}`, "cannot unmarshal"},
		{`{"grades": [{"input": "a", "grade": "great"}]}`, `page 1: "great" is not one of good, fair, poor, bad`},
		{"input,grade\na\n", "line 2 has no grade"},
		{"input,grade,note\na,good,\"of two\nlines\"\n\nb\n", "line 5 has no grade"},
		{"input,\"grade\n", "quote"},
		{"input,grade\n\"a,good\n", "quote"},
	} {
		if _, err := sheet.ReadGrades([]byte(test.text)); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: %v, want %s", test.text, err, test.want)
		}
	}
	// A spreadsheet's mark, its capitals, and a page that was graded again.
	got, err := sheet.ReadGrades([]byte("\ufeffinput,grade,note\r\na,Good,\r\nb,,later\r\na,poor,\r\n"))
	if want := []sheet.Grade{{Input: "a", Grade: "poor"}, {Input: "b", Note: "later"}}; err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v, %v", got, err)
	}
	if counts, without := sheet.Shares(got); !reflect.DeepEqual(counts, []int{0, 0, 1, 0}) || without != 1 {
		t.Errorf("%v, %d", counts, without)
	}
}

func FuzzReadGrades(f *testing.F) {
	for _, text := range []string{"input,grade\na,good\n", `{"grades":[{"input":"a","grade":"bad","note":"x"}]}`, "\ufeff{"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		list, err := sheet.ReadGrades(data)
		if err != nil {
			return
		}
		counts, without := sheet.Shares(list)
		for _, n := range counts {
			without += n
		}
		if without != len(list) {
			t.Errorf("%d of %d pages are counted", without, len(list))
		}
	})
}
