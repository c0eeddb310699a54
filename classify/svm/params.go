package svm

import (
	"github.com/mullionhq/mullion/option"
)

// Params are the settings of training.
type Params struct {
	C           float64 `key:"c" default:"3" min:"1e-6" max:"1e6" doc:"cost of a training row on the wrong side of the margin"`              // 3: Zhou, Li and Song 2019, and our first experiment
	Gamma       float64 `key:"gamma" default:"0.004" min:"1e-9" max:"1e6" doc:"width of the kernel exp(-gamma |x-y|²); greater is narrower"` // 0.004: our first experiment, about 200 standardised features
	WeightPos   float64 `key:"weight_pos" default:"1" min:"1e-6" max:"1e6" doc:"factor of c for rows labelled +1"`
	WeightNeg   float64 `key:"weight_neg" default:"1" min:"1e-6" max:"1e6" doc:"factor of c for rows labelled -1"`
	Eps         float64 `key:"eps" default:"0.001" min:"1e-9" max:"0.5" doc:"training stops when the optimality conditions hold within this"` // 0.001: LIBSVM's default
	CacheMB     int     `key:"cache_mb" default:"512" min:"1" max:"65536" doc:"memory for kernel rows while training, in MiB"`                // a guess: all kernel rows of 11,500 examples
	Probability bool    `key:"probability" default:"false" doc:"calibrate probabilities by cross-validation, which trains as many more machines as there are folds"`
	Folds       int     `key:"folds" default:"5" min:"2" max:"100" doc:"folds of the cross-validation that calibrates probabilities"` // 5: LIBSVM
	Seed        int     `key:"seed" default:"1" doc:"of the random numbers that deal rows to folds"`
}

// DefaultParams returns the tagged defaults.
func DefaultParams() Params { return option.Defaults[Params]() }
