window.SLUICE_DOCS = {
  lang: 'en', version: 'v4.2', links: ['Guide', 'Reference', 'Recipes', 'Community'],
  menu: [
    { name: 'Getting started', pages: [{ id: 'install', name: 'Installation' }, { id: 'first-job', name: 'Your first job' }, { id: 'concepts', name: 'Concepts' }] },
    { name: 'Jobs', pages: [{ id: 'retries', name: 'Retries and back-off' }, { id: 'schedules', name: 'Schedules' }, { id: 'secrets', name: 'Secrets' }, { id: 'artifacts', name: 'Artifacts' }] },
    { name: 'Operations', pages: [{ id: 'upgrade', name: 'Upgrading' }, { id: 'backup', name: 'Backups' }, { id: 'metrics', name: 'Metrics' }, { id: 'faq', name: 'FAQ' }] },
  ],
  pages: {
    'retries': {
      title: 'Retries and back-off', group: 'Jobs', updated: 'on 9 February 2026',
      blocks: [
        { p: 'A job that talks to the outside world will fail now and then for reasons that have nothing to do with you: a name server is restarted, a disk is full for the three seconds that it takes to rotate a log, a certificate is replaced. Sluice can run such a job again. This page explains when it does, how long it waits, and how to keep a retry from doing more harm than the failure.' },
        { h2: 'When a job is run again' },
        { p: 'By default a job is tried once. Add a `retry` block to its definition to change that. The block below allows four attempts in all, the first one included.' },
        { lang: 'yaml', code: 'jobs:\n  fetch-prices:\n    every: 15m\n    run: ./bin/fetch --market "north"\n    retry:\n      attempts: 4\n      on: [timeout, exit-75]   # 75 is EX_TEMPFAIL\n      wait: 2s' },
        { p: 'An attempt counts as failed when its process ends with a status other than zero, when it is killed by a signal, or when it outlives its `timeout`. Only failures that are listed under `on` are tried again. The list may contain:' },
        { ul: ['`timeout`, for attempts that were stopped because they took too long;', '`signal`, for processes that were killed by anybody but Sluice;', '`exit-N`, for processes that ended with status N;', '`any`, which stands for all of the above and is rarely what you want.'] },
        { note: 'An attempt that was cancelled by hand is never retried, whatever the list says. Somebody had a reason.', title: 'Note' },
        { h2: 'How long Sluice waits' },
        { p: 'The pause before the second attempt is the value of `wait`. After that it doubles with each attempt until it reaches `max_wait`, and a random share of up to one fifth is added, so that a hundred jobs which failed together do not come back together.' },
        { table: [['Attempt', 'Pause before it', 'Earliest start'], ['1', 'none', '0 s'], ['2', '2 s', '2 s'], ['3', '4 s', '6 s'], ['4', '8 s', '14 s']] },
        { p: 'If the remote side tells you when to return, pass its wish on. A process that writes a line with the key `retry-after` to file descriptor 3 sets the next pause itself, and neither doubling nor jitter is applied to it.' },
        { lang: 'go', code: 'func fetch(ctx context.Context, url string) error {\n\tres, err := client.Get(ctx, url)\n\tif err != nil {\n\t\treturn err\n\t}\n\tif res.StatusCode == 429 {\n\t\tfmt.Fprintln(control, "retry-after", res.Header.Get("Retry-After"))\n\t\tos.Exit(75) // ask for another attempt\n\t}\n\treturn store(res.Body)\n}' },
        { h2: 'Making a job safe to repeat' },
        { p: 'A retry is only as harmless as the job. Sluice sets three variables that help a job to recognise its own footprints:' },
        { ol: ['`SLUICE_RUN` names the run and stays the same for all of its attempts. Use it as an idempotency key.', '`SLUICE_ATTEMPT` counts from one. Log it.', '`SLUICE_SCRATCH` is a directory that survives from one attempt to the next and is removed when the run ends.'] },
        { h3: 'A pattern that works' },
        { p: 'Write results into the scratch directory first, and move them to their place as the last step. A rename within one file system either happens or does not, so an attempt that dies half-way leaves nothing for the next one to trip over.' },
        { lang: 'bash', code: 'sluice scratch --path > /tmp/where\ncurl -fsS "https://prices.example/today.csv" -o "$SLUICE_SCRATCH/today.csv"\nmv "$SLUICE_SCRATCH/today.csv" /srv/prices/today.csv' },
        { note: 'Moving a file between two file systems is a copy followed by a delete. Keep the scratch directory on the volume that holds the results.', title: 'Careful', kind: 'warn' },
        { h2: 'Giving up' },
        { p: 'When the last attempt has failed, the run is marked as failed and jobs that need it are skipped. Its scratch directory is kept for seven days. To look into it, open a shell in the environment of the last attempt with `sluice autopsy RUN`; the shell has the same variables, limits and user, but no network unless you ask for it.' },
      ],
    },
    'schedules': {
      title: 'Schedules', group: 'Jobs', updated: 'on 2 February 2026',
      blocks: [
        { p: 'A job runs when its `every` interval has passed, at the times that its `cron` line names, or when another job asks for it. Intervals are counted from the start of the last run, so that a slow job does not drift.' },
        { lang: 'yaml', code: 'jobs:\n  report:\n    cron: "30 6 * * 1-5"\n    run: ./bin/report' },
      ],
    },
  },
};
