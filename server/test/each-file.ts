import { deserialize, serialize } from 'node:v8'
import fc from 'fast-check'
import { vi } from 'vitest'
import { answerOf, valueOf } from '../src/platform/called.ts'
import { awayFromMidnight } from './one-day.ts'

// The same cases in each run, so that a run repeats; `SEED` chooses others.
fc.configureGlobal({ seed: Number(process.env['SEED'] ?? 1) })

await awayFromMidnight()

// Starting a process for each file that is read takes half a second of processor time. Tests of its limits call `vi.unmock`.
vi.mock('../src/platform/child.ts', () => ({
  inChild: (module: URL) => async (name: string, input: unknown) =>
    valueOf(await answerOf(await import(module.href), { name, input: deserialize(serialize(input)) }, () => undefined)),
}))

// Makes the hash that each login and registration computes cheap. Tests of its real cost call `vi.unmock`.
vi.mock(import('@node-rs/argon2'), async (original) => {
  const argon2 = await original()
  return {
    ...argon2,
    hash: (password, options) => argon2.hash(password, { ...options, memoryCost: 1024, timeCost: 1 }),
  }
})
