package page

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"unsafe"
)

// Version is the version of the saved format that Save writes and the only one that Load reads.
const Version = 1

// formatName stands at the head of every saved page.
const formatName = "mullion page"

// MaxSaved bounds the unpacked size of a saved page that Load reads, in bytes: some four million nodes.
const MaxSaved = 1 << 28

// maxHeld bounds what the values of a saved page take in memory, in bytes: an empty style is two of JSON and 232 of memory.
const maxHeld = 1 << 30

// maxBare is more bytes than a number has, or white space between values. Save writes numbers of 24 bytes at most and no space.
const maxBare = 1 << 10

// said is how many characters an error repeats of what a file says.
const said = 40

// ErrFormat says that a file is not a saved page, or is damaged, or of another version.
var ErrFormat = errors.New("not a saved page")

// saved is the saved form of a page: gzipped JSON in columns, one entry a node, with every string once.
type saved struct {
	Format   string         `json:"format"`
	Version  int            `json:"version"`
	URL      string         `json:"url"`
	FinalURL string         `json:"final_url"`
	BaseURL  string         `json:"base_url"`
	Charset  string         `json:"charset"`
	Rendered bool           `json:"rendered"`
	Partial  bool           `json:"partial"`
	Dollars  bool           `json:"dollars,omitempty"`
	Size     [2]float64     `json:"size"`
	Viewport [2]float64     `json:"viewport"`
	Warnings []string       `json:"warnings,omitempty"`
	Strings  []string       `json:"strings"`
	Styles   []Style        `json:"styles,omitempty"`
	Tags     []int          `json:"tags"`    // into Strings; -1 for text
	Parents  []int          `json:"parents"` // node indices
	Hidden   []int          `json:"hidden,omitempty"`
	Unseen   []int          `json:"unseen,omitempty"`
	Texts    []int          `json:"texts"`           // into Strings, one for each text node
	Attrs    [][]int        `json:"attrs"`           // name, value, name, value … into Strings, one list for each element
	Boxes    []float64      `json:"boxes,omitempty"` // x, y, w, h for each node
	Style    []int          `json:"style,omitempty"` // into Styles; -1 for none
	Declared []declaredNode `json:"declared,omitempty"`
}

// A declaredNode is the saved form of Node.Declared.
type declaredNode struct {
	Node int        `json:"node"`
	Size [2]float64 `json:"size"`
}

// Save writes the page in the saved format.
func (p *Page) Save(w io.Writer) error {
	s := saved{
		Format: formatName, Version: Version, URL: p.URL, FinalURL: p.FinalURL, BaseURL: p.BaseURL, Charset: p.Charset,
		Rendered: p.Rendered, Partial: p.Partial, Dollars: p.Dollars, Size: [2]float64{p.Width, p.Height}, Viewport: p.Viewport, Warnings: p.Warnings,
	}
	strs, styles := map[string]int{}, map[*Style]int{}
	intern := func(v string) int {
		i, ok := strs[v]
		if !ok {
			i = len(s.Strings)
			strs[v] = i
			s.Strings = append(s.Strings, v)
		}
		return i
	}
	for i := range p.Nodes {
		n := &p.Nodes[i]
		s.Parents = append(s.Parents, n.Parent)
		if n.Hidden {
			s.Hidden = append(s.Hidden, i)
		}
		if n.Unseen {
			s.Unseen = append(s.Unseen, i)
		}
		if n.Declared != nil {
			s.Declared = append(s.Declared, declaredNode{i, *n.Declared})
		}
		if n.Kind == Text {
			s.Tags = append(s.Tags, -1)
			s.Texts = append(s.Texts, intern(n.Text))
		} else {
			s.Tags = append(s.Tags, intern(n.Tag))
			attrs := make([]int, 0, 2*len(n.Attrs))
			for _, a := range n.Attrs {
				attrs = append(attrs, intern(a.Name), intern(a.Value))
			}
			s.Attrs = append(s.Attrs, attrs)
		}
		if !p.Rendered {
			continue
		}
		s.Boxes = append(s.Boxes, n.Box.X, n.Box.Y, n.Box.W, n.Box.H)
		style := -1
		if n.Style != nil {
			at, ok := styles[n.Style]
			if !ok {
				at = len(s.Styles)
				styles[n.Style] = at
				s.Styles = append(s.Styles, *n.Style)
			}
			style = at
		}
		s.Style = append(s.Style, style)
	}
	z := gzip.NewWriter(w)
	if err := json.NewEncoder(z).Encode(s); err != nil {
		return fmt.Errorf("saving page: %w", err)
	}
	if err := z.Close(); err != nil {
		return fmt.Errorf("saving page: %w", err)
	}
	return nil
}

