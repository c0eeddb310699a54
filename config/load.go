package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/spf13/viper"
	"go.yaml.in/yaml/v3"

	"github.com/mullionhq/mullion/option"
)

// A Flag is a setting from the command line.
type Flag struct {
	Key  string
	Name string // as the user wrote it, such as "--timeout"; for messages
	Text string // as for option.Set; of a list it is one item, as it is, or "" for none
}

// FlagSet begins the Name of a flag that sets any setting, before its key.
const FlagSet = "--set "

// A Loaded is a config with where each value came from.
type Loaded struct {
	Config
	File     string            // the config file that was read; "" when there is none
	Origins  map[string]string // by key: "default", the file's path, an environment variable or a flag
	Warnings []string          // what looks like a mistake, but may be none
}

// OriginDefault is the origin of values that nobody set.
const OriginDefault = "default"

// Load reads the settings: defaults, then the file, then the environment, then flags. With file "" the usual
// places are searched (MULLION_CONFIG, then Places), and it is no mistake that there is none. Every mistake is reported, in one
// error that is ErrInvalid.
func Load(file string, flags []Flag) (*Loaded, error) {
	l := &Loaded{Config: Default(), Origins: map[string]string{}}
	v := viper.New()
	var mistakes []error
	found := file == "" && os.Getenv(EnvFile) == "" // nobody named the file
	if file == "" {
		file = find()
	}
	if file != "" {
		l.File = file
		settings, err := readFile(file)
		if err == nil {
			err = v.MergeConfigMap(settings)
		}
		if err != nil {
			return nil, invalid([]error{fmt.Errorf("%s: %w", file, err)})
		}
		for _, key := range slices.Sorted(maps.Keys(settings)) {
			if err := known(key, settings[key]); err != nil {
				mistakes = append(mistakes, fmt.Errorf("%w (in %s)", err, file))
			}
			if found && filepath.Dir(file) == "." && needsTrust(key, settings[key]) {
				mistakes = append(mistakes, fmt.Errorf("%s: a file that was only found in the working directory may not set what is run, connected to or let in: name the file with --config if you trust it (in %s)", key, file))
			}
			l.Origins[key] = file
		}
	}
	for _, f := range fields {
		if err := v.BindEnv(f.Key, Env(f.Key)); err != nil {
			return nil, err
		}
		if os.Getenv(Env(f.Key)) != "" {
			l.Origins[f.Key] = Env(f.Key)
		}
	}
	l.Warnings = strangeEnv()
	for _, f := range flags {
		if err := known(f.Key, f.Text); err != nil {
			mistakes = append(mistakes, fmt.Errorf("%w (in %s)", err, f.Name))
			continue
		}
		v.Set(f.Key, value(f.Key, flags))
		l.Origins[f.Key] = f.Name
	}
	mistakes = append(mistakes, l.Config.fill(v.Get, l.Origins)...)
	return l, invalid(mistakes)
}

// trusted are the settings that start programs, redirect traffic, name a server, or say where pages and callers may come in: who
// works in a folder that came from elsewhere must not run what its config file names, nor send it pages, nor open a private
// network or the server of this machine to others.
var trusted = []string{
	"render.chrome", "render.remote", "render.proxy", "render.allow_private", "render.allow_hosts", "render.allow_named",
	"serve.listen", "serve.token", "serve.hosts", "worker.nats", "worker.credentials",
}

// needsTrust reports whether a setting is one of them, or puts site profiles at an address: of a bucket they are read, and what is
// learned goes there.
func needsTrust(key string, value any) bool {
	text, _ := value.(string)
	return slices.Contains(trusted, key) || key == "profiles" && strings.Contains(text, "://")
}

// readFile reads the settings of a config file, by their keys: viper would look for each path in what is nested, which takes
// cubic time.
func readFile(file string) (map[string]any, error) {
	ext := strings.ToLower(filepath.Ext(file))
	if !slices.Contains(Extensions, ext) {
		return nil, fmt.Errorf("a config file is YAML, TOML or JSON and its name ends in one of %s", strings.Join(Extensions, " "))
	}
	raw, err := readAll(file)
	if err != nil {
		return nil, err
	}
	format, err := viper.NewCodecRegistry().Decoder(strings.TrimPrefix(ext, "."))
	if err != nil {
		return nil, err
	}
	if ext == ".yaml" || ext == ".yml" {
		if err := checkYAML(raw); err != nil {
			return nil, err
		}
	}
	if ext == ".json" {
		if err := checkJSON(raw); err != nil {
			return nil, fmt.Errorf("reading settings: %w", err)
		}
	}
	settings := map[string]any{}
	if err := format.Decode(raw, settings); err != nil {
		return nil, fmt.Errorf("reading settings: %w", err)
	}
	return flatten(settings)
}

// maxFile is the most bytes of a config file: four times what File writes of all settings and what they are for. The decoder of
// TOML compares each key with all others.
const maxFile = 128 << 10

func readAll(file string) ([]byte, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	raw, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if len(raw) > maxFile {
		err = fmt.Errorf("it has more than %d KiB, several times what all settings and what they are for have (`mullion config --default`)", maxFile>>10)
	}
	return raw, err
}

// checkYAML refuses YAML behind the first document, which would not be heard, and sections with more keys than there are
// settings: the decoder compares each key with all others.
func checkYAML(raw []byte) error {
	var first, more yaml.Node
	documents := yaml.NewDecoder(bytes.NewReader(raw))
	if err := documents.Decode(&first); err != nil {
		return nil // it is empty, or the decoder tells what is wrong
	}
	err := documents.Decode(&more)
	isNull := err == nil && more.Content[0].ShortTag() == "!!null"
	if !isNull && !errors.Is(err, io.EOF) {
		return errors.New("another document begins at \"---\": a config file has one; make two files, or take the line out")
	}
	return checkKeys(&first)
}

