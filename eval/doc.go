// Package eval holds gold corpora, the published metrics for main-content extraction, and score reports.
// It reads corpora (Open), runs an extractor over them (Run), scores every page (Scorer) and averages the
// scores as the metrics' authors do (Total, NewReport). It also makes what training needs from gold: labels
// for blocks (Align), a measure of how well gold fits a page (Fit), and folds that keep sites apart (Folds).
// It does not extract anything itself.
package eval
