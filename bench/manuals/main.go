// Command manuals makes a corpus of software documentation from Debian's packages. Nobody labelled these pages: what their
// generator (Sphinx, Doxygen, Javadoc, …) writes around the text is known by its markup, and the rest is the gold. References
// of classes and functions, tables and synopses, are rare in corpora that people labelled.
package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"

	"github.com/mullionhq/mullion/whole"
)

//go:embed packages.txt
var packages string

const usage = `Makes a corpus of documentation in DIR from Debian packages, which it downloads (300 MB) and keeps in DIR/debs.

  build/manuals DIR [PACKAGE...]

Without packages it takes those of bench/manuals/packages.txt. A package that Debian's release no longer has is left out and told.
What is in DIR/debs is not downloaded again. Then mullion train DIR --from builtin --out manuals.model makes a model for such pages.`

func main() {
	flag.Usage = func() { fmt.Fprintln(os.Stderr, usage) }
	flag.Parse()
	if flag.NArg() < 1 {
		flag.Usage()
		os.Exit(2)
	}
	names := flag.Args()[1:]
	if len(names) == 0 {
		names = strings.Fields(packages)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, flag.Arg(0), names); err != nil {
		fmt.Fprintln(os.Stderr, "manuals:", err)
		os.Exit(1)
	}
}

// weight is how many ordinary pages a page counts for in training with other corpora: these labels are weak.
const weight = 0.15

// A line of pages.jsonl. It has no page type: these pages would make documentation the second commonest of types.
type line struct {
	ID       string  `json:"id"`
	Corpus   string  `json:"corpus"`
	Site     string  `json:"site"`
	HTMLPath string  `json:"html_path"`
	Gold     gold    `json:"gold"`
	Kind     string  `json:"gold_kind"` // the generator
	Weight   float64 `json:"weight"`
}

type gold struct {
	Text string `json:"text"`
}

// run writes DIR/pages.jsonl and DIR/html from the packages.
func run(ctx context.Context, dir string, names []string) error {
	debs := filepath.Join(dir, "debs")
	if err := os.MkdirAll(filepath.Join(dir, "html"), 0o755); err != nil {
		return err
	}
	if err := download(ctx, debs, names); err != nil {
		return err
	}
	var lines []line
	of := map[string]int{} // packages by generator
	for i, name := range names {
		fmt.Fprintf(os.Stderr, "manuals: %d/%d %s\n", i+1, len(names), name)
		deb := downloaded(debs, name)
		if deb == "" {
			fmt.Fprintf(os.Stderr, "manuals: there is no package %s: left out\n", name)
			continue
		}
		pages, err := read(ctx, deb)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		taken := pick(pages, func(generator string) bool { return of[generator] < most })
		for k, p := range taken {
			if k == 0 {
				of[p.generator]++
			}
			id := fmt.Sprintf("%s-%d", name, k+1)
			file := filepath.Join("html", id+".html")
			if err := os.WriteFile(filepath.Join(dir, file), p.raw, 0o644); err != nil {
				return err
			}
			lines = append(lines, line{id, "manuals", name, file, gold{p.gold}, p.generator, weight})
		}
	}
	if len(lines) == 0 {
		return errors.New("no page was found")
	}
	fmt.Fprintf(os.Stderr, "manuals: %d pages; packages by generator: %v\n", len(lines), of)
	return write(filepath.Join(dir, "pages.jsonl"), lines)
}

func write(name string, lines []line) error {
	return whole.Write(name, func(w io.Writer) error {
		enc := json.NewEncoder(w)
		for _, l := range lines {
			if err := enc.Encode(l); err != nil {
				return err
			}
		}
		return nil
	})
}

// downloaded is the file of a package; "" without one.
func downloaded(debs, name string) string {
	files, _ := filepath.Glob(filepath.Join(debs, name+"_*.deb"))
	if len(files) == 0 {
		return ""
	}
	return files[len(files)-1]
}

// download fetches those packages that are not there. One that Debian lacks is no error.
func download(ctx context.Context, debs string, names []string) error {
	if err := os.MkdirAll(debs, 0o755); err != nil {
		return err
	}
	var missing []string
	for _, n := range names {
		if downloaded(debs, n) == "" {
			missing = append(missing, n)
		}
	}
	for len(missing) > 0 {
		batch := missing[:min(20, len(missing))]
		missing = missing[len(batch):]
		fmt.Fprintf(os.Stderr, "manuals: downloading %d packages, %d to go\n", len(batch), len(missing))
		if apt(ctx, debs, batch) == nil {
			continue
		}
		for _, n := range batch { // one that is missing fails them all
			if err := apt(ctx, debs, []string{n}); err != nil && ctx.Err() != nil {
				return ctx.Err()
			}
		}
	}
	return nil
}

func apt(ctx context.Context, dir string, names []string) error {
	cmd := exec.CommandContext(ctx, "apt-get", append([]string{"download", "-qq"}, names...)...)
	cmd.Dir, cmd.Stderr = dir, io.Discard
	return cmd.Run()
}
