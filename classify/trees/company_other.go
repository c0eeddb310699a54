//go:build !amd64

package trees

const sideBySide = false

func (c *company) descend(questions []question, depth int) { c.descendGeneric(questions, depth) }
