import fc from 'fast-check'
import { awayFromMidnight } from './one-day.ts'

// The same cases in each run, so that a run repeats; `SEED` chooses others.
fc.configureGlobal({ seed: Number(process.env['SEED'] ?? 1) })

await awayFromMidnight()
