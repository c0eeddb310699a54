package svm

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"
	"strings"
	"testing"
)

func folded(t testing.TB, m *Machine) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := m.WriteFolded(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// A folded machine decides integer rows as the one with support vectors, to the last bit, and all others nearly so.
func TestFoldedMachineDecidesTheSame(t *testing.T) {
	for _, features := range []int{1, 5, 32, 33, 224} {
		m := randomMachineOf(Quadratic, svBlock+9, features, true, 5).Calibrated(Platt{-1.5, 0.25})
		again, err := ReadFolded(folded(t, m))
		if err != nil {
			t.Fatal(err)
		}
		rows := randomRows(7, features, 6)
		if got, want := decisions(again, rows), decisions(m, rows); !slices.Equal(got, want) {
			t.Errorf("%d features: decisions %v, want %v", features, got, want)
		}
		for _, width := range []int{0, features - 1, features, features + 40} {
			for _, x := range randomRows(2, width, uint64(width)) {
				for j := range x {
					x[j] += 0.01 // no multiple of Scale
				}
				if got, want := again.Decision(x), m.Decision(x); !near(got, want, 3e-4) {
					t.Errorf("%d of %d features: decision %v, want %v", width, features, got, want)
				}
			}
		}
		x := make([]float32, features)
		x[0] = float32(math.NaN())
		if f := again.Decision(x); f == f {
			t.Errorf("decision %v of a row with NaN", f)
		}
		if platt, ok := again.Platt(); !ok || platt != (Platt{-1.5, 0.25}) {
			t.Errorf("probabilities %v, %v", platt, ok)
		}
		positive, negative := m.SupportVectors()
		if p, n := again.SupportVectors(); p != positive || n != negative || again.Features() != features || again.kernel != m.kernel {
			t.Errorf("%d and %d support vectors, %d features, %v", p, n, again.Features(), again.kernel)
		}
		if !bytes.Equal(folded(t, again), folded(t, m)) {
			t.Error("written again it is another file")
		}
		if err := again.Write(&bytes.Buffer{}); err == nil || !strings.Contains(err.Error(), "no support vectors") {
			t.Errorf("a LIBSVM file of a folded machine: %v", err)
		}
	}
}

func TestOnlyExactQuadraticMachinesFold(t *testing.T) {
	for _, m := range []*Machine{randomMachineOf(RBF, 9, 4, true, 1), randomMachineOf(Quadratic, 9, 4, false, 1)} {
		if err := m.WriteFolded(&bytes.Buffer{}); m.Folds() || err == nil {
			t.Errorf("%v, exact %v: folds %v, error %v", m.kernel, m.exact != nil, m.Folds(), err)
		}
	}
}

func TestReadFoldedRefuses(t *testing.T) {
	whole := folded(t, randomMachineOf(Quadratic, 9, 40, true, 1))
	const features, positive, calibrated, gamma, rho, linear = 8, 12, 20, 40, 48, 64 // offsets
	change := func(at int, value any) []byte {
		b, err := binary.Append(nil, binary.LittleEndian, value)
		if err != nil {
			t.Fatal(err)
		}
		changed := slices.Clone(whole)
		copy(changed[at:], b)
		return changed
	}
	for _, tt := range []struct {
		name   string
		stored []byte
		want   string
	}{
		{"nothing", nil, "header"},
		{"a LIBSVM file", []byte(smallModel), `it begins with "svm_type"`},
		{"cut short", whole[:len(whole)-1], "do not fit 40 features"},
		{"too long", append(slices.Clone(whole), 0), "do not fit 40 features"},
		{"no features", change(features, uint32(0)), "0 features are not between"},
		{"many features", change(features, uint32(math.MaxUint32)), "4294967295 features are not between"},
		{"no support vectors", change(positive, [2]uint32{}), "0 and 0 support vectors"},
		{"too many support vectors", change(positive, uint32(math.MaxUint32)), "support vectors"},
		{"half calibrated", change(calibrated, uint32(2)), "calibrated is 2"},
		{"a negative gamma", change(gamma, -1.0), "gamma -1 is not a positive number"},
		{"an infinite rho", change(rho, math.Inf(1)), "header has a number that is not finite"},
		{"a weight that is none", change(linear, math.NaN()), "a weight that is not finite"},
		{"a unit that is none", change(linear+40*8, math.NaN()), "a weight that is not finite"},
		{"an unsafe row", overflowing(t), "row 599 of the matrix sums up to"},
	} {
		if _, err := ReadFolded(tt.stored); err == nil || !strings.HasPrefix(err.Error(), "reading folded machine: ") || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want one with %q", tt.name, err, tt.want)
		}
	}
}

// overflowing is a machine of so many features that the greatest row would overflow.
func overflowing(t *testing.T) []byte {
	const features = 600
	stored := folded(t, randomMachineOf(Quadratic, 9, features, true, 1))
	last := stored[len(stored)-2*features:]
	for k := range features {
		binary.LittleEndian.PutUint16(last[2*k:], 0x8000) // −32768
	}
	return stored
}

// Every file is refused with a message or written as it was read.
func FuzzReadFolded(f *testing.F) {
	f.Add(folded(f, randomMachineOf(Quadratic, 9, 3, true, 1)))
	f.Add(folded(f, randomMachineOf(Quadratic, 9, 33, true, 1).Calibrated(Platt{-1, 0})))
	f.Fuzz(func(t *testing.T, stored []byte) {
		m, err := ReadFolded(stored)
		if err != nil {
			return
		}
		m.Decision(nil)
		m.Decision([]float32{1, -4, 0.3})
		m.Decision([]float32{1, -4, 0.5})
		if !bytes.Equal(folded(t, m), stored) && m.platt != nil {
			t.Fatalf("read %x, written %x", stored, folded(t, m))
		}
	})
}
