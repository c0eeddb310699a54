package option_test

import (
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mullionhq/mullion/option"
)

type inner struct {
	Share float64       `key:"share" default:"0.3" min:"0" max:"1" doc:"a share"`
	Wait  time.Duration `key:"wait" default:"20s" min:"100ms" max:"10m" doc:"a time"`
}

type common struct {
	Mode string `key:"mode" default:"fast" oneof:"fast|slow" doc:"a word"`
}

type settings struct {
	common
	On    bool     `key:"on" default:"true" doc:"a switch"`
	Count int      `key:"count" default:"2" min:"1" doc:"a number"`
	Below float64  `key:"below" max:"5" doc:"a number with no lower bound"`
	Names []string `key:"names" default:"a, b" doc:"words"`
	Note  string   `key:"note" doc:"any text"`
	Inner inner    `key:"inner"`
	Hook  func()   // set by code
}

func TestFields(t *testing.T) {
	var keys []string
	for _, f := range option.Fields(reflect.TypeFor[settings]()) {
		keys = append(keys, f.Key)
	}
	want := []string{"mode", "on", "count", "below", "names", "note", "inner.share", "inner.wait"}
	if diff := cmp.Diff(want, keys); diff != "" {
		t.Error(diff)
	}
}

func TestDefaults(t *testing.T) {
	got := option.Defaults[settings]()
	if got.Mode != "fast" || !got.On || got.Count != 2 || got.Below != 0 || got.Inner.Share != 0.3 || got.Inner.Wait != 20*time.Second {
		t.Errorf("defaults are %+v", got)
	}
	if diff := cmp.Diff([]string{"a", "b"}, got.Names); diff != "" {
		t.Error(diff)
	}
	if err := option.Check(got); err != nil {
		t.Errorf("defaults are refused: %v", err)
	}
}

// A tag that its own field cannot hold is a mistake of ours.
func TestTagsThatDoNotFitPanic(t *testing.T) {
	for want, use := range map[string]func(){
		`option n: default "many"`: func() {
			option.Defaults[struct {
				N int `key:"n" default:"many"`
			}]()
		},
		`option n: bound "few"`: func() {
			_ = option.Check(struct {
				N int `key:"n" min:"few"`
			}{})
		},
		`option d: bound "5"`: func() {
			_ = option.Check(struct {
				D time.Duration `key:"d" max:"5"`
			}{})
		},
	} {
		func() {
			defer func() {
				if said, _ := recover().(string); !strings.HasPrefix(said, want) {
					t.Errorf("said %q, want %s", said, want)
				}
			}()
			use()
		}()
	}
}

func TestSet(t *testing.T) {
	for _, test := range []struct {
		text string
		want any
		err  string
	}{
		{"true", true, ""},
		{"perhaps", false, "is not true or false"},
		{"-3", -3, ""},
		{"3.5", 0, "is not a whole number"},
		{"2.5e-3", 0.0025, ""},
		{"half", 0.0, "is not a number"},
		{"1m30s", 90 * time.Second, ""},
		{"30", time.Duration(0), "is not a duration such as 20s"},
		{"as it is, ", "as it is, ", ""},
		{"a, b ,,c", []string{"a", "b", "c"}, ""},
		{"a, b\nc\n", []string{"a, b", "c"}, ""},
		{`["a, b", "c"]`, []string{"a, b", "c"}, ""},
		{"[::1], null", []string{"[::1]", "null"}, ""},
		{`["a", 1]`, []string{`["a"`, "1]"}, ""},
		{"", []string(nil), ""},
		{"1", map[string]int(nil), "a setting cannot be a map[string]int"},
	} {
		got := reflect.New(reflect.TypeOf(test.want)).Elem()
		err := option.Set(got, test.text)
		switch {
		case test.err == "" && (err != nil || !cmp.Equal(got.Interface(), test.want)):
			t.Errorf("%q is read as %v, %v; want %v", test.text, got, err, test.want)
		case test.err != "" && (err == nil || !strings.Contains(err.Error(), test.err)):
			t.Errorf("%q: error %v does not say %q", test.text, err, test.err)
		}
	}
}

func TestCheckNamesEverything(t *testing.T) {
	o := option.Defaults[settings]()
	o.Mode, o.Count, o.Below, o.Inner.Share, o.Inner.Wait = "slowly", -12, 6, math.NaN(), time.Hour
	want := strings.Join([]string{
		`mode: "slowly" is not one of fast, slow`,
		"count: -12 is below 1",
		"below: 6 is above 5",
		"inner.share: NaN is not a number",
		"inner.wait: 1h0m0s is not between 100ms and 10m",
	}, "\n")
	if err := option.Check(&o); err == nil || err.Error() != want {
		t.Errorf("error is\n%v\nwant\n%s", err, want)
	}
}

func TestConflictsNameBothSettings(t *testing.T) {
	type span struct {
		Low  float64 `key:"low" default:"1" atmost:"high" doc:"a bound"`
		High float64 `key:"high" default:"1" doc:"a bound"`
	}
	o := struct {
		Span span `key:"span"`
	}{option.Defaults[span]()}
	if err := option.Check(o); err != nil {
		t.Errorf("equal bounds: %v", err)
	}
	o.Span.Low = 1.5
	want := "span.low: 1.5 is more than span.high, which is 1"
	if err := option.Check(o); err == nil || err.Error() != want {
		t.Errorf("error is %v, want %s", err, want)
	}
}

func TestBoundsAreAllowed(t *testing.T) {
	o := option.Defaults[settings]()
	for _, edge := range []float64{0, 1} {
		o.Inner.Share, o.Note = edge, "what it likes"
		if err := option.Check(o); err != nil {
			t.Errorf("share %v: %v", edge, err)
		}
	}
	o.Inner.Share = math.Inf(1)
	if option.Check(o) == nil {
		t.Error("an infinite share is allowed")
	}
}
