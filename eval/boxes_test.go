package eval

import (
	"reflect"
	"strings"
	"testing"

	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/regions"
)

func TestBoxesAreWrittenAsCorporaHaveThem(t *testing.T) {
	want := map[regions.Name][]page.Box{regions.Center: {{X: 1, Y: 2, W: 3, H: 4}, {X: 5, W: 6, H: 7.5}}, regions.Header: {{W: 1280, H: 90}}}
	raw, err := WriteBoxes(want)
	if err != nil || string(raw) != `{"content":[[1,2,3,4],[5,0,6,7.5]],"header":[[0,0,1280,90]]}` {
		t.Fatalf("%s, %v", raw, err)
	}
	if got, err := ReadBoxes(raw); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v, %v", got, err)
	}
}

func TestReadBoxesRefuses(t *testing.T) {
	for raw, want := range map[string]string{"[]": "reading gold boxes", `{"sidebar":[]}`: `"sidebar" is not`, `{"":[]}`: `"" is not`, `{"left":[[1,2]]}`: "four numbers"} {
		if _, err := ReadBoxes([]byte(raw)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", raw, err)
		}
	}
}

// What is read can be written, and is then read as the same.
func FuzzReadBoxes(f *testing.F) {
	f.Add([]byte(`{"content":[[1,2,3,4,"fixed"]],"noise":[[0,0,1,1]],"left":[]}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		boxes, err := ReadBoxes(raw)
		if err != nil {
			return
		}
		again, err := WriteBoxes(boxes)
		if err != nil {
			t.Fatal(err)
		}
		back, err := ReadBoxes(again)
		if err != nil {
			t.Fatal(err)
		}
		for name, list := range boxes {
			if len(list) > 0 && !reflect.DeepEqual(back[name], list) {
				t.Errorf("%v: %v, after writing %v", name, list, back[name])
			}
		}
	})
}
