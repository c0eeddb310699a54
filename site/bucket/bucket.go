// Package bucket keeps site profiles in an object store, through gocloud.dev/blob. Which stores it reaches is decided
// by the drivers that the program links: it imports none.
//
// Object stores know no lock, and their ways to replace an object only if it has not changed differ. What all of them
// can do is create an object that must not be there yet. So a file is a row of generations, NAME/000000000001 and so
// on, of which the last counts: who changes generation 7 creates 8, and who finds that 8 is there already reads it and
// tries again. Generations are deleted when they are out of every writer's sight.
//
// What it rests on: listings that show what was written before (those of Amazon S3 and Google Cloud Storage do), and
// that the store heeds If-None-Match, or what it has in its place. Old S3-compatible servers do not heed it: there,
// the last of two writers wins.
package bucket

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"gocloud.dev/blob"
	"gocloud.dev/gcerrors"

	"github.com/mullionhq/mullion/site"
)

// A Store is a site.Store in a bucket.
type Store struct {
	bucket *blob.Bucket
	where  string
	most   int64 // bytes of an object that are read
}

// maxObject is what no profile has: one of 1,200 pages of as many sites has 14 MB.
const maxObject = 1 << 30

// IsURL reports whether profiles are kept in a bucket, and not in a folder.
func IsURL(where string) bool {
	scheme, _, ok := strings.Cut(where, "://")
	return ok && scheme != "file"
}

// Open opens the bucket of a URL, such as s3://name/prefix?region=eu-north-1. The query is the driver's.
func Open(ctx context.Context, where string) (*Store, error) {
	u, err := url.Parse(where)
	if err != nil {
		return nil, fmt.Errorf("profiles %s: it is not the URL of a bucket: %w", where, err)
	}
	if !blob.DefaultURLMux().ValidBucketScheme(u.Scheme) {
		known := strings.Join(blob.DefaultURLMux().BucketSchemes(), ", ")
		return nil, fmt.Errorf("profiles %s: no such kind of bucket: this program knows folders and %s", where, known)
	}
	prefix := strings.Trim(u.Path, "/")
	u.Path, u.RawPath = "", ""
	b, err := blob.OpenBucket(ctx, u.String())
	if err != nil {
		return nil, fmt.Errorf("profiles %s: %w", where, err)
	}
	if prefix != "" {
		b = blob.PrefixedBucket(b, prefix+"/")
	}
	return New(b, where), nil
}

// New returns the store in an open bucket. where names it in messages.
func New(b *blob.Bucket, where string) *Store { return &Store{b, where, maxObject} }

// String is the bucket's URL.
func (s *Store) String() string { return s.where }

// Close closes the bucket.
func (s *Store) Close() error { return s.bucket.Close() }

// A generation is one object of a file.
type generation struct {
	number  int64
	written time.Time // by the store's clock
}

// generations lists those of a file, in order. Other objects beside them, of people or other programs, are none.
func (s *Store) generations(ctx context.Context, name string) ([]generation, error) {
	var all []generation
	for it := s.bucket.List(&blob.ListOptions{Prefix: name + "/"}); ; {
		o, err := it.Next(ctx)
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
		if n, err := strconv.ParseInt(strings.TrimPrefix(o.Key, name+"/"), 10, 64); err == nil && 0 < n && n <= lastNumber && o.Key == key(name, n) {
			all = append(all, generation{n, o.ModTime})
		}
	}
}

// latest is the number of a file's last generation; 0 when there is none.
func (s *Store) latest(ctx context.Context, name string) (int64, error) {
	all, err := s.generations(ctx, name)
	if err != nil || len(all) == 0 {
		return 0, err
	}
	return all[len(all)-1].number, nil
}

// key is the name of a generation: twelve digits, so that their order is that of the numbers.
func key(name string, number int64) string { return fmt.Sprintf("%s/%012d", name, number) }

// lastNumber is one that no row of generations reaches by itself.
const lastNumber = 999_999_999_999

func version(number int64) string {
	if number == 0 {
		return ""
	}
	return strconv.FormatInt(number, 10)
}

// tries is how often a file is looked for again that was replaced, or changed by another, in between.
const tries = 30

// Read reads the last generation of a file.
func (s *Store) Read(ctx context.Context, name string) (site.Stored, error) {
	for range tries {
		number, err := s.latest(ctx, name)
		if err != nil {
			return site.Stored{}, s.explain(err)
		}
		if number == 0 {
			return site.Stored{}, fs.ErrNotExist
		}
		raw, err := s.readAll(ctx, key(name, number))
		if err == nil {
			return site.Stored{Version: version(number), Data: raw}, nil
		}
		if gcerrors.Code(err) != gcerrors.NotFound {
			return site.Stored{}, s.explain(err)
		}
	}
	return site.Stored{}, errors.New("it is replaced faster than it can be read")
}

