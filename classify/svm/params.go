package svm

import (
	"github.com/mullionhq/mullion/option"
)

// Params are the settings of training.
type Params struct {
	Kernel      string  `key:"kernel" default:"rbf" oneof:"rbf|quadratic|linear" doc:"how rows are compared: rbf, exp(-gamma |x-y|²), quadratic, (gamma x·y + 1)², or linear, x·y"`
	C           float64 `key:"c" default:"3" min:"1e-6" max:"1e6" doc:"cost of a training row on the wrong side of the margin"`    // 3: Zhou, Li and Song 2019, and our first experiment
	Gamma       float64 `key:"gamma" default:"0.004" min:"1e-9" max:"1e6" doc:"factor in the kernel; of rbf, greater is narrower"` // 0.004: our first experiment, about 200 standardised features
	WeightPos   float64 `key:"weight_pos" default:"1" min:"1e-6" max:"1e6" doc:"factor of c for rows labelled +1"`
	WeightNeg   float64 `key:"weight_neg" default:"1" min:"1e-6" max:"1e6" doc:"factor of c for rows labelled -1"`
	Eps         float64 `key:"eps" default:"0.001" min:"1e-9" max:"0.5" doc:"training stops when the optimality conditions hold within this"`                                  // 0.001: LIBSVM's default
	CacheMB     int     `key:"cache_mb" default:"512" min:"1" max:"65536" doc:"memory for kernel rows while training, in MiB"`                                                 // a guess: all kernel rows of 11,500 examples
	Parts       int     `key:"parts" default:"4" min:"1" max:"1000" doc:"training begins with one part in this many of the rows, then adds rows as needed; 1 begins with all"` // 4: as many rows as become support vectors, a guess for blocks of pages
	PartRows    int     `key:"part_rows" default:"1000" min:"2" max:"1000000" doc:"fewest rows to begin training with"`                                                        // 1000: below, one round is faster, measured
	JoinMargin  float64 `key:"join_margin" default:"1.05" min:"1" max:"1.3" doc:"rows this near the margin join training with those inside it"`                                // 1.05: a round less on 19,000 blocks of pages
	LeaveMargin float64 `key:"leave_margin" default:"1.3" min:"1.01" max:"10" doc:"rows this far on the right side leave training after its first round; 1 is the margin"`     // 1.3: a guess; it took a seventh off the second round of 8,000 rows
	Probability bool    `key:"probability" default:"false" doc:"calibrate probabilities by cross-validation, which trains as many more machines as there are folds"`
	Folds       int     `key:"folds" default:"5" min:"2" max:"100" doc:"folds of the cross-validation that calibrates probabilities"` // 5: LIBSVM
	Seed        int     `key:"seed" default:"1" doc:"of the random numbers that deal rows to folds"`
}

// kernel is the kernel that the settings name.
func (p Params) kernel() Kernel { return Kernel{p.Kernel, p.Gamma} }

// DefaultParams returns the tagged defaults.
func DefaultParams() Params { return option.Defaults[Params]() }
