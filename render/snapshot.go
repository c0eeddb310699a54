package render

import (
	"math"

	"github.com/chromedp/cdproto/domsnapshot"
)

// A snapshot is what DOMSnapshot.captureSnapshot answers, in columns. Texts are indices into strings, -1 for none.
type snapshot struct {
	docs    []document // docs[0] is the top-level document
	strings []string
}

// A document is one document of a snapshot. Its nodes are in the order of the flat tree: shadow trees stand
// in their host, and slotted nodes in their slot.
type document struct {
	url, base, encoding int32
	width, height       float64 // of the content, in CSS pixels
	scrollX, scrollY    float64

	parent, kind, name, value []int32 // one entry a node; parent -1 for the document itself
	attrs                     []int32 // name, value, name, value …
	attrEnd                   []int32 // end of each node's part of attrs
	frames                    map[int32]int32
	pseudo                    map[int32]bool

	row    []int32   // node of each layout row
	styles []int32   // styleCount entries a row
	bounds []float64 // x, y, w, h of each row
}

// decodeSnapshot reads the CBOR of a captureSnapshot result in one pass. Only the strings are copied, into one
// piece of memory, so that the page does not keep the whole message alive.
func decodeSnapshot(b []byte) (*snapshot, error) {
	s := &snapshot{}
	c := &cursor{b: b}
	for c.open(cborMap); c.more(); {
		switch key, _ := c.raw(); string(key) {
		case "documents":
			for c.open(cborArray); c.more(); {
				s.docs = append(s.docs, c.document())
			}
		case "strings":
			s.strings = c.strings()
		default:
			c.skip()
		}
	}
	if c.bad {
		return nil, errCBOR
	}
	return s, nil
}

func (c *cursor) document() (d document) {
	for c.open(cborMap); c.more(); {
		switch key, _ := c.raw(); string(key) {
		case "documentURL":
			d.url = c.int()
		case "baseURL":
			d.base = c.int()
		case "encodingName":
			d.encoding = c.int()
		case "scrollOffsetX":
			d.scrollX = c.float()
		case "scrollOffsetY":
			d.scrollY = c.float()
		case "contentWidth":
			d.width = c.float()
		case "contentHeight":
			d.height = c.float()
		case "nodes":
			c.nodes(&d)
		case "layout":
			c.layout(&d)
		default:
			c.skip()
		}
	}
	return d
}

func (c *cursor) nodes(d *document) {
	for c.open(cborMap); c.more(); {
		switch key, _ := c.raw(); string(key) {
		case "parentIndex":
			d.parent = c.ints(nil)
		case "nodeType":
			d.kind = c.ints(make([]int32, 0, len(d.parent)))
		case "nodeName":
			d.name = c.ints(make([]int32, 0, len(d.parent)))
		case "nodeValue":
			d.value = c.ints(make([]int32, 0, len(d.parent)))
		case "attributes":
			d.attrs, d.attrEnd = make([]int32, 0, 2*len(d.parent)), make([]int32, 0, len(d.parent))
			for c.open(cborArray); c.more(); {
				d.attrs = c.ints(d.attrs)
				d.attrEnd = append(d.attrEnd, int32(len(d.attrs)))
			}
		case "contentDocumentIndex":
			index, value := c.rare()
			d.frames = make(map[int32]int32, len(index))
			for i := range min(len(index), len(value)) {
				d.frames[index[i]] = value[i]
			}
		case "pseudoType":
			index, _ := c.rare()
			d.pseudo = make(map[int32]bool, len(index))
			for _, i := range index {
				d.pseudo[i] = true
			}
		default:
			c.skip()
		}
	}
}