// readAll reads an object. One that is too large to be ours is site.ErrBroken.
func (s *Store) readAll(ctx context.Context, key string) ([]byte, error) {
	r, err := s.bucket.NewReader(ctx, key, nil)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	if r.Size() > s.most {
		return nil, fmt.Errorf("%w: %s has %d bytes, which is no profile: delete it", site.ErrBroken, key, r.Size())
	}
	return io.ReadAll(r)
}

// Generations are kept for retention after they were written, and a writer gives up what it could not write in
// deadline: so a generation that is gone is none that a writer could take for free.
const (
	retention = 10 * time.Minute
	deadline  = 5 * time.Minute
)

// Update creates the next generation of a file.
func (s *Store) Update(ctx context.Context, name, known string, edit func(site.Stored) ([]byte, error)) (string, error) {
	for try := range tries {
		version, err := s.update(ctx, name, known, edit)
		if !errors.Is(err, errConflict) {
			return version, err
		}
		select {
		case <-ctx.Done():
			return "", ctx.Err()
		case <-time.After(rand.N(time.Duration(try+1) * 20 * time.Millisecond)):
		}
	}
	return "", fmt.Errorf("%d writers in turn were faster: try again", tries)
}

// errConflict says that another writer was first.
var errConflict = errors.New("the file has changed")

func (s *Store) update(ctx context.Context, name, known string, edit func(site.Stored) ([]byte, error)) (string, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, deadline, errors.New("writing took too long"))
	defer cancel()
	number, err := s.latest(ctx, name)
	if err != nil {
		return "", s.explain(err)
	}
	stored := site.Stored{Version: version(number)}
	if number > 0 && stored.Version != known {
		stored.Data, err = s.readAll(ctx, key(name, number))
		if gcerrors.Code(err) == gcerrors.NotFound {
			return "", errConflict
		}
		if err != nil {
			return "", s.explain(err)
		}
	}
	raw, err := edit(stored)
	if err != nil || raw == nil {
		return stored.Version, err
	}
	if number >= lastNumber {
		return "", fmt.Errorf("%s is the last generation that there can be, and not written by this program: delete it", key(name, number))
	}
	err = s.bucket.WriteAll(ctx, key(name, number+1), raw, &blob.WriterOptions{
		IfNotExist: true, ContentType: "application/gzip", DisableContentTypeDetection: true,
	})
	if gcerrors.Code(err) == gcerrors.FailedPrecondition || err != nil && strings.Contains(err.Error(), "ConditionalRequestConflict") {
		return "", errConflict // S3 answers two writers at the same moment with the latter
	}
	if err != nil {
		return "", s.explain(err)
	}
	s.forget(ctx, name)
	return version(number + 1), nil
}

// forget deletes generations that no writer takes for the last any more. What cannot be deleted now is deleted later.
func (s *Store) forget(ctx context.Context, name string) {
	all, err := s.generations(ctx, name)
	if err != nil {
		return
	}
	for _, g := range expired(all) {
		if s.bucket.Delete(ctx, key(name, g.number)) != nil {
			return
		}
	}
}

// expired are the first of the generations: those that had been replaced for the retention when the last was written.
// All times are of the store's clock.
func expired(all []generation) []generation {
	n := 0
	for n+1 < len(all) && all[len(all)-1].written.Sub(all[n+1].written) >= retention {
		n++
	}
	return all[:n]
}

// Names lists the files.
func (s *Store) Names(ctx context.Context) ([]string, error) {
	var names []string
	for it := s.bucket.List(&blob.ListOptions{Delimiter: "/"}); ; {
		o, err := it.Next(ctx)
		if errors.Is(err, io.EOF) {
			slices.Sort(names)
			return names, nil
		}
		if err != nil {
			return nil, s.explain(err)
		}
		if o.IsDir {
			names = append(names, strings.TrimSuffix(o.Key, "/"))
		}
	}
}

// explain adds a way out to what a driver says.
func (s *Store) explain(err error) error {
	switch gcerrors.Code(err) {
	case gcerrors.NotFound:
		return fmt.Errorf("%w: is there such a bucket, and may you list it?", err)
	case gcerrors.PermissionDenied:
		return fmt.Errorf("%w: it needs the right to list, read, create and delete objects", err)
	}
	return err
}
