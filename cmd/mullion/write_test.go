package main

import (
	"bytes"
	"testing"
)

// What a page says must not tell the terminal what to do.
func TestTablesOrderTerminalsNothing(t *testing.T) {
	var out bytes.Buffer
	a := &app{out: &out}
	if err := a.show([]byte("1  \x1b[31mred\x1b[0m \u009b2J \u202eabc\r\a\n2  שלום\u200f! 中文\n")); err != nil {
		t.Fatal(err)
	}
	if got, want := out.String(), "1  \ufffd[31mred\ufffd[0m \ufffd2J \ufffdabc\ufffd\ufffd\n2  שלום\u200f! 中文\n"; got != want {
		t.Errorf("%q, not %q", got, want)
	}
}