func checkKeys(n *yaml.Node) error {
	if keys := len(n.Content) / 2; n.Kind == yaml.MappingNode && keys > len(fields) {
		return tooMany(keys)
	}
	for _, below := range n.Content {
		if err := checkKeys(below); err != nil {
			return err
		}
	}
	return nil
}

// checkJSON tells the line of what is no JSON, and refuses what the decoder would pass over: of a key that is given twice it hears
// the last value alone.
func checkJSON(raw []byte) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	first, err := d.Token()
	if err == nil && first != json.Delim('{') {
		return errors.New("they are an object, in braces, as `mullion config --schema` describes")
	}
	if err == nil {
		err = checkObject(d)
	}
	switch {
	case errors.Is(err, io.EOF):
		return errors.New("json: the file ends before the object does")
	case err != nil:
		return fmt.Errorf("json: line %d: %w", 1+bytes.Count(raw[:d.InputOffset()], []byte("\n")), err)
	}
	return nil // what may stand behind the object, the decoder tells
}

// checkObject reads an object whose brace was read.
func checkObject(d *json.Decoder) error {
	given := map[string]bool{}
	for d.More() {
		token, err := d.Token()
		if err != nil {
			return err
		}
		key, _ := token.(string)
		if given[strings.ToLower(key)] {
			return fmt.Errorf("key %q is already defined", key)
		}
		given[strings.ToLower(key)] = true
		if err := checkValue(d); err != nil {
			return err
		}
	}
	_, err := d.Token()
	return err
}

func checkValue(d *json.Decoder) error {
	token, err := d.Token()
	switch {
	case err != nil:
		return err
	case token == json.Delim('{'):
		return checkObject(d)
	case token != json.Delim('['):
		return nil
	}
	for d.More() {
		if err := checkValue(d); err != nil {
			return err
		}
	}
	_, err = d.Token()
	return err
}

// value is what the flags of one key say together: the last one, or every item of a list.
func value(key string, flags []Flag) any {
	var texts []string
	for _, f := range flags {
		if f.Key == key {
			texts = append(texts, f.Text)
		}
	}
	if f, _ := Field(key); f.Type.Kind() == reflect.Slice {
		return slices.DeleteFunc(texts, func(s string) bool { return s == "" })
	}
	return texts[len(texts)-1]
}

// With returns the config with settings changed by their keys, nested or dotted, as a request has them. What is
// wrong is reported as by Load, with origin, where the settings came from.
func (c Config) With(origin string, settings map[string]any) (Config, error) {
	flat, err := Flat(settings)
	if err != nil {
		return c, err
	}
	var mistakes []error
	origins := map[string]string{}
	for _, key := range slices.Sorted(maps.Keys(flat)) {
		origins[key] = origin
		if err := known(key, flat[key]); err != nil {
			mistakes = append(mistakes, fmt.Errorf("%w (in %s)", err, origin))
		}
	}
	mistakes = append(mistakes, c.fill(func(key string) any { return flat[key] }, origins)...)
	return c, invalid(mistakes)
}

// fill writes the values of the keys, nil for none, into the config and checks them. It completes the origins, and drops
// those of keys that are no settings.
func (c *Config) fill(value func(key string) any, origins map[string]string) (mistakes []error) {
	config := reflect.ValueOf(c).Elem()
	bad := map[string]bool{}
	complain := func(key string, err error) {
		bad[key] = true
		mistakes = append(mistakes, fmt.Errorf("%s: %w (from %s%s)", key, err, origins[key], c.commas(key, origins[key])))
	}
	for _, f := range fields {
		if origins[f.Key] == "" {
			origins[f.Key] = OriginDefault
		}
		raw := value(f.Key)
		if _, nested := raw.(map[string]any); raw == nil || nested {
			continue // it keeps what it is, or is said to be unknown
		}
		to := config.FieldByIndex(f.Index)
		err := assign(to, raw)
		if err == nil {
			err = f.Check(to)
		}
		if err != nil {
			complain(f.Key, err)
		}
	}
	for _, err := range slices.Concat(option.Conflicts(c), inSection("render", c.Render.Check()), inSection("site", c.Site.Check()), inSection("worker", c.Worker.Check())) {
		key, text, _ := strings.Cut(err.Error(), ": ")
		if !bad[key] {
			complain(key, errors.New(text))
		}
	}
	for key := range origins {
		if _, ok := Field(key); !ok {
			delete(origins, key)
		}
	}
	return mistakes
}

// commas says how items with commas are written, where a list that was cut at its commas may have had some.
func (c *Config) commas(key, origin string) string {
	isText := strings.HasPrefix(origin, EnvPrefix) || origin == FlagSet+key
	f, ok := Field(key)
	if !ok || !isText || f.Type.Kind() != reflect.Slice || reflect.ValueOf(c).Elem().FieldByIndex(f.Index).Len() < 2 {
		return ""
	}
	return `; items that have commas are written as a JSON list: ["a, b", "c"]`
}

// inSection lists the errors of a section's settings by their whole keys.
func inSection(section string, err error) (list []error) {
	for _, err := range unjoin(err) {
		list = append(list, fmt.Errorf("%s.%w", section, err))
	}
	return list
}

// unjoin lists the errors that errors.Join joined, at every level.
func unjoin(err error) []error {
	joined, ok := err.(interface{ Unwrap() []error })
	switch {
	case err == nil:
		return nil
	case !ok:
		return []error{err}
	}
	var list []error
	for _, e := range joined.Unwrap() {
		list = append(list, unjoin(e)...)
	}
	return list
}
