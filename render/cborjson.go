package render

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
)

// maxDepth bounds the nesting of messages that are turned into JSON.
const maxDepth = 200

// appendJSON reads any value and appends it as JSON.
func (c *cursor) appendJSON(dst []byte, depth int) []byte {
	if depth > maxDepth {
		c.fail()
	}
	c.envelope()
	if c.i >= len(c.b) {
		c.fail()
		return append(dst, "null"...)
	}
	switch h := c.b[c.i]; h {
	case cborMap, cborArray:
		c.i++
		brackets := "[]"
		if h == cborMap {
			brackets = "{}"
		}
		dst = append(dst, brackets[0])
		for n := 0; c.more(); n++ {
			if n > 0 {
				dst = append(dst, ',')
			}
			if h == cborMap {
				dst = append(c.appendJSON(dst, depth+1), ':')
			}
			dst = c.appendJSON(dst, depth+1)
		}
		return append(dst, brackets[1])
	case cborTrue:
		c.i++
		return append(dst, "true"...)
	case cborFalse:
		c.i++
		return append(dst, "false"...)
	case cborNull:
		c.i++
		return append(dst, "null"...)
	case cborDouble:
		v := c.float()
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return append(dst, "null"...)
		}
		return strconv.AppendFloat(dst, v, 'g', -1, 64)
	case cborBinary:
		c.i++
		b, _ := c.raw()
		q, _ := json.Marshal(b) // base64
		return append(dst, q...)
	default:
		if h>>5 == 2 || h>>5 == 3 {
			q, _ := json.Marshal(c.text())
			return append(dst, q...)
		}
		return strconv.AppendInt(dst, int64(c.int()), 10)
	}
}

// appendCBOR appends a JSON value as CBOR.
func appendCBOR(dst []byte, value []byte) ([]byte, error) {
	d := json.NewDecoder(bytes.NewReader(value))
	d.UseNumber()
	return appendValue(dst, d)
}

func appendValue(dst []byte, d *json.Decoder) ([]byte, error) {
	t, err := d.Token()
	if err != nil {
		return dst, fmt.Errorf("encoding a DevTools message: %w", err)
	}
	switch t := t.(type) {
	case json.Delim:
		at, start := len(dst), byte(cborArray)
		if t == '{' {
			start = cborMap
		}
		dst = append(dst, cborTag24, 0x18, cborBytes32, 0, 0, 0, 0, start)
		for d.More() { // a map's keys and values follow each other like a list's items
			if dst, err = appendValue(dst, d); err != nil {
				return dst, err
			}
		}
		if _, err := d.Token(); err != nil {
			return dst, fmt.Errorf("encoding a DevTools message: %w", err)
		}
		dst = append(dst, cborStop)
		binary.BigEndian.PutUint32(dst[at+3:], uint32(len(dst)-at-7))
		return dst, nil
	case bool:
		if t {
			return append(dst, cborTrue), nil
		}
		return append(dst, cborFalse), nil
	case json.Number:
		if n, err := strconv.ParseInt(t.String(), 10, 32); err == nil {
			if n < 0 {
				return appendHead(dst, 1, uint64(-1-n)), nil
			}
			return appendHead(dst, 0, uint64(n)), nil
		}
		x, err := t.Float64()
		if err != nil {
			return dst, fmt.Errorf("encoding a DevTools message: %w", err)
		}
		return binary.BigEndian.AppendUint64(append(dst, cborDouble), math.Float64bits(x)), nil
	case string:
		return appendText(dst, t), nil
	}
	return append(dst, cborNull), nil
}

func appendHead(dst []byte, major byte, arg uint64) []byte {
	switch {
	case arg < 24:
		return append(dst, major<<5|byte(arg))
	case arg <= math.MaxUint8:
		return append(dst, major<<5|24, byte(arg))
	case arg <= math.MaxUint16:
		return binary.BigEndian.AppendUint16(append(dst, major<<5|25), uint16(arg))
	case arg <= math.MaxUint32:
		return binary.BigEndian.AppendUint32(append(dst, major<<5|26), uint32(arg))
	}
	return binary.BigEndian.AppendUint64(append(dst, major<<5|27), arg)
}
