package config

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// alone shields a test from the settings of whoever runs it.
func alone(t *testing.T) {
	t.Helper()
	for _, f := range fields {
		t.Setenv(Env(f.Key), "")
	}
	t.Setenv(EnvFile, "")
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir())
}

// each calls test with every file of the pattern; a pattern without files is a mistake.
func each(t *testing.T, pattern string, test func(t *testing.T, file string)) {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: no such files (%v)", pattern, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) { test(t, file) })
	}
}

// Every mistake is named, together with its file. The files' first lines say what is wanted.
func TestMistakesAreNamed(t *testing.T) {
	alone(t)
	each(t, "testdata/*.bad.yml", func(t *testing.T, file string) {
		_, err := Load(file, nil)
		if !errors.Is(err, ErrInvalid) {
			t.Fatalf("error %v is not ErrInvalid", err)
		}
		for _, want := range wants(t, file) {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("error does not say %q:\n%v", want, err)
			}
		}
		if !strings.Contains(err.Error(), file) {
			t.Errorf("error does not name the file:\n%v", err)
		}
		if got, most := strings.Count(err.Error(), "\n  "), len(wants(t, file)); got > most {
			t.Errorf("%d mistakes for %d:\n%v", got, most, err)
		}
	})
}

func wants(t *testing.T, file string) (list []string) {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(raw)) {
		if text, ok := strings.CutPrefix(line, "# want: "); ok {
			list = append(list, strings.TrimSpace(text))
		}
	}
	if list == nil {
		t.Fatalf("%s has no line that begins with # want:", file)
	}
	return list
}

func TestFormatsSayTheSame(t *testing.T) {
	alone(t)
	want := Default()
	want.Method = "vlps"
	want.Render.Timeout = 20 * time.Second
	want.Render.MaxBody = 1 << 20
	want.Render.DeviceScale = 2
	want.Render.Headers = []string{"Accept-Language: de, en;q=0.5", "X-A: b"}
	want.Render.AllowHosts = []string{"intranet.example"}
	want.Render.Isolate = true
	want.Regions.Adaptive.Sliver = 0.25
	each(t, "testdata/same.good.*", func(t *testing.T, file string) {
		l, err := Load(file, nil)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, l.Config); diff != "" {
			t.Error(diff)
		}
	})
}

