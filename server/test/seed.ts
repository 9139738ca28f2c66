import fc from 'fast-check'

// The same cases in each run, so that a run repeats; `SEED` chooses others.
fc.configureGlobal({ seed: Number(process.env['SEED'] ?? 1) })
