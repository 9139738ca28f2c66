import type { ChildProcess } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { eventually } from '../../../test/events.ts'
import { newFolder } from '../../../test/postgres.ts'
import { openHome, type withFile as realWithFile } from './home.ts'
import { launch } from './postmaster.ts'

// A busy machine may close the log only after the process has ended.
vi.mock('./home.ts', async (original) => {
  const real = await original<{ withFile: typeof realWithFile }>()
  const withFile: typeof realWithFile = async (...given) => {
    const result = await real.withFile(...given)
    const { child } = result as { child: ChildProcess }
    await eventually(() => child.exitCode !== null || child.pid === undefined)
    await setImmediate()
    return result
  }
  return { ...real, withFile }
})

test.each([
  ['ended at once', '/bin/false'],
  ['could not be started', '/no/such/program'],
])('a PostgreSQL that %s before anybody waits for it is noticed', async (_what, program) => {
  const home = await openHome(newFolder())
  mkdirSync(home.data)
  const programs = { postgres: program, initdb: '', pgCtl: '', version: '18.4' }
  const launched = launch({ home, programs, user: undefined, say: () => undefined })
  await expect(launched).rejects.toThrow(/^PostgreSQL could not start \((?:it said nothing|spawn .* ENOENT)/)
})
