package regions

import (
	"testing"

	"github.com/mullionhq/mullion/page"
)

// Landmarks are believed, words of ids and classes weakly. The header and the footer of a card are those of no page, but a
// navigation stays one; what a word names a part of has no role.
func TestRoles(t *testing.T) {
	for source, want := range map[string]struct {
		role role
		weak bool
	}{
		"<header>":                          {bannerRole, false},
		"<header class='site-header'>":      {bannerRole, false},
		"<header class='card-header'>":      {noRole, false},
		"<footer class='entry_footer'>":     {noRole, false},
		"<footer class='content-footer'>":   {footerRole, false},
		"<nav class='widget'>":              {navRole, false},
		"<aside class='card'>":              {sideRole, false},
		"<article class='post'>":            {articleRole, false},
		"<div role=banner class='card'>":    {bannerRole, false},
		"<nav role=contentinfo>":            {footerRole, false},
		"<div role=button class='navbar'>":  {navRole, true},
		"<div class='sitefooter'>":          {footerRole, true},
		"<div class='footer_links'>":        {footerRole, true},
		"<div id='docnav'>":                 {navRole, true},
		"<div id='top' class='a topBar'>":   {bannerRole, true},
		"<div id='sidebar' class='header'>": {sideRole, true},
		"<div class='header-menu'>":         {navRole, true},
		"<div class='post-header'>":         {noRole, false},
		"<div class='content-footer'>":      {noRole, false},
		"<div class='card footer'>":         {footerRole, true},
		"<div class='story'>":               {noRole, false},
		"<div class='NAVHEADER'>":           {bannerRole, true},
		"<div id='miniFooterWrapper'>":      {footerRole, true},
		"<div class='sideBar'>":             {sideRole, true},
		"<header class='postHeader'>":       {noRole, false},
	} {
		p, err := page.Parse([]byte("<body>"+source), page.ParseOptions{})
		if err != nil {
			t.Fatal(err)
		}
		role, weak := roleOf(&p.Nodes[len(p.Nodes)-1])
		if role != want.role || weak != want.weak {
			t.Errorf("%s has role %d, weak %t, want %d, %t", source, role, weak, want.role, want.weak)
		}
	}
}
