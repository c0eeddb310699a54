package config

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/spf13/viper"
)

// A Flag is a setting from the command line.
type Flag struct {
	Key  string
	Name string // as the user wrote it, such as "--timeout"; for messages
	Text string // as for option.Set, but an item of a list is given as it is, one Flag an item
}

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
// places are searched (see Find), and it is no mistake that there is none. Every mistake is reported, in one
// error that is ErrInvalid.
func Load(file string, flags []Flag) (*Loaded, error) {
	l := &Loaded{Origins: map[string]string{}}
	v := viper.New()
	var mistakes []error
	if file == "" {
		file = Find()
	}
	if file != "" {
		l.File = file
		keys, err := readFile(v, file)
		if err != nil {
			return nil, invalid([]error{err})
		}
		for _, key := range keys {
			if err := known(key, v.Get(key)); err != nil {
				mistakes = append(mistakes, fmt.Errorf("%w (in %s)", err, file))
			}
			if v.InConfig(key) {
				l.Origins[key] = file
			}
		}
	}
	for _, f := range fields {
		if f.Default != "" {
			v.SetDefault(f.Key, f.Default)
		}
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
	mistakes = append(mistakes, l.fill(v)...)
	return l, invalid(mistakes)
}

// readFile reads a config file and lists its keys in order.
func readFile(v *viper.Viper, file string) ([]string, error) {
	v.SetConfigFile(file)
	if !slices.Contains(Extensions, strings.ToLower(filepath.Ext(file))) {
		return nil, fmt.Errorf("%s: a config file is YAML, TOML or JSON and its name ends in one of %s", file, strings.Join(Extensions, " "))
	}
	if err := v.ReadInConfig(); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	keys := v.AllKeys()
	slices.Sort(keys)
	return keys, nil
}

// value is what the flags of one key say together: the last one, or every item of a list.
func value(key string, flags []Flag) any {
	var texts []string
	for _, f := range flags {
		if f.Key == key {
			texts = append(texts, f.Text)
		}
	}
	if f, _ := field(key); f.Type.Kind() == reflect.Slice {
		return texts
	}
	return texts[len(texts)-1]
}

// fill writes viper's values into the config and checks them.
func (l *Loaded) fill(v *viper.Viper) (mistakes []error) {
	config := reflect.ValueOf(&l.Config).Elem()
	for _, f := range fields {
		origin, set := l.Origins[f.Key]
		if !set {
			origin = OriginDefault
			l.Origins[f.Key] = origin
		}
		raw := v.Get(f.Key)
		if _, nested := raw.(map[string]any); raw == nil || nested {
			continue // said to be unknown already, or an empty string or list by default
		}
		to := config.FieldByIndex(f.Index)
		err := assign(to, raw)
		if err == nil {
			err = f.Check(to)
		}
		if err != nil {
			mistakes = append(mistakes, fmt.Errorf("%s: %w (from %s)", f.Key, err, origin))
		}
	}
	for key := range l.Origins {
		if _, ok := field(key); !ok {
			delete(l.Origins, key)
		}
	}
	return mistakes
}

// With returns the config with settings changed by their keys, nested or dotted, as a request has them. What is
// wrong is reported as by Load.
func (c Config) With(settings map[string]any) (Config, error) {
	v := viper.New()
	if err := v.MergeConfigMap(settings); err != nil {
		return c, invalid([]error{err})
	}
	var mistakes []error
	config := reflect.ValueOf(&c).Elem()
	keys := v.AllKeys()
	slices.Sort(keys)
	for _, key := range keys {
		raw := v.Get(key)
		err := known(key, raw)
		if f, ok := field(key); err == nil && ok && raw != nil {
			to := config.FieldByIndex(f.Index)
			if err = assign(to, raw); err == nil {
				err = f.Check(to)
			}
			if err != nil {
				err = fmt.Errorf("%s: %w", key, err)
			}
		}
		if err != nil {
			mistakes = append(mistakes, err)
		}
	}
	return c, invalid(mistakes)
}
