package classify

import "strings"

// asciiSpace is what separates words of a date; texts of blocks have collapsed white space unless they are preformatted.
const asciiSpace = " \t\n\f\r"

// holdsDate reports whether a text has what looks like a date: a year, two numbers such as 5/6 or 12:30, a day of a
// month in words, or an age such as "3 days ago". It reads the text once, as every block is asked.
func holdsDate(text string) bool {
	for start := 0; start < len(text); start++ {
		if !isDigit(text[start]) {
			continue
		}
		end := start + 1
		for end < len(text) && isDigit(text[end]) {
			end++
		}
		before, number, after := text[:start], text[start:end], text[end:]
		apart := before == "" || !isWordByte(before[len(before)-1])
		if apart && (isYear(number, after) || isAge(after)) || isPair(after) || isMonthSign(after) || endsWithMonth(before) {
			return true
		}
		start = end
	}
	return false
}

func isYear(number, after string) bool {
	century := strings.HasPrefix(number, "19") || strings.HasPrefix(number, "20")
	return len(number) == 4 && century && (after == "" || !isWordByte(after[0]))
}

// isAge reports whether a number is followed by a unit of time and "ago".
func isAge(after string) bool {
	if after == "" || after[0] != ' ' {
		return false
	}
	unit, rest, ok := strings.Cut(after[1:], " ")
	if !ok || len(rest) < len("ago") || !strings.EqualFold(rest[:len("ago")], "ago") {
		return false
	}
	switch strings.TrimSuffix(strings.ToLower(unit), "s") {
	case "minute", "hour", "day", "week", "month", "year":
		return true
	}
	return false
}

// isPair reports whether a number is followed by a separator and another number.
func isPair(after string) bool {
	return len(after) >= 2 && strings.IndexByte("/.:-", after[0]) >= 0 && isDigit(after[1])
}

func isMonthSign(after string) bool {
	return strings.HasPrefix(strings.TrimLeft(after, asciiSpace), "月")
}

// endsWithMonth reports whether a text ends with the name of a month, whole or cut, and a space.
func endsWithMonth(before string) bool {
	name := strings.TrimRight(before, asciiSpace)
	if len(name) == len(before) {
		return false
	}
	name = strings.TrimSuffix(name, ".")
	start := len(name)
	for start > 0 && isLetterByte(name[start-1]) {
		start--
	}
	if len(name)-start < 3 || start > 0 && isWordByte(name[start-1]) {
		return false
	}
	switch strings.ToLower(name[start : start+3]) {
	case "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec":
		return true
	}
	return false
}

func isDigit(c byte) bool      { return '0' <= c && c <= '9' }
func isLetterByte(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func isWordByte(c byte) bool   { return isLetterByte(c) || isDigit(c) || c == '_' }
