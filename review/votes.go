package review

import (
	"context"
	"errors"
	"math"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/config"
	"github.com/mullionhq/mullion/site"
)

// Votes are how methods label the blocks of a page.
type Votes struct {
	Methods []string  `json:"methods"` // those that can say something about the page
	Labels  []string  `json:"labels"`  // by method: '1' for content, '0' for boilerplate, by block
	Doubt   []float64 `json:"doubt"`   // vote entropy by block in bits, 0 … 1: 1 where half of the methods disagree
}

// Methods are those that have what they need.
func (d *Desk) Methods() []string {
	var list []string
	c, _ := d.Now()
	for _, m := range mullion.Methods {
		o := c.Options
		if o.Method = m; c.Store != nil || !o.NeedsProfile() {
			list = append(list, m)
		}
	}
	return list
}

// Votes asks every method about a page. Methods that need a layout or a profile which the page does not have stay silent.
func (d *Desk) Votes(ctx context.Context, id string, c config.Config) (*Votes, error) {
	s, err := d.seat(id)
	if err != nil {
		return nil, err
	}
	return d.votes(ctx, s, &c)
}

func (d *Desk) votes(ctx context.Context, s *seat, c *config.Config) (*Votes, error) {
	v := &Votes{}
	for _, m := range d.Methods() {
		o := *c
		o.Method, o.Why = m, false
		doc, err := d.judge(ctx, s.trial, &o)
		switch {
		case errors.Is(err, site.ErrNoProfile):
			continue
		case err != nil:
			return nil, err
		case doc.Layout == nil && mullion.NeedsLayout(m):
			continue
		}
		v.Methods, v.Labels = append(v.Methods, m), append(v.Labels, labelled(doc))
	}
	v.Doubt = voteEntropy(v.Labels)
	return v, nil
}

// voteEntropy is the entropy of the votes on each block: what query by committee asks a person about first (Engelson
// and Dagan 1999).
func voteEntropy(labels []string) []float64 {
	if len(labels) == 0 {
		return nil
	}
	doubt := make([]float64, len(labels[0]))
	for b := range doubt {
		content := 0
		for _, l := range labels {
			content += int(l[b] - '0')
		}
		for _, n := range []int{content, len(labels) - content} {
			if p := float64(n) / float64(len(labels)); p > 0 {
				doubt[b] -= p * math.Log2(p)
			}
		}
	}
	return doubt
}

// disagreement is the mean vote entropy of a page's blocks.
func (d *Desk) disagreement(ctx context.Context, s *seat, c *config.Config) (*float64, error) {
	v, err := d.votes(ctx, s, c)
	if err != nil {
		return nil, err
	}
	mean := 0.0
	for _, x := range v.Doubt {
		mean += x / float64(len(v.Doubt))
	}
	return &mean, nil
}
