package server

import (
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/gate"
)

// A meter counts what the server does.
type meter struct {
	registry *prometheus.Registry
	requests *prometheus.HistogramVec // seconds by route and status
	pages    *prometheus.CounterVec   // by status of the document
}

func newMeter(q *gate.Queue) *meter {
	m := &meter{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "mullion_request_seconds", Help: "Time of requests, by route and status.",
			Buckets: prometheus.ExponentialBuckets(0.001, 4, 8), // 1 ms … 16 s
		}, []string{"route", "code"}),
		pages: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "mullion_pages_total", Help: "Pages that were loaded, by status: ok, partial, empty, error.",
		}, []string{"status"}),
	}
	gauge := func(name, help string, value func() int) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, func() float64 { return float64(value()) })
	}
	m.registry.MustRegister(m.requests, m.pages, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		gauge("mullion_running", "Pages that are being cleaned.", q.Running),
		gauge("mullion_waiting", "Requests that wait for their turn.", q.Waiting))
	return m
}

func (m *meter) request(route string, code int, took time.Duration) {
	if route == "" {
		route = "unknown"
	}
	m.requests.WithLabelValues(route, strconv.Itoa(code)).Observe(took.Seconds())
}

func (m *meter) page(d *mullion.Document, err error) {
	status := mullion.Failed
	if err == nil {
		status = d.Status
	}
	m.pages.WithLabelValues(string(status)).Inc()
}

func (m *meter) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}
