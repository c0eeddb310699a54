package sheet

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Grades are those of paper 002 (VLPS, Jing & Zuo), best first: how well a page's regions fit what a person sees.
var Grades = []string{"good", "fair", "poor", "bad"}

// Published are the shares of the grades that the paper reports, in percent.
var Published = []float64{24, 52, 22, 2}

// A Grade is what a person gave a page; "" for a page that was not graded.
type Grade struct {
	Input string `json:"input"`
	Grade string `json:"grade"`
	Note  string `json:"note,omitempty"`
}

// ReadGrades reads what a sheet exported: JSON {"grades": [{"input", "grade", "note"}]}, or CSV with a first line
// input,grade,note. A page that stands there twice has its last grade.
func ReadGrades(data []byte) ([]Grade, error) {
	data = bytes.TrimPrefix(bytes.TrimSpace(data), []byte("\ufeff"))
	var list []Grade
	var err error
	if bytes.HasPrefix(data, []byte("{")) {
		var file struct {
			Grades []Grade `json:"grades"`
		}
		if err = json.Unmarshal(data, &file); err == nil && file.Grades == nil {
			err = errors.New(`it has no "grades"`)
		}
		list = file.Grades
	} else {
		list, err = readCSV(data)
	}
	if err != nil {
		return nil, fmt.Errorf("reading grades: %w", err)
	}
	at := map[string]int{}
	var out []Grade
	for i, g := range list {
		g.Grade = strings.ToLower(strings.TrimSpace(g.Grade))
		if g.Grade != "" && !slices.Contains(Grades, g.Grade) {
			return nil, fmt.Errorf("reading grades: page %d: %q is not one of %s", i+1, g.Grade, strings.Join(Grades, ", "))
		}
		if j, again := at[g.Input]; again {
			out[j] = g
			continue
		}
		at[g.Input] = len(out)
		out = append(out, g)
	}
	return out, nil
}

func readCSV(data []byte) ([]Grade, error) {
	r := csv.NewReader(bytes.NewReader(data))
	r.FieldsPerRecord = -1
	head, err := r.Read()
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if len(head) < 2 || head[0] != "input" || head[1] != "grade" {
		return nil, errors.New("it is neither JSON nor CSV that begins with input,grade")
	}
	var list []Grade
	for {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			return list, nil
		}
		if err != nil {
			return nil, err
		}
		if len(row) < 2 {
			line, _ := r.FieldPos(0)
			return nil, fmt.Errorf("line %d has no grade", line)
		}
		g := Grade{Input: row[0], Grade: row[1]}
		if len(row) > 2 {
			g.Note = row[2]
		}
		list = append(list, g)
	}
}

// Shares counts the grades in the order of Grades, and the pages without one.
func Shares(list []Grade) (counts []int, without int) {
	counts = make([]int, len(Grades))
	for _, g := range list {
		if i := slices.Index(Grades, g.Grade); i >= 0 {
			counts[i]++
		} else {
			without++
		}
	}
	return counts, without
}
