// Package sheet makes sheets on which a person grades how pages were divided: a contact sheet of thumbnails, one HTML
// file that needs nothing but the pictures beside it, and the grades that come back as data. It knows pictures and
// grades; it does not know how pages are divided.
package sheet

import (
	"bytes"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"image"
	"image/color"
	"image/jpeg"
	_ "image/png" // annotated pictures may be either
	"strings"

	"golang.org/x/image/draw"
	"golang.org/x/image/font"
	"golang.org/x/image/font/inconsolata"
	"golang.org/x/image/math/fixed"
)

// A Page is one page of a sheet.
type Page struct {
	Input   string // as it was given
	Title   string
	Picture string // path of the annotated picture from the sheet's folder; "" when the page failed
	Regions string // those that the page has, such as "header, center"
	Size    string // of the whole page
	Problem string // why there is no picture, or what is doubtful; "" for nothing

	thumb []byte // JPEG
}

// The size of a thumbnail in pixels; tall pages are cut.
const (
	thumbWidth  = 280
	thumbHeight = 380
	thumbGap    = 12
	thumbLabel  = 20
	columns     = 6
	quality     = 78 // of JPEG
)

// Shrink makes the page's thumbnail of its annotated picture.
func (p *Page) Shrink(picture []byte) error {
	full, _, err := image.Decode(bytes.NewReader(picture))
	if err != nil {
		return fmt.Errorf("reading the picture of %s: %w", p.Input, err)
	}
	from := full.Bounds()
	from.Max.Y = min(from.Max.Y, from.Min.Y+from.Dx()*thumbHeight/thumbWidth)
	small := image.NewRGBA(image.Rect(0, 0, thumbWidth, max(1, from.Dy()*thumbWidth/max(1, from.Dx()))))
	draw.BiLinear.Scale(small, small.Bounds(), full, from, draw.Src, nil)
	var b bytes.Buffer
	err = jpeg.Encode(&b, small, &jpeg.Options{Quality: quality})
	p.thumb = b.Bytes()
	return err
}

// Thumbnail is the thumbnail as a data URL; "" when there is none.
func (p *Page) Thumbnail() template.URL {
	if p.thumb == nil {
		return ""
	}
	return template.URL("data:image/jpeg;base64," + base64.StdEncoding.EncodeToString(p.thumb))
}

// Contact draws all thumbnails with their numbers on one picture, as JPEG.
func Contact(pages []Page) ([]byte, error) {
	across := max(1, min(columns, len(pages)))
	rows := (len(pages) + across - 1) / across
	cell := image.Pt(thumbWidth+thumbGap, thumbHeight+thumbGap+thumbLabel)
	sheet := image.NewRGBA(image.Rect(0, 0, across*cell.X+thumbGap, max(1, rows)*cell.Y+thumbGap))
	draw.Draw(sheet, sheet.Bounds(), image.White, image.Point{}, draw.Src)
	for i := range pages {
		at := image.Pt(thumbGap+i%across*cell.X, thumbGap+i/across*cell.Y)
		caption(sheet, at.Add(image.Pt(0, thumbLabel-6)), fmt.Sprintf("%d  %s", i+1, pages[i].Input))
		at.Y += thumbLabel
		frame := image.Rectangle{at, at.Add(image.Pt(thumbWidth, thumbHeight))}
		draw.Draw(sheet, frame, image.NewUniform(color.Gray{232}), image.Point{}, draw.Src)
		if pages[i].thumb == nil {
			caption(sheet, at.Add(image.Pt(8, 24)), "no picture")
			continue
		}
		small, err := jpeg.Decode(bytes.NewReader(pages[i].thumb))
		if err != nil {
			return nil, fmt.Errorf("drawing the contact sheet: %w", err)
		}
		draw.Draw(sheet, small.Bounds().Add(at), small, image.Point{}, draw.Src)
	}
	var b bytes.Buffer
	err := jpeg.Encode(&b, sheet, &jpeg.Options{Quality: quality})
	return b.Bytes(), err
}

// caption writes the end of a text, as much as a thumbnail is wide; what the face has no letter for becomes a box.
func caption(on draw.Image, at image.Point, text string) {
	face := inconsolata.Regular8x16
	most := thumbWidth / face.Advance
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most/4]) + "~" + string(runes[len(runes)-(most-most/4-1):])
	}
	d := font.Drawer{Dst: on, Src: image.Black, Face: face, Dot: fixed.P(at.X, at.Y)}
	d.DrawString(text)
}

//go:embed sheet.html
var sheetHTML string

var sheetTemplate = template.Must(template.New("sheet").Funcs(template.FuncMap{
	"next":   func(i int) int { return i + 1 },
	"failed": func(p *Page) bool { return p.Picture == "" },
}).Parse(strings.TrimSpace(sheetHTML)))

// HTML is the sheet: thumbnails that link to the annotated pictures, filters, and grades by click or key, kept in the
// browser and exported as JSON or CSV. name tells sheets apart where the browser keeps grades.
func HTML(name string, pages []Page) ([]byte, error) {
	list := make([]*Page, len(pages))
	for i := range pages {
		list[i] = &pages[i]
	}
	var b bytes.Buffer
	err := sheetTemplate.Execute(&b, struct {
		Name   string
		Pages  []*Page
		Grades []string
	}{name, list, Grades})
	return b.Bytes(), err
}
