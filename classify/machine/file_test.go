package machine

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"strings"
	"testing"
)

// file is a small file of one machine.
func file(t testing.TB) []byte {
	t.Helper()
	o := quick()
	o.Rows, o.GridRows, o.Folds, o.MaxC, o.MaxGamma = 40, 20, 2, 0.5, 0.5
	r := train(t, o)
	var b bytes.Buffer
	f := File{Method: "try", Machines: []Machine{*r.Machine}, Provenance: Provenance{Date: "2020-02-02", Trained: []Origin{r.Origin("one")}}}
	if err := f.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestFilesAreReadAsWritten(t *testing.T) {
	raw := file(t)
	f, err := Read(bytes.NewReader(raw), "try", columns)
	if err != nil {
		t.Fatal(err)
	}
	var again bytes.Buffer
	if err := f.Write(&again); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(again.Bytes(), raw) {
		t.Error("a file that was read is written differently")
	}
	if f.Provenance.Trained[0].Vectors == 0 {
		t.Errorf("provenance %+v", f.Provenance)
	}
}

// unpack and pack let tests change what is inside.
func unpack(t *testing.T, raw []byte) string {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func pack(text string) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	io.WriteString(z, text)
	z.Close()
	return b.Bytes()
}

// Every refusal says what is wrong.
func TestReadRefuses(t *testing.T) {
	raw := file(t)
	text := unpack(t, raw)
	change := func(old, new string) []byte {
		if !strings.Contains(text, old) {
			t.Fatalf("the file has no %q", old)
		}
		return pack(strings.Replace(text, old, new, 1))
	}
	for _, c := range []struct {
		name string
		raw  []byte
		want string
	}{
		{"no gzip", []byte("hello"), "EOF"},
		{"a page", []byte("<!DOCTYPE html><title>no model</title>"), "gzip"},
		{"cut", raw[:len(raw)*2/3], "EOF"},
		{"other format", change("mullion machines", "mullion model"), `says it is "mullion model"`},
		{"later version", change(`"version":1`, `"version":2`), "this build reads 1: train again"},
		{"other method", change(`"method":"try"`, `"method":"other"`), "of the method other, not try"},
		{"other columns", change(`"density","place"`, `"place","density"`), "this build measures"},
		{"a scale too many", change(`"min":[`, `"min":[0,`), "scales do not fit"},
		{"no scale", change(`"max":[`, `"most":[`), "scales do not fit"},
		{"no median", change(`"typical":[`, `"usual":[`), "scales do not fit"},
		{"a scale that is no number", change(`"typical":[`, `"typical":[1e39,`), "1e39"},
		{"a feature of no column", change(" 2:", " 3:"), "machine 1 has 3 features, its header 2"},
		{"no probabilities", change("probA", "probX"), "probX"},
		{"more behind", pack(text + "x"), "too many"},
		{"size", change(`"bytes":`, `"bytes":9999999`), "machine 1"},
		{"no header", pack("{}"), "no header"},
	} {
		_, err := Read(bytes.NewReader(c.raw), "try", columns)
		if !errors.Is(err, ErrFile) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	if _, err := Read(bytes.NewReader(raw), "try", columns, columns); err == nil || !strings.Contains(err.Error(), "1 machines, not 2") {
		t.Errorf("two machines: %v", err)
	}
}

// Whatever a file holds, it is refused or its machines decide.
func FuzzRead(f *testing.F) {
	raw := file(f)
	f.Add(raw)
	f.Add(raw[:len(raw)/2])
	f.Add(pack(`{"format":"mullion machines","version":1,"method":"try","machines":[{"columns":["density","place"],"scaler":{"min":[0,0],"max":[1,1],"typical":[0,0]},"bytes":9}]}` + "\nsvm_type "))
	f.Fuzz(func(t *testing.T, raw []byte) {
		got, err := Read(bytes.NewReader(raw), "try", columns)
		if err != nil {
			return
		}
		for _, d := range got.Machines[0].Decide([][]float32{{0, 0}, {1, 1e30}}) {
			if d != d {
				t.Error("a decision is no number")
			}
		}
	})
}
