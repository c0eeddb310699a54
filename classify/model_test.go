package classify

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// unpacked is a model file without its gzip.
func unpacked(t *testing.T, packed []byte) []byte {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return plain
}

func packed(plain []byte) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write(plain)
	z.Close()
	return b.Bytes()
}

// What follows a model makes it damaged, and is told.
func TestModelThatDoesNotEnd(t *testing.T) {
	raw := append(bytes.Clone(builtin), packed([]byte("more"))...)
	if _, err := ReadModel(bytes.NewReader(raw)); !errors.Is(err, ErrModel) || !strings.HasSuffix(err.Error(), "damaged end: 4 bytes too many") {
		t.Errorf("%v", err)
	}
}

// Machines that do not fold are in the file as LIBSVM has them. Files of other versions are refused.
func TestModelOfSupportVectorsSurvivesAFile(t *testing.T) {
	o := quick()
	o.Kernel = "rbf"
	m, err := Train(context.Background(), examples(t), o, nil)
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := m.Write(&file); err != nil {
		t.Fatal(err)
	}
	plain := unpacked(t, file.Bytes())
	if !bytes.Contains(plain, []byte("\nsvm_type c_svc\n")) {
		t.Error("the file has no LIBSVM text")
	}
	v := view(t, newsSite(77, 5))
	again, err := ReadModel(bytes.NewReader(file.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(m.Label(v, DefaultOptions()).Blocks, again.Label(v, DefaultOptions()).Blocks); diff != "" {
		t.Errorf("the file judges otherwise (-before +after):\n%s", diff)
	}
	for _, other := range []int{ModelVersion - 1, ModelVersion + 1} {
		file := bytes.Replace(plain, fmt.Appendf(nil, `"version":%d`, ModelVersion), fmt.Appendf(nil, `"version":%d`, other), 1)
		_, err := ReadModel(bytes.NewReader(packed(file)))
		if !errors.Is(err, ErrModel) || !strings.Contains(err.Error(), fmt.Sprintf("it has version %d, this build reads %d: train again", other, ModelVersion)) {
			t.Errorf("version %d: %v", other, err)
		}
	}
}

// The bundled model is quick to read because it has no support vectors.
func TestBuiltinModelIsFolded(t *testing.T) {
	m, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range []Stage{m.Blocks, m.Context, m.Profile} {
		if !s.Machine.Folds() {
			t.Errorf("stage %d does not fold", i+1)
		}
		if pos, neg := s.Machine.SupportVectors(); pos+neg != m.Provenance.Vectors[i] {
			t.Errorf("stage %d is of %d support vectors, its provenance says %d", i+1, pos+neg, m.Provenance.Vectors[i])
		}
	}
	if bytes.Contains(unpacked(t, builtin), []byte("polynomial")) {
		t.Error("the bundled model has support vectors: write it again with this build")
	}
}