// What stands behind the first document of YAML would not be heard, whichever of its endings the file has.
func TestOneDocument(t *testing.T) {
	alone(t)
	for _, name := range []string{"c.yaml", "c.yml", "c.YAML"} {
		if _, err := Load(write(t, name, "method: vlps\n---\nmethod: sst\n"), nil); !errors.Is(err, ErrInvalid) || !strings.Contains(err.Error(), "another document begins") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Load(write(t, "end.yaml", "method: vlps\n---\n# nothing\n"), nil); err != nil {
		t.Error(err)
	}
}

// JSON is held to what YAML and TOML are: a key is there once, and what is wrong has its line.
func TestJSONIsStrict(t *testing.T) {
	alone(t)
	for text, want := range map[string]string{
		"{\"render\": {\n\"tabs\": 3,\n\"tabs\": 4}}":         `line 3: key "tabs" is already defined`,
		"{\"render\": {\"tabs\": 3},\n\"Render\": {}}":        `line 2: key "Render" is already defined`,
		"{\n\"classify\": {\"threshold\": 0.5,\n}}":           "line 3: invalid character '}'",
		"{\"render\": {\"headers\": [{\"A\": 1, \"A\": 2}]}}": `key "A" is already defined`,
		"{\"render\": {":              "the file ends before",
		"":                            "the file ends before",
		"[1]":                         "they are an object",
		"{\"method\": \"vlps\"} true": "after top-level value",
	} {
		if _, err := Load(write(t, "c.json", text), nil); !errors.Is(err, ErrInvalid) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// Of a text that was cut at its commas a mistake says how items with commas are written; of one item it does not.
func TestCommasInItems(t *testing.T) {
	alone(t)
	const header, way = "Accept: text/html, application/xml", `a JSON list: ["a, b", "c"]`
	t.Setenv("MULLION_RENDER_HEADERS", header)
	if _, err := Load("", nil); err == nil || !strings.Contains(err.Error(), way) {
		t.Errorf("error does not say %q: %v", way, err)
	}
	t.Setenv("MULLION_RENDER_HEADERS", `["`+header+`"]`)
	if l, err := Load("", nil); err != nil || !cmp.Equal(l.Render.Headers, []string{header}) {
		t.Errorf("%v: %v", err, l)
	}
	_, err := Load("", []Flag{{"render.headers", "--header", "a"}, {"render.headers", "--header", "b"}})
	if err == nil || strings.Contains(err.Error(), way) {
		t.Errorf("flags that are one item each: %v", err)
	}
}

// write makes a config file.
func write(t *testing.T, name, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestLaterSourcesWin(t *testing.T) {
	file := write(t, "c.yaml", "render: {timeout: 11s}")
	env, flag := "12s", Flag{Key: "render.timeout", Name: "--timeout", Text: "13s"}
	for _, test := range []struct {
		name, file, env string
		flags           []Flag
		want            time.Duration
		origin          string
	}{
		{"default", "", "", nil, 30 * time.Second, "default"},
		{"file", file, "", nil, 11 * time.Second, file},
		{"environment", "", env, nil, 12 * time.Second, "MULLION_RENDER_TIMEOUT"},
		{"flag", "", "", []Flag{flag}, 13 * time.Second, "--timeout"},
		{"environment over file", file, env, nil, 12 * time.Second, "MULLION_RENDER_TIMEOUT"},
		{"flag over file", file, "", []Flag{flag}, 13 * time.Second, "--timeout"},
		{"flag over environment", "", env, []Flag{flag}, 13 * time.Second, "--timeout"},
		{"flag over all", file, env, []Flag{flag}, 13 * time.Second, "--timeout"},
		{"last flag", file, env, []Flag{flag, {Key: "render.timeout", Name: "--set", Text: "14s"}}, 14 * time.Second, "--set"},
	} {
		t.Run(test.name, func(t *testing.T) {
			alone(t)
			t.Setenv("MULLION_RENDER_TIMEOUT", test.env)
			l, err := Load(test.file, test.flags)
			if err != nil {
				t.Fatal(err)
			}
			if l.Render.Timeout != test.want || l.Origins["render.timeout"] != test.origin {
				t.Errorf("%v from %s, want %v from %s", l.Render.Timeout, l.Origins["render.timeout"], test.want, test.origin)
			}
			if l.Render.Settle != Default().Render.Settle || l.Origins["render.settle"] != OriginDefault {
				t.Errorf("its neighbour is %v from %s", l.Render.Settle, l.Origins["render.settle"])
			}
		})
	}
}

// A key that a later source replaces does not take its neighbours in the same section with it.
func TestSourcesMixInOneSection(t *testing.T) {
	alone(t)
	file := write(t, "c.yaml", "regions: {mode: fixed, fixed: {header: 100, footer: 90}}")
	t.Setenv("MULLION_REGIONS_FIXED_FOOTER", "80")
	l, err := Load(file, []Flag{{"regions.fixed.left", "--set", "0.2"}})
	if err != nil {
		t.Fatal(err)
	}
	want := Default().Regions
	want.Mode, want.Fixed.Header, want.Fixed.Footer, want.Fixed.Left = "fixed", 100, 80, 0.2
	if diff := cmp.Diff(want, l.Regions); diff != "" {
		t.Error(diff)
	}
}

func TestListsFromEverySource(t *testing.T) {
	for _, test := range []struct {
		name, file, env string
		flags           []string
		want            []string
	}{
		{"one word in a file", "render: {allow_hosts: a}", "", nil, []string{"a"}},
		{"commas in the environment", "", "a, b:80,", nil, []string{"a", "b:80"}},
		{"lines in the environment", "", "a,b\nc", nil, []string{"a,b", "c"}},
		{"flags are items", "", "x", []string{"a,b", "c"}, []string{"a,b", "c"}},
		{"an empty flag clears", "render: {allow_hosts: a}", "", []string{""}, []string{}},
		{"an empty list in a file", "render: {allow_hosts: []}", "", nil, []string{}},
	} {
		t.Run(test.name, func(t *testing.T) {
			alone(t)
			t.Setenv("MULLION_RENDER_ALLOW_HOSTS", test.env)
			var flags []Flag
			for _, text := range test.flags {
				flags = append(flags, Flag{"render.allow_hosts", "--allow-host", text})
			}
			l, err := Load(write(t, "c.yaml", test.file), flags)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, l.Render.AllowHosts); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestMistakesNameTheirSource(t *testing.T) {
	alone(t)
	t.Setenv("MULLION_RENDER_TABS", "0")
	_, err := Load("", []Flag{{"render.timeout", "--timeout", "soon"}, {"regoins.mode", "--set regoins.mode", "fixed"}})
	for _, want := range []string{
		"render.tabs: 0 is not between 1 and 64 (from MULLION_RENDER_TABS)",
		`render.timeout: "soon" is not a duration such as 20s (from --timeout)`,
		"regoins.mode: unknown key, did you mean regions.mode? (in --set regoins.mode)",
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error does not say %q:\n%v", want, err)
		}
	}
}

// Container platforms set variables such as MULLION_PORT for a service of that name.
func TestStrangeEnvironmentWarns(t *testing.T) {
	alone(t)
	t.Setenv("MULLION_RENDER_TIMOUT", "1s")
	l, err := Load("", nil)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"the environment variable MULLION_RENDER_TIMOUT is no setting and is ignored; did you mean MULLION_RENDER_TIMEOUT?"}
	if diff := cmp.Diff(want, l.Warnings); diff != "" {
		t.Error(diff)
	}
}

func TestFilesAreFound(t *testing.T) {
	alone(t)
	here, home := t.TempDir(), t.TempDir()
	t.Chdir(here)
	t.Setenv("XDG_CONFIG_HOME", home)
	put := func(file, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want := func(file, method string) {
		t.Helper()
		l, err := Load("", nil)
		if err != nil {
			t.Fatal(err)
		}
		if l.File != file || l.Method != method {
			t.Errorf("method %s from %q, want %s from %q", l.Method, l.File, method, file)
		}
	}
	want("", "fused")
	dir, err := os.UserConfigDir()
	if err != nil {
		t.Fatal(err)
	}
	user := filepath.Join(dir, "mullion", "mullion.toml")
	put(user, `method = "vlps"`)
	want(user, "vlps")
	put("mullion.json", `{"method": "fused"}`)
	want("mullion.json", "fused")
	put("mullion.yaml", "method: vlps")
	want("mullion.yaml", "vlps")
	named := filepath.Join(home, "other.yml")
	put(named, "method: fused")
	t.Setenv(EnvFile, named)
	want(named, "fused")
}

func TestFilesThatCannotBeRead(t *testing.T) {
	alone(t)
	for _, file := range []string{filepath.Join(t.TempDir(), "none.yaml"), write(t, "settings.ini", "method=vlps"), t.TempDir()} {
		if _, err := Load(file, nil); !errors.Is(err, ErrInvalid) || !strings.Contains(err.Error(), file) {
			t.Errorf("%s: error %v", file, err)
		}
	}
}

func TestWith(t *testing.T) {
	c, err := Default().With("a test", map[string]any{"method": "vlps", "render.timeout": "5s", "regions": map[string]any{"mode": "fixed"}})
	if err != nil {
		t.Fatal(err)
	}
	want := Default()
	want.Method, want.Render.Timeout, want.Regions.Mode = "vlps", 5*time.Second, "fixed"
	if diff := cmp.Diff(want, c); diff != "" {
		t.Error(diff)
	}
	_, err = Default().With("a test", map[string]any{"metod": "vlps", "render": map[string]any{"tabs": 1000.0, "proxy": "nowhere"}})
	for _, want := range []string{"metod: unknown key", "render.tabs: 1000 is not between", "render.proxy: it must be"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error does not say %q: %v", want, err)
		}
	}
}

// A file that was only found starts no program, connects to nobody and lets nobody in; it may say how pages are judged, and which
// folder has profiles.
func TestFileOfTheWorkingDirectory(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	for setting, may := range map[string]bool{
		"render.chrome: ./evil": false, "render.remote: ws://evil.example/": false, "render.proxy: http://evil.example": false,
		"worker.nats: nats://evil.example": false, "worker.credentials: evil.creds": false, "profiles: s3://evil": false,
		"render.allow_private: true": false, "render.allow_hosts: [localhost]": false, "render.allow_named: true": false,
		"serve.listen: 0.0.0.0:80": false, "serve.token: known-to-strangers": false, "serve.hosts: [evil.example]": false,
		"serve.patience: 20s": true, "render.timeout: 20s": true,
		"profiles: profiles": true, "method: vlps": true, "worker.pages: crawl": true,
	} {
		if err := os.WriteFile("mullion.yaml", []byte(setting), 0o644); err != nil {
			t.Fatal(err)
		}
		key, _, _ := strings.Cut(setting, ":")
		_, err := Load("", nil)
		if refused := err != nil && strings.Contains(err.Error(), key+": a file that was only found"); refused == may {
			t.Errorf("%s: %v", setting, err)
		}
		if l, err := Load("mullion.yaml", nil); err != nil || l.Origins[key] != "mullion.yaml" {
			t.Errorf("%s: a named file: %v", setting, err)
		}
	}
}

// Settings come from strangers: what is nested without end, is many keys or one long key costs no more than reading it.
func TestSettingsOfStrangers(t *testing.T) {
	deep := map[string]any{}
	for range 50_000 {
		deep = map[string]any{"a": deep}
	}
	many := map[string]any{}
	for n := range 50_000 { // each of which would be compared with all settings
		many["classify.x"+strconv.Itoa(n)] = 1
	}
	for _, test := range []struct {
		name     string
		settings map[string]any
		want     string
	}{
		{"nested", map[string]any{"classify": deep}, "classify.a.a.a: unknown key"},
		{"nested below a setting", map[string]any{"method": map[string]any{"x": 1}}, "method.x: unknown key"},
		{"many", many, "settings: 50000 are given, and there are only"},
		{"many, nested", map[string]any{"classify": many}, "settings: 50000 are given, and there are only"},
		{"long", map[string]any{strings.Repeat("threshold", 500_000): 1}, "threshold: unknown key; "},
		{"of many words", map[string]any{strings.Repeat("a.", 500_000): 1}, "a.: unknown key; "},
	} {
		if _, err := Default().With("a test", test.settings); !errors.Is(err, ErrInvalid) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %.200v", test.name, err)
		}
	}
}

// Nor does a file that is found in a stranger's folder.
func TestFilesOfStrangers(t *testing.T) {
	alone(t)
	for name, text := range map[string]string{
		"deep.json": strings.Repeat(`{"a":`, 9_000) + "1" + strings.Repeat("}", 9_000),
		"deep.yaml": "a: " + strings.Repeat("{a: ", 9_000) + "1" + strings.Repeat("}", 9_000),
		"deep.toml": "a" + strings.Repeat(".a", 3_000) + " = 1",
	} {
		if _, err := Load(write(t, name, text), nil); !errors.Is(err, ErrInvalid) || !strings.Contains(err.Error(), "a.a.a.a: unknown key") {
			t.Errorf("%s: %.200v", name, err)
		}
	}
	var many strings.Builder // each of which the decoder of YAML would compare with all others, which finds the one that is there twice
	for i := range 5_000 {
		fmt.Fprintf(&many, "  k%d: 1\n", i)
	}
	for _, name := range []string{"regions", "other"} {
		text := name + ":\n" + many.String() + "  k0: 1\n"
		if _, err := Load(write(t, "many.yaml", text), nil); !errors.Is(err, ErrInvalid) || !strings.Contains(err.Error(), "settings: 5001 are given, and there are only") {
			t.Errorf("many below %s: %.200v", name, err)
		}
	}
	for _, name := range []string{"long.toml", "long.yaml", "long.json"} {
		if _, err := Load(write(t, name, strings.Repeat(" ", maxFile+1)), nil); !errors.Is(err, ErrInvalid) || !strings.Contains(err.Error(), "it has more than 128 KiB") {
			t.Errorf("%s: %v", name, err)
		}
	}
	_, err := Load(write(t, "numbers.yaml", "regions:\n  1: 2\n  mode: fixed\n"), nil)
	if err == nil || !strings.Contains(err.Error(), "regions.1: unknown key") || strings.Contains(err.Error(), "mode") {
		t.Errorf("a number as a name: %v", err)
	}
}
