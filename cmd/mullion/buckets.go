//go:build !nobuckets

package main

// The kinds of buckets that --profiles can name. They are two thirds of the program: build with -tags nobuckets to
// leave them out, or with -tags disable_grpc_modules to leave out what Google Cloud Storage needs inside its own
// network only.
import (
	_ "gocloud.dev/blob/gcsblob"
	_ "gocloud.dev/blob/memblob"
	_ "gocloud.dev/blob/s3blob"
)
