package svm

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
)

// Write stores m as a LIBSVM model file that LIBSVM's svm-predict reads. Numbers have the fewest digits
// that read back as the same value, so multiples of [Scale] are short. A machine of ReadFolded is an error.
func (m *Machine) Write(w io.Writer) error {
	if m.coef == nil {
		return errors.New("writing model: a folded machine has no support vectors")
	}
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "svm_type c_svc\n%s", kernelLines[m.kernel.Name])
	if m.kernel.Name != Linear {
		fmt.Fprintf(b, "gamma %s\n", shortest(m.kernel.Gamma))
	}
	fmt.Fprintf(b, "nr_class 2\ntotal_sv %d\nrho %s\nlabel 1 -1\n", len(m.coef), shortest(m.rho))
	if m.platt != nil {
		fmt.Fprintf(b, "probA %s\nprobB %s\n", shortest(m.platt.A), shortest(m.platt.B))
	}
	fmt.Fprintf(b, "nr_sv %d %d\nSV\n", m.nsv[0], m.nsv[1])
	var line []byte
	for i, c := range m.coef {
		line = strconv.AppendFloat(line[:0], c, 'g', -1, 64)
		line = append(line, ' ')
		line = appendSparse(line, m.sv[i*m.features:(i+1)*m.features])
		b.Write(append(line, '\n'))
	}
	if err := b.Flush(); err != nil {
		return fmt.Errorf("writing model: %w", err)
	}
	return nil
}

// kernelLines are what a model file says of the kernels, besides gamma.
var kernelLines = map[string]string{
	RBF: "kernel_type rbf\n", Quadratic: "kernel_type polynomial\ndegree 2\ncoef0 1\n", Linear: "kernel_type linear\n",
}

// kernelWords are the kernels by LIBSVM's names.
var kernelWords = map[string]string{"rbf": RBF, "polynomial": Quadratic, "linear": Linear}

func shortest(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// appendSparse appends the features that are not zero as LIBSVM's "index:value " pairs; indices start
// from 1.
func appendSparse(line []byte, row []float32) []byte {
	for j, v := range row {
		if v == 0 {
			continue
		}
		line = strconv.AppendInt(line, int64(j+1), 10)
		line = append(line, ':')
		line = strconv.AppendFloat(line, float64(v), 'g', -1, 32)
		line = append(line, ' ')
	}
	return line
}
