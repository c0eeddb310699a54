package classify

import (
	"regexp"
	"testing"
)

// dateLike says what holdsDate finds, in the slow way.
var dateLike = regexp.MustCompile(`\b(19|20)\d\d\b|\d[/.:-]\d|\d\s*月|\b([Jj][Aa][Nn]|[Ff][Ee][Bb]|[Mm][Aa][Rr]|[Aa][Pp][Rr]|[Mm][Aa][Yy]|[Jj][Uu][Nn]|[Jj][Uu][Ll]|[Aa][Uu][Gg]|[Ss][Ee][Pp]|[Oo][Cc][Tt]|[Nn][Oo][Vv]|[Dd][Ee][Cc])[A-Za-z]*\.?\s+\d|\b\d+ ([Mm][Ii][Nn][Uu][Tt][Ee]|[Hh][Oo][Uu][Rr]|[Dd][Aa][Yy]|[Ww][Ee][Ee][Kk]|[Mm][Oo][Nn][Tt][Hh]|[Yy][Ee][Aa][Rr])[Ss]? [Aa][Gg][Oo]`)

func FuzzHoldsDate(f *testing.F) {
	for _, s := range []string{
		"", "in 1999", "x1999", "19991", "1999年", "5/6", "12:30", "3.", "8 月5日", "May 5", "Sept. 12", "may5", "5 may",
		"_May 5", "éMay 5", "Mayor 12", "3 days ago", "x3 days ago", "1 DAY AGO", "3 days  ago", "2 dayss ago", "top 10 of 12", "Jan.. 3", "٣ days ago",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if got, want := holdsDate(s), dateLike.MatchString(s); got != want {
			t.Errorf("%q: %v", s, got)
		}
	})
}
