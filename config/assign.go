package config

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strconv"

	"github.com/mullionhq/mullion/option"
)

// assign writes a value of a config file, an environment variable or a flag into a setting.
func assign(to reflect.Value, raw any) error {
	isList := to.Kind() == reflect.Slice
	switch raw := raw.(type) {
	case []any:
		if !isList {
			return errors.New("it is one value, not a list")
		}
		list := make([]string, len(raw))
		for i, item := range raw {
			text, err := scalar(item)
			if err != nil {
				return fmt.Errorf("item %d: %w", i+1, err)
			}
			list[i] = text
		}
		to.Set(reflect.ValueOf(list))
		return nil
	case []string:
		to.Set(reflect.ValueOf(raw))
		return nil
	}
	text, err := scalar(raw)
	if err != nil {
		return err
	}
	return option.Set(to, text)
}

// scalar writes a single value as option.Set reads it.
func scalar(raw any) (string, error) {
	switch raw := raw.(type) {
	case string:
		return raw, nil
	case bool:
		return strconv.FormatBool(raw), nil
	case float64:
		if raw == math.Trunc(raw) && math.Abs(raw) < 1<<53 { // JSON has no other numbers
			return strconv.FormatFloat(raw, 'f', -1, 64), nil
		}
		return strconv.FormatFloat(raw, 'g', -1, 64), nil
	case int, int64, uint64:
		return fmt.Sprint(raw), nil
	case nil:
		return "", errors.New("it has no value")
	}
	return "", fmt.Errorf("a %T is no setting", raw)
}
