package page

// A Block is a maximal run of inline content between two block boundaries: a paragraph, a heading, a list
// item's own text, a table cell. Blocks are the unit that is labelled. They do not overlap, and every text
// node with visible characters is in exactly one block.
type Block struct {
	Node   int    // the nearest block-level element around the run
	Texts  []int  // the run's text nodes in document order, never empty
	Text   string // the run's text, white space collapsed, line breaks of <br> and <pre> kept as "\n"
	Box    Box    // around the run's text boxes; the zero Box without layout
	Hidden bool   // not shown to a reader
}
