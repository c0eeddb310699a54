package render

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"math"
	"unicode/utf16"
	"unicode/utf8"
)

// Chrome's DevTools messages in CBOR (RFC 8949) as its crdtp library writes them: maps and arrays have
// indefinite length and stand in an envelope (tag 24, a byte string with a 32-bit length); ASCII text is a text
// string, other text a byte string of UTF-16LE, and binary data a byte string with tag 22.

const (
	cborMap     = 0xbf
	cborArray   = 0x9f
	cborStop    = 0xff
	cborTag24   = 0xd8 // followed by 0x18; old Chromes leave that byte out
	cborBinary  = 0xd6
	cborBytes32 = 0x5a
	cborFalse   = 0xf4
	cborTrue    = 0xf5
	cborNull    = 0xf6
	cborDouble  = 0xfb
)

var errCBOR = errors.New("malformed DevTools message")

// A cursor reads CBOR without copying. After a mistake bad is set, every list ends and every value is zero.
type cursor struct {
	b   []byte
	i   int
	bad bool
}

func (c *cursor) fail() {
	c.bad = true
	c.i = len(c.b)
}

// envelope steps over an envelope's head, if there is one.
func (c *cursor) envelope() {
	if c.i < len(c.b) && c.b[c.i] == cborTag24 {
		c.i++
		if c.i < len(c.b) && c.b[c.i] == 0x18 {
			c.i++
		}
		if c.i+5 > len(c.b) || c.b[c.i] != cborBytes32 {
			c.fail()
			return
		}
		c.i += 5
	}
}

// open steps into a map or array, as start says.
func (c *cursor) open(start byte) {
	c.envelope()
	if c.i >= len(c.b) || c.b[c.i] != start {
		c.fail()
		return
	}
	c.i++
}

// more reports whether another entry follows in the open map or array, and steps out of it when none does.
func (c *cursor) more() bool {
	if c.i >= len(c.b) {
		c.fail()
		return false
	}
	if c.b[c.i] == cborStop {
		c.i++
		return false
	}
	return true
}

// head reads a major type and its argument.
func (c *cursor) head() (major byte, arg uint64) {
	if c.i >= len(c.b) {
		c.fail()
		return 0, 0
	}
	h := c.b[c.i]
	c.i++
	major, low := h>>5, h&31
	size := 0
	switch {
	case low < 24:
		return major, uint64(low)
	case low <= 27:
		size = 1 << (low - 24)
	default:
		c.fail()
		return 0, 0
	}
	if c.i+size > len(c.b) {
		c.fail()
		return 0, 0
	}
	for _, x := range c.b[c.i : c.i+size] {
		arg = arg<<8 | uint64(x)
	}
	c.i += size
	return major, arg
}

// int reads a whole number; a double is cut.
func (c *cursor) int() int32 {
	if c.i < len(c.b) {
		if h := c.b[c.i]; h < 24 {
			c.i++
			return int32(h)
		} else if h == 0x19 && c.i+3 <= len(c.b) {
			v := int32(c.b[c.i+1])<<8 | int32(c.b[c.i+2])
			c.i += 3
			return v
		} else if h == cborDouble {
			return int32(c.float())
		}
	}
	major, arg := c.head()
	switch {
	case major == 0 && arg <= math.MaxInt32:
		return int32(arg)
	case major == 1 && arg <= math.MaxInt32:
		return -1 - int32(arg)
	}
	c.fail()
	return 0
}

// float reads a number.
func (c *cursor) float() float64 {
	if c.i < len(c.b) && c.b[c.i] == cborDouble {
		if c.i+9 > len(c.b) {
			c.fail()
			return 0
		}
		v := math.Float64frombits(binary.BigEndian.Uint64(c.b[c.i+1:]))
		c.i += 9
		return v
	}
	return float64(c.int())
}

// raw reads a text or byte string without decoding it.
func (c *cursor) raw() (b []byte, wide bool) {
	major, n := c.head()
	if major != 2 && major != 3 || n > uint64(len(c.b)-c.i) {
		c.fail()
		return nil, false
	}
	b = c.b[c.i : c.i+int(n)]
	c.i += int(n)
	return b, major == 2
}

// text reads a string.
func (c *cursor) text() string {
	b, wide := c.raw()
	if wide {
		return string(appendUTF16(nil, b))
	}
	return string(b)
}

// appendUTF16 appends UTF-16LE text as UTF-8; lone surrogates become U+FFFD.
func appendUTF16(dst, src []byte) []byte {
	for ; len(src) >= 2; src = src[2:] {
		r := rune(binary.LittleEndian.Uint16(src))
		if utf16.IsSurrogate(r) {
			pair := rune(utf8.RuneError)
			if len(src) >= 4 {
				if pair = utf16.DecodeRune(r, rune(binary.LittleEndian.Uint16(src[2:]))); pair != utf8.RuneError {
					src = src[2:]
				}
			}
			r = pair
		}
		dst = utf8.AppendRune(dst, r)
	}
	return dst
}

// skip steps over any value.
func (c *cursor) skip() {
	for depth := 0; ; {
		if c.i >= len(c.b) {
			c.fail()
			return
		}
		switch h := c.b[c.i]; {
		case h == cborTag24: // an envelope knows its length
			c.envelope()
			if c.bad {
				return
			}
			n := int(binary.BigEndian.Uint32(c.b[c.i-4:]))
			if n > len(c.b)-c.i {
				c.fail()
				return
			}
			c.i += n
		case h == cborMap || h == cborArray:
			c.i++
			depth++
		case h == cborStop:
			c.i++
			depth--
		case h == cborBinary:
			c.i++
			continue
		case h == cborFalse || h == cborTrue || h == cborNull:
			c.i++
		case h == cborDouble:
			c.float()
		case h>>5 == 2 || h>>5 == 3:
			c.raw()
		default:
			c.head()
		}
		if depth <= 0 || c.bad {
			return
		}
	}
}

// binary reads binary data, which older Chromes send as base64 text. The result shares c's memory.
func (c *cursor) binary() []byte {
	if c.i < len(c.b) && c.b[c.i] == cborBinary {
		c.i++
		b, _ := c.raw()
		return b
	}
	data, err := base64.StdEncoding.DecodeString(c.text())
	if err != nil {
		c.fail()
	}
	return data
}
