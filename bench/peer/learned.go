package peer

import (
	"context"
	"fmt"
	"strings"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/site"
)

// learned reads pages by the profiles of their sites, without Chrome and without an SVM: the blocks that site.Site.Content
// returns. The profiles are opened before the first page, as a program does that reads many pages of few sites. folder "" has
// no profiles.
func learned(folder string) (Extractor, error) {
	options := mullion.DefaultOptions().Site
	sites := map[string]*site.Site{}
	if folder != "" {
		store, err := site.OpenFolder(folder)
		if err != nil {
			return nil, err
		}
		names, err := site.List(context.Background(), store)
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			p, err := site.Open(context.Background(), store, name)
			if err != nil {
				return nil, err
			}
			sites[name] = p.Site(options)
		}
	}
	return func(q Request) (Answer, error) {
		p, err := ourPage(q)
		if err != nil {
			return Answer{}, err
		}
		known := sites[q.Site]
		if known == nil {
			return Answer{}, fmt.Errorf("there is no profile of the site %q", q.Site)
		}
		blocks, _ := known.Content(p)
		return Answer{Text: join(blocks)}, nil
	}, nil
}

// join is the text of blocks, a line each.
func join(blocks []page.Block) string {
	lines := make([]string, len(blocks))
	for i := range blocks {
		lines[i] = blocks[i].Text
	}
	return strings.Join(lines, "\n")
}
