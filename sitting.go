package mullion

import (
	"sync"

	"github.com/mullionhq/mullion/classify"
	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/regions"
)

// A Sitting judges one page again and again, as thresholds are tuned: what settings do not change is measured once.
// It is safe for concurrent use.
type Sitting struct {
	page  *page.Page
	model *classify.Model

	mu     sync.Mutex
	scored *classify.Scored // the last one
}

// NewSitting begins with a page. model may be nil for methods that need none.
func NewSitting(p *page.Page, model *classify.Model) *Sitting {
	return &Sitting{page: p, model: model}
}

// Judge labels as the function Judge does, and is quicker from the second time on.
func (s *Sitting) Judge(o Options) *Document { return judge(s.page, s.model, o, s.label) }

func (s *Sitting) label(m *classify.Model, p *page.Page, layout *regions.Layout, o *Options) (*classify.View, []classify.Block) {
	s.mu.Lock()
	before := s.scored
	s.mu.Unlock()
	scored := m.Score(p, layout, o.Known, before)
	s.mu.Lock()
	s.scored = scored
	s.mu.Unlock()
	return scored.View(), scored.Label(o.Classify)
}
