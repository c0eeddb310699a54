package trees

import "golang.org/x/sys/cpu"

// descendAVX2 is descendGeneric. bits has room for what the levels answer.
//
//go:noescape
func descendAVX2(questions *question, columns *byte, depth int, bits *byte, paths *byte)

// sideBySide is whether descend is quicker than to take few rows down one by one.
var sideBySide = cpu.X86.HasAVX2

func (c *company) descend(questions []question, depth int) {
	if !sideBySide {
		c.descendGeneric(questions, depth)
		return
	}
	descendAVX2(&questions[0], &c.columns[0], depth, &c.bits[0], &c.leaf[0])
}
