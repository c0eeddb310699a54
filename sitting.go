package mullion

import (
	"context"
	"sync"
	"time"

	"github.com/mullionhq/mullion/classify"
	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/regions"
)

// A Sitting judges one page again and again, as thresholds are tuned: what settings do not change is measured once.
// It is safe for concurrent use.
type Sitting struct {
	page *page.Page

	mu     sync.Mutex
	model  *classify.Model
	scored *classify.Scored // the last one, by that model
}

// NewSitting begins to judge a page, which must not change meanwhile. Nothing is measured before the first Judge.
func NewSitting(p *page.Page) *Sitting { return &Sitting{page: p} }

// Judge labels as the function Judge does, and is quicker from the second time on.
func (s *Sitting) Judge(model *classify.Model, o Options) *Document {
	return judge(s.page, model, o, s.label)
}

// Judge labels the page of a sitting by the Cleaner's settings.
func (c *Cleaner) Judge(ctx context.Context, s *Sitting) (*Document, error) {
	return c.judged(ctx, s.page, time.Now(), s.Judge)
}

func (s *Sitting) label(m *classify.Model, p *page.Page, layout *regions.Layout, o *Options) (*classify.View, classify.Labels) {
	s.mu.Lock()
	before := s.scored
	if s.model != m {
		before = nil
	}
	s.mu.Unlock()
	scored := m.Score(p, layout, o.Known, before)
	s.mu.Lock()
	s.model, s.scored = m, scored
	s.mu.Unlock()
	return scored.View(), scored.Label(o.Classify)
}

// View is the page as the fused method saw it last, with its evidence measured; nil when it has not yet judged.
func (s *Sitting) View() *classify.View {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.scored == nil {
		return nil
	}
	return s.scored.View()
}