func (c *cursor) layout(d *document) {
	for c.open(cborMap); c.more(); {
		switch key, _ := c.raw(); string(key) {
		case "nodeIndex":
			d.row = c.ints(nil)
		case "styles":
			d.styles = make([]int32, 0, styleCount*len(d.row))
			row := 0
			for c.open(cborArray); c.more(); {
				row++
				d.styles = padStyles(c.ints(d.styles), row)
			}
		case "bounds":
			d.bounds = make([]float64, 0, 4*len(d.row))
			for c.open(cborArray); c.more(); {
				at := len(d.bounds)
				for c.open(cborArray); c.more(); {
					d.bounds = append(d.bounds, c.float())
				}
				for len(d.bounds) < at+4 {
					d.bounds = append(d.bounds, 0)
				}
				d.bounds = d.bounds[:at+4]
			}
		default:
			c.skip()
		}
	}
}

// padStyles completes the styles of the first rows: Chrome leaves them out of some rows, in part or wholly.
func padStyles(styles []int32, rows int) []int32 {
	for len(styles) < rows*styleCount {
		styles = append(styles, -1)
	}
	return styles
}

func (c *cursor) ints(dst []int32) []int32 {
	for c.open(cborArray); c.more(); {
		dst = append(dst, c.int())
	}
	return dst
}

// rare reads {"index": […], "value": […]}.
func (c *cursor) rare() (index, value []int32) {
	for c.open(cborMap); c.more(); {
		switch key, _ := c.raw(); string(key) {
		case "index":
			index = c.ints(nil)
		case "value":
			value = c.ints(nil)
		default:
			c.skip()
		}
	}
	return index, value
}

// strings reads the string table into one piece of memory.
func (c *cursor) strings() []string {
	var memory []byte
	var ends []int
	for c.open(cborArray); c.more(); {
		if b, wide := c.raw(); wide {
			memory = appendUTF16(memory, b)
		} else {
			memory = append(memory, b...)
		}
		ends = append(ends, len(memory))
	}
	all, out, from := string(memory), make([]string, len(ends)), 0
	for i, end := range ends {
		out[i], from = all[from:end], end
	}
	return out
}

// fromProtocol turns cdproto's form of a snapshot into columns, for remote Chromes, which speak JSON.
func fromProtocol(r *domsnapshot.CaptureSnapshotResult) *snapshot {
	s := &snapshot{strings: r.Strings}
	for _, in := range r.Documents {
		d := document{
			url: int32(in.DocumentURL), base: int32(in.BaseURL), encoding: int32(in.EncodingName),
			width: in.ContentWidth, height: in.ContentHeight, scrollX: in.ScrollOffsetX, scrollY: in.ScrollOffsetY,
		}
		if n := in.Nodes; n != nil {
			d.parent, d.kind, d.name, d.value = narrow(n.ParentIndex), narrow(n.NodeType), narrow(n.NodeName), narrow(n.NodeValue)
			for _, list := range n.Attributes {
				d.attrs = append(d.attrs, narrow(list)...)
				d.attrEnd = append(d.attrEnd, int32(len(d.attrs)))
			}
			if f := n.ContentDocumentIndex; f != nil {
				d.frames = map[int32]int32{}
				for i := range min(len(f.Index), len(f.Value)) {
					d.frames[int32(f.Index[i])] = int32(f.Value[i])
				}
			}
			if n.PseudoType != nil {
				d.pseudo = map[int32]bool{}
				for _, i := range n.PseudoType.Index {
					d.pseudo[int32(i)] = true
				}
			}
		}
		if l := in.Layout; l != nil {
			d.row = narrow(l.NodeIndex)
			for row, list := range l.Styles {
				d.styles = padStyles(append(d.styles, narrow(list)...), row+1)
			}
			for _, b := range l.Bounds {
				d.bounds = append(d.bounds, append(b, 0, 0, 0, 0)[:4]...)
			}
		}
		s.docs = append(s.docs, d)
	}
	return s
}

func narrow[T ~int64](in []T) []int32 {
	out := make([]int32, len(in))
	for i, v := range in {
		out[i] = int32(min(max(v, math.MinInt32), math.MaxInt32))
	}
	return out
}

// text is the string with the index, "" for none.
func (s *snapshot) text(i int32) string {
	if i < 0 || int(i) >= len(s.strings) {
		return ""
	}
	return s.strings[i]
}
