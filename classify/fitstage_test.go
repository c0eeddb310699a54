package classify

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// A forest has as much say as it knows: none when its log-odds tell nothing, and all that it may when they tell everything.
func TestForestIsHeardForWhatItKnows(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	var judges []row
	var decisions, truth, noise []float64
	for b := range 2000 {
		y := int8(2*rng.IntN(2) - 1)
		judges = append(judges, row{block: b, label: y})
		decisions = append(decisions, float64(y)+rng.NormFloat64()) // as good as it gets by itself: log-odds are twice this
		truth = append(truth, 2*float64(y)+2*rng.NormFloat64())     // log-odds of as good a witness
		noise = append(noise, 2*rng.NormFloat64())
	}
	alone, err := calibrate(judges, [][]float64{decisions})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name        string
		odds        []float64
		least, most float64 // log-odds of the forest for one of the machine
	}{{"a witness as good as the machine", truth, 0.5, 2}, {"noise", noise, 0, 0}} {
		say, sums, platt, err := heard(judges, [][]float64{decisions}, [][]float64{c.odds}, alone)
		if err != nil {
			t.Fatal(err)
		}
		if share := say * -alone.A; share < c.least-1e-9 || share > c.most+1e-9 {
			t.Errorf("%s counts %.2f, want %v to %v", c.name, share, c.least, c.most)
		}
		for b := range sums[0] {
			if want := decisions[b] + say*c.odds[b]; sums[0][b] != want {
				t.Fatalf("%s: block %d sums to %v, want %v", c.name, b, sums[0][b], want)
			}
		}
		if before, after := logLoss(judges, [][]float64{decisions}, alone), logLoss(judges, sums, platt); after > before+1e-9 {
			t.Errorf("%s: the loss grows from %.4f to %.4f", c.name, before, after)
		}
	}
}

// A stage's probabilities are those of machine and forest together, unless training is told to do without.
func TestStagesAskTheirForests(t *testing.T) {
	o := quick()
	o.Trees.Least = 1
	with, err := Train(context.Background(), examples(t), o, nil)
	if err != nil {
		t.Fatal(err)
	}
	o.Without = []string{treesName}
	without, err := Train(context.Background(), examples(t), o, nil)
	if err != nil {
		t.Fatal(err)
	}
	if without.Blocks.Forest != nil {
		t.Error("a forest was grown that nobody wanted")
	}
	stage := with.Blocks
	if stage.Forest == nil {
		t.Fatal("no forest was grown")
	}
	stage.Say = 1
	v := view(t, newsSite(3, 2))
	rows := v.evidence()
	heard := stage.probabilities(rows)
	stage.Say = 0
	deaf := stage.probabilities(rows)
	if slices.EqualFunc(heard, deaf, func(x, y float64) bool { return math.Abs(x-y) < 1e-6 }) {
		t.Error("the forest's say changes nothing")
	}
}
