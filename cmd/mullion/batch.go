package main

import (
	"context"
	"path/filepath"

	"github.com/spf13/cobra"
)

// documentsName is the file in a batch's folder: not that of the index beside pages that were cleaned into a folder.
const documentsName = "documents" + linesSuffix

// newBatchCommand is clean of many pages whose documents programs will read.
func newBatchCommand(a *app) *cobra.Command {
	var o cleanOptions
	var folder string
	cmd := &cobra.Command{
		Use:   "batch SOURCES... --out FOLDER",
		Short: "Clean many pages into a folder: a JSON document a line",
		Long: `Batch cleans many pages, which are SOURCES as those of "mullion clean": URLs, HTML files, saved pages, web archives,
folders of such files, lists. Their documents are lines of FOLDER/` + documentsName + `, in the order in which the pages went in.

It is "mullion clean SOURCES... --out FOLDER/` + documentsName + `", and goes on in the same way after an interruption: pages that are
there are passed over, those that failed are tried again. For Markdown, a file a page, take "mullion clean --into".`,
		Example: `  mullion batch site/ https://example.com/ --out pages
  mullion batch crawl.warc.gz --render never --out pages
  find site -name '*.html' | mullion batch --list - --render never --out pages`,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.args = args
			return runBatch(cmd.Context(), a, o, folder)
		},
		Args: inputsOr(&o.lists),
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVarP(&folder, "out", "o", "", "`folder` for the documents")
	flags.StringArrayVar(&o.lists, "list", nil, listUsage)
	flags.BoolVar(&o.why, "why", false, "the evidence for each label, too")
	flags.BoolVar(&o.page.acceptStatus, "accept-status", false, "take pages of error status too, such as 404")
	addHandles(cmd, a, without(cleanHandles, "front-matter", "title", "indent"))
	addLoadFlags(cmd, a)
	return cmd
}

func runBatch(ctx context.Context, a *app, o cleanOptions, folder string) error {
	if folder == "" {
		return usagef("--out: name a folder for the documents")
	}
	if err := makeFolder("--out", folder); err != nil {
		return err
	}
	o.out = filepath.Join(folder, documentsName)
	return runClean(ctx, a, o)
}
