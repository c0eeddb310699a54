package config

import (
	"os"
	"path/filepath"
)

// fileName is the name of a config file, before its extension.
const fileName = "mullion"

// Extensions are those of config files, the one that is looked for first first.
var Extensions = []string{".yaml", ".yml", ".toml", ".json"}

// Places lists the files that are looked for when none is named, in order: in the working directory, then in the user's config folder.
func Places() []string {
	dirs := []string{"."}
	if dir, err := os.UserConfigDir(); err == nil {
		dirs = append(dirs, filepath.Join(dir, fileName))
	}
	var places []string
	for _, dir := range dirs {
		for _, ext := range Extensions {
			places = append(places, filepath.Join(dir, fileName+ext))
		}
	}
	return places
}

// find names the config file that is read when none is asked for: MULLION_CONFIG if it is set, else the first
// of Places that there is; "" when there is none.
func find() string {
	if file := os.Getenv(EnvFile); file != "" {
		return file
	}
	for _, file := range Places() {
		if info, err := os.Stat(file); err == nil && !info.IsDir() {
			return file
		}
	}
	return ""
}
