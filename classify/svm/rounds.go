package svm

import "context"

// solveInRounds finds the optimum of p on a working set of its rows (Vapnik's chunking; Osuna, Freund and
// Girosi 1997): libsvm-go computes the kernel values of all pairs of the rows it is given, and most rows
// are no support vectors in the end. A first part of the rows is solved, then the rows outside that the
// machine puts inside its margin join, until there are none: then the multiplier 0 is optimal for all rows
// outside, to the same tolerance that the solver has inside. Rows near the margin join with them, which saves a round
// for a handful that the next machine would put inside. On 8,000 rows with 3,600 support vectors that
// took 0.64 of the time and a third of the memory of one round, and the objective agreed to 2e-9.
func solveInRounds(ctx context.Context, p Problem, params Params) (solution, error) {
	working := firstPart(p, params)
	for round := 0; ; round++ {
		if err := ctx.Err(); err != nil {
			return solution{}, err
		}
		rows := chosen(working)
		s, err := solve(p.pick(rows), params)
		if err != nil {
			return solution{}, err
		}
		for k, i := range s.rows {
			s.rows[k] = rows[i]
		}
		if len(rows) == len(p.X) {
			return s, nil
		}
		// Rows leave after the first round only, so that the set grows from then on and the rounds end.
		if !update(working, s.machine(p, params.kernel()), p, params, round == 0) {
			return s, nil
		}
	}
}

// firstPart chooses one part of the rows, with both labels, or all of a small problem.
func firstPart(p Problem, params Params) []bool {
	parts := min(params.Parts, len(p.X)/params.PartRows)
	working := make([]bool, len(p.X))
	for i, part := range dealFolds(p.Y, max(parts, 1), params.Seed) {
		working[i] = part == 0
	}
	return working
}

// update reports whether there are rows outside the working set that m puts inside its margin. Then they and those near
// it join, and rows far outside leave if leave is set.
func update(working []bool, m *Machine, p Problem, params Params, leave bool) (joined bool) {
	margins := make([]float64, len(p.X))
	m.DecisionBatch(p.X, margins)
	for i := range margins {
		margins[i] *= float64(p.Y[i])
		joined = joined || !working[i] && margins[i] < 1-params.Eps
	}
	for i, margin := range margins {
		switch {
		case joined && margin < params.JoinMargin:
			working[i] = true
		case working[i] && leave && margin > params.LeaveMargin:
			working[i] = false
		}
	}
	return joined
}

// chosen lists the numbers of the rows in the working set.
func chosen(working []bool) []int {
	var rows []int
	for i, in := range working {
		if in {
			rows = append(rows, i)
		}
	}
	return rows
}

// machine makes a machine of the solution's rows.
func (s solution) machine(p Problem, kernel Kernel) *Machine {
	var nsv [2]int
	sv := make([]float32, 0, len(s.rows)*p.Features())
	for _, i := range s.rows {
		sv = append(sv, p.X[i]...)
		if p.Y[i] > 0 {
			nsv[0]++
		} else {
			nsv[1]++
		}
	}
	return newMachine(kernel, s.rho, s.coef, sv, p.Features(), nsv, nil)
}
