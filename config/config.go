// Package config reads every setting of the program into one struct: defaults, then a file, then the
// environment, then the command line, the later winning. It tells where each value came from, and reports
// everything that is wrong at once. What the settings are, their defaults and ranges are known to the packages
// that use them, as tags (see package option); this package only adds them up.
package config

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/classify"
	"github.com/mullionhq/mullion/classify/density"
	"github.com/mullionhq/mullion/classify/machine"
	"github.com/mullionhq/mullion/gate"
	"github.com/mullionhq/mullion/jobs"
	"github.com/mullionhq/mullion/option"
	"github.com/mullionhq/mullion/output"
	"github.com/mullionhq/mullion/regions"
	"github.com/mullionhq/mullion/study"
)

// A Config holds every setting.
type Config struct {
	mullion.Options                        // of the Cleaner
	Output          output.Options         `key:"output"`
	Overlay         regions.OverlayOptions `key:"overlay"`
	Train           classify.TrainOptions  `key:"train"`
	TrainShares     machine.Options        `key:"train_template_svm"`
	TrainDensity    density.TrainOptions   `key:"train_density_svm"`
	Teach           classify.TeachOptions  `key:"teach"`
	Study           study.Options          `key:"study"`
	Serve           gate.Options           `key:"serve"`
	Worker          jobs.Options           `key:"worker"`
}

// Recipes are the settings of training, for each method that has machines to train.
func (c *Config) Recipes() study.Recipes {
	return study.Recipes{Fused: c.Train, Shares: c.TrainShares, Density: c.TrainDensity}
}

// Default returns the tagged defaults.
func Default() Config { return option.Defaults[Config]() }

// Fields lists every setting in the order of the config file.
func Fields() []option.Field { return slices.Clone(fields) }

var fields = option.Fields(reflect.TypeFor[Config]())

// Field finds a setting by its key.
func Field(key string) (option.Field, bool) {
	i := slices.IndexFunc(fields, func(f option.Field) bool { return f.Key == key })
	if i < 0 {
		return option.Field{}, false
	}
	return fields[i], true
}

// isSection reports whether the key holds settings below it.
func isSection(key string) bool {
	return slices.ContainsFunc(fields, func(f option.Field) bool { return strings.HasPrefix(f.Key, key+".") })
}

// EnvPrefix begins the names of the environment variables that are settings.
const EnvPrefix = "MULLION_"

// EnvFile names the environment variable that names the config file.
const EnvFile = EnvPrefix + "CONFIG"

// Env is the environment variable of a key: MULLION_RENDER_TIMEOUT for render.timeout.
func Env(key string) string {
	return EnvPrefix + strings.ToUpper(strings.ReplaceAll(key, ".", "_"))
}

// ErrInvalid says that the settings cannot be used. The message has a line for each mistake, which names the key, where
// the value came from, and what is allowed.
var ErrInvalid = errors.New("invalid configuration")

// invalid joins mistakes into one error; nil when there are none.
func invalid(mistakes []error) error {
	if len(mistakes) == 0 {
		return nil
	}
	var b strings.Builder
	for _, err := range mistakes {
		for line := range strings.SplitSeq(err.Error(), "\n") {
			b.WriteString("\n  " + line)
		}
	}
	return fmt.Errorf("%w:%s", ErrInvalid, b.String())
}