// Load reads a page that Save wrote. Anything else is ErrFormat: a foreign or truncated file, another version,
// or a page that is not valid.
func Load(r io.Reader) (*Page, error) {
	p, err := load(r)
	if err != nil {
		return nil, fmt.Errorf("loading page: %w: %v", ErrFormat, err)
	}
	return p, nil
}

func load(r io.Reader) (*Page, error) {
	raw, err := unpack(r)
	if err != nil {
		return nil, err
	}
	var s saved
	if err := json.Unmarshal(raw, &s); err != nil {
		return nil, err
	}
	if s.Format != formatName {
		return nil, fmt.Errorf("the file says it is %.*q", said, s.Format)
	}
	if s.Version != Version {
		return nil, fmt.Errorf("it has version %d, this build reads %d: render it again", s.Version, Version)
	}
	p, err := s.page()
	if err != nil {
		return nil, err
	}
	return p, p.Validate()
}

// errLarge says that a file has more than a saved page may have.
var errLarge = fmt.Errorf("it is larger than a saved page may be: more than %d MiB when it is unpacked", MaxSaved>>20)

// unpack is the JSON of a saved page. It is unpacked twice: it is weighed first, so that no memory is taken for one that is too
// large, and no more than it has for another. That takes a tenth of the time of Load.
func unpack(r io.Reader) ([]byte, error) {
	packed, err := io.ReadAll(io.LimitReader(r, MaxSaved+1))
	if err != nil {
		return nil, err
	}
	if len(packed) > MaxSaved {
		return nil, errLarge
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	size, err := io.Copy(io.Discard, &weighed{from: z})
	if err != nil {
		return nil, err
	}
	if err := z.Reset(bytes.NewReader(packed)); err != nil {
		return nil, err
	}
	raw := make([]byte, size)
	_, err = io.ReadFull(z, raw)
	return raw, err
}

// weighed is JSON that ends in an error once it has more than MaxSaved bytes, or its values would take more than maxHeld bytes of
// memory: each object at most a style, each list its header, each value a string's header, each string the least that is allocated
// for its letters, and room for its list to grow; apart from the letters themselves.
type weighed struct {
	from              io.Reader
	read              int // bytes
	held              int // bytes
	bare              int // bytes since the last sign of JSON, outside of strings
	inString, escaped bool
}

func (w *weighed) Read(p []byte) (n int, err error) {
	n, err = w.from.Read(p)
	w.read += n
	for _, c := range p[:n] {
		switch {
		case w.escaped:
			w.escaped = false
			continue
		case w.inString && c == '\\':
			w.escaped = true
			continue
		case c == '"':
			w.inString = !w.inString
			w.held += int(unsafe.Sizeof(""))
		case w.inString:
			continue
		case c == '{':
			w.held += int(unsafe.Sizeof(Style{}))
		case c == '[':
			w.held += int(unsafe.Sizeof([]int{}))
		case c == ',':
			w.held += int(unsafe.Sizeof(""))
		default:
			if w.bare++; w.bare > maxBare {
				return n, errors.New("it has a number, or white space, that no page has")
			}
			continue
		}
		w.bare = 0
	}
	switch {
	case w.read > MaxSaved:
		return n, errLarge
	case w.held > maxHeld:
		return n, errors.New("it has more than a page has")
	}
	return n, err
}

// page builds the page; it checks every index, Validate the rest.
func (s *saved) page() (*Page, error) {
	count := len(s.Tags)
	switch {
	case len(s.Parents) != count, len(s.Texts)+len(s.Attrs) != count:
		return nil, errors.New("its columns differ in length")
	case s.Rendered && (len(s.Boxes) != 4*count || len(s.Style) != count):
		return nil, errors.New("its layout columns differ in length")
	}
	p := &Page{
		URL: s.URL, FinalURL: s.FinalURL, BaseURL: s.BaseURL, Charset: s.Charset, Rendered: s.Rendered, Partial: s.Partial, Dollars: s.Dollars,
		Width: s.Size[0], Height: s.Size[1], Viewport: s.Viewport, Warnings: s.Warnings, Nodes: make([]Node, count),
	}
	bad := false
	str := func(i int) string {
		if i < 0 || i >= len(s.Strings) {
			bad = true
			return ""
		}
		return s.Strings[i]
	}
	texts, elements := 0, 0
	for i := range p.Nodes {
		n := &p.Nodes[i]
		n.Parent = s.Parents[i]
		if s.Tags[i] < 0 {
			if texts == len(s.Texts) {
				return nil, errors.New("it has more text nodes than texts")
			}
			n.Kind, n.Text = Text, str(s.Texts[texts])
			texts++
		} else {
			if elements == len(s.Attrs) || len(s.Attrs[elements])%2 != 0 {
				return nil, errors.New("its attributes do not fit its elements")
			}
			n.Tag = str(s.Tags[i])
			for a := s.Attrs[elements]; len(a) > 0; a = a[2:] {
				n.Attrs = append(n.Attrs, Attr{str(a[0]), str(a[1])})
			}
			elements++
		}
		if !s.Rendered {
			continue
		}
		n.Box = Box{s.Boxes[4*i], s.Boxes[4*i+1], s.Boxes[4*i+2], s.Boxes[4*i+3]}
		if at := s.Style[i]; at >= 0 {
			if at >= len(s.Styles) {
				return nil, errors.New("it names a style that it does not have")
			}
			n.Style = &s.Styles[at]
		}
	}
	for _, i := range s.Hidden {
		if i < 0 || i >= count {
			return nil, errors.New("it hides a node that it does not have")
		}
		p.Nodes[i].Hidden = true
	}
	for _, i := range s.Unseen {
		if i < 0 || i >= count || !p.Nodes[i].Hidden {
			return nil, errors.New("nobody sees a node that it does not have, or does not hide")
		}
		p.Nodes[i].Unseen = true
	}
	for _, d := range s.Declared {
		if d.Node < 0 || d.Node >= count {
			return nil, errors.New("it declares the size of a node that it does not have")
		}
		p.Nodes[d.Node].Declared = &d.Size
	}
	if bad {
		return nil, errors.New("it names a string that it does not have")
	}
	return p, p.Link()
}

// Link sets the End of every node from the parents, which must describe a tree in document order.
func (p *Page) Link() error {
	for i := range p.Nodes {
		p.Nodes[i].End = i + 1
		parent := p.Nodes[i].Parent
		if i == 0 && parent == -1 {
			continue
		}
		if parent < 0 || parent >= i {
			return fmt.Errorf("node %d has parent %d", i, parent)
		}
	}
	for i := len(p.Nodes) - 1; i > 0; i-- {
		if up := &p.Nodes[p.Nodes[i].Parent]; p.Nodes[i].End > up.End {
			up.End = p.Nodes[i].End
		}
	}
	return nil
}

// Validate reports the first thing that makes the page impossible: an empty or broken tree, text with
// children or a tag, or a number that is not finite.
func (p *Page) Validate() error {
	if len(p.Nodes) == 0 {
		return errors.New("the page has no nodes")
	}
	for _, x := range []float64{p.Width, p.Height, p.Viewport[0], p.Viewport[1]} {
		if math.IsNaN(x) || math.IsInf(x, 0) || x < 0 {
			return fmt.Errorf("the page has the size %v", x)
		}
	}
	var open []int // the ends of the open ancestors
	for i := range p.Nodes {
		n := &p.Nodes[i]
		for len(open) > 0 && p.Nodes[open[len(open)-1]].End <= i {
			open = open[:len(open)-1]
		}
		parent := -1
		if len(open) > 0 {
			parent = open[len(open)-1]
		}
		switch {
		case n.Parent != parent || i > 0 && parent < 0:
			return fmt.Errorf("node %d has parent %d, not %d", i, n.Parent, parent)
		case n.End <= i || n.End > len(p.Nodes) || parent >= 0 && n.End > p.Nodes[parent].End:
			return fmt.Errorf("node %d ends at %d", i, n.End)
		case n.Kind == Text && (n.End != i+1 || n.Tag != "" || n.Attrs != nil):
			return fmt.Errorf("text node %d has children, a tag or attributes", i)
		case n.Kind == Element && (n.Tag == "" || n.Text != ""):
			return fmt.Errorf("element %d has no tag, or text of its own", i)
		case n.Kind > Text:
			return fmt.Errorf("node %d is of kind %d", i, n.Kind)
		case n.Tag != strings.ToLower(n.Tag):
			return fmt.Errorf("element %d has the tag %.*q, not in lower case", i, said, n.Tag)
		}
		for _, x := range []float64{n.Box.X, n.Box.Y, n.Box.W, n.Box.H} {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				return fmt.Errorf("node %d has the box %v", i, n.Box)
			}
		}
		open = append(open, i)
	}
	return nil
}
