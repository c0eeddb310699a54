package config

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"

	"github.com/mullionhq/mullion/option"
)

// Switching everything on in the default file changes nothing.
func TestDefaultFileHasTheDefaults(t *testing.T) {
	alone(t)
	text := DefaultFile()
	if l, err := Load(write(t, "c.yaml", text), nil); err != nil || !cmp.Equal(l.Config, Default()) {
		t.Errorf("as it is: error %v", err)
	}
	text = regexp.MustCompile(`(?m)^( *)#(\w)`).ReplaceAllString(text, "$1$2")
	l, err := Load(write(t, "c.yaml", text), nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(Default(), l.Config, emptyLists); diff != "" {
		t.Error(diff)
	}
	for _, f := range fields {
		if l.Origins[f.Key] != l.File {
			t.Errorf("%s is not in the default file", f.Key)
		}
		if !strings.Contains(text, f.Doc) || !strings.Contains(text, Env(f.Key)) {
			t.Errorf("the default file does not tell about %s", f.Key)
		}
	}
}

// emptyLists makes lists without items equal.
var emptyLists = cmp.Transformer("list", func(l []string) string { return strings.Join(l, "\n") })

// What config prints is a config file that says the same.
func TestEffectiveConfigCanBeReadAgain(t *testing.T) {
	alone(t)
	t.Setenv("MULLION_RENDER_USER_AGENT", `a "quoted": # text's`)
	t.Setenv("MULLION_RENDER_LANGUAGE", "\t\nde") // a text of several lines stands on one, however it begins
	l, err := Load("testdata/same.good.yaml", []Flag{{"classify.threshold", "--threshold", "0.125"}, {"render.wait_for", "--wait-for", "true"}, {"serve.hosts", "--host", "\n# a"}})
	if err != nil {
		t.Fatal(err)
	}
	text := l.YAML()
	alone(t)
	again, err := Load(write(t, "c.yaml", text), nil)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if diff := cmp.Diff(l.Config, again.Config, emptyLists); diff != "" {
		t.Error(diff)
	}
	for _, want := range []string{
		`(?m)^method: vlps +# testdata/same.good.yaml$`,
		`(?m)^  timeout: 20s +# testdata/same.good.yaml$`,
		`(?m)^  user_agent: .* # MULLION_RENDER_USER_AGENT$`,
		`(?m)^  threshold: 0.125 +# --threshold$`,
		`(?m)^  settle: 5s +# default$`,
	} {
		if !regexp.MustCompile(want).MatchString(text) {
			t.Errorf("no line is like %s in\n%s", want, text)
		}
	}
}

// A file of settings switches on those that are not the defaults, and no others.
func TestFileOfSettings(t *testing.T) {
	alone(t)
	c := Default()
	c.Classify.Threshold, c.Render.Headers = 0.3, []string{"X-A: b"}
	text := File(c)
	l, err := Load(write(t, "c.yaml", text), nil)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if diff := cmp.Diff(c, l.Config, emptyLists); diff != "" {
		t.Error(diff)
	}
	for key, origin := range l.Origins {
		if set := key == "classify.threshold" || key == "render.headers"; set != (origin == l.File) {
			t.Errorf("%s comes from %s", key, origin)
		}
	}
}

// The default file says what each setting may be.
func TestDefaultFileTellsLimits(t *testing.T) {
	text := DefaultFile()
	for key, want := range map[string]string{
		"render.max_nodes":   " (at least 100) ",
		"classify.threshold": " (0 to 1) ",
		"regions.mode":       " (fixed, adaptive) ",
		"render.user_agent":  "",
	} {
		env := "[" + Env(key) + "]"
		for line := range strings.Lines(text) {
			if strings.Contains(line, env) && !strings.HasSuffix(strings.TrimSpace(line), want+env) {
				t.Errorf("%s is told without its limits %q:\n%s", key, want, line)
			}
		}
	}
	if f := (option.Field{Max: "9"}); limits(&f) != " (at most 9)" {
		t.Errorf("a setting with a maximum has the limits %q", limits(&f))
	}
}

func TestPartOfTheConfig(t *testing.T) {
	alone(t)
	l, err := Load("", nil)
	if err != nil {
		t.Fatal(err)
	}
	want := "regions:\n  fixed:\n    header: 200  # default\n    footer: 160  # default\n    left: 0.3    # default\n    right: 0.3   # default\n"
	if diff := cmp.Diff(want, l.YAML("regions.fixed")); diff != "" {
		t.Error(diff)
	}
	if got := l.YAML("region"); got != "" {
		t.Errorf("a part of a word matches:\n%s", got)
	}
}

// The schema takes what Load takes and refuses what it refuses, as far as a schema can know.
func TestSchemaAgreesWithLoad(t *testing.T) {
	s := compile(t)
	for _, file := range []string{"testdata/same.good.json", write(t, "c.yaml", DefaultFile())} {
		if err := s.Validate(parse(t, file)); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
	beyond := map[string]bool{ // what a schema of JSON cannot say
		"broken_yaml": true, "two_documents": true, "key_twice": true, "nan": true, "infinite": true, "duration_too_long": true,
		"header_without_name": true, "proxy_without_scheme": true,
		"no_element": true, "order": true, "worker_subject": true, "worker_subjects": true,
	}
	each(t, "testdata/*.bad.yml", func(t *testing.T, file string) {
		name := strings.TrimSuffix(strings.TrimPrefix(file, "testdata/"), ".bad.yml")
		if !beyond[name] && s.Validate(parse(t, file)) == nil {
			t.Errorf("the schema takes %s", file)
		}
	})
}

func compile(t *testing.T) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(Schema()))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("schema.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func parse(t *testing.T, file string) any {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var v any
	if err := yaml.Unmarshal(raw, &v); err != nil {
		return nil
	}
	return v
}

func TestSchemaCoversEverySetting(t *testing.T) {
	s := compile(t)
	for _, f := range fields {
		at := s
		for name := range strings.SplitSeq(f.Key, ".") {
			if at = at.Properties[name]; at == nil {
				t.Errorf("%s is not in the schema", f.Key)
				break
			}
		}
	}
}

// Names that are derived from keys must not meet, or one setting could not be reached.
func TestNamesAreUnique(t *testing.T) {
	seen := map[string]string{EnvFile: "the config file"}
	for _, f := range fields {
		if other, ok := seen[Env(f.Key)]; ok {
			t.Errorf("%s and %s are both %s", f.Key, other, Env(f.Key))
		}
		seen[Env(f.Key)] = f.Key
		if isSection(f.Key) {
			t.Errorf("%s is a setting and a section", f.Key)
		}
		if f.Key != strings.ToLower(f.Key) {
			t.Errorf("%s is not lower case, as viper has it", f.Key)
		}
		if f.Doc == "" || strings.HasSuffix(f.Doc, ".") {
			t.Errorf("%s needs a doc, one line without a full stop: %q", f.Key, f.Doc)
		}
	}
}
