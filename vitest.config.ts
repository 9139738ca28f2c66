import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { writeInMemory } from './scripts/memory.ts'

writeInMemory()

// Generous, because shared machines stall; no retries, because a test that passes at the second attempt has found a bug.
const minutes = process.env['NIGHTLY'] === 'on' ? 60 : 5
const limits = { testTimeout: minutes * 60_000, hookTimeout: 300_000, retry: 0, expect: { poll: { timeout: 60_000 } } }

/** Starts the slowest files first, so that one core does not finish them alone; a fresh clone has no recorded durations. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) =>
      /\/(backup(\.\w+)?|ledger\.property|(contract-note\.)?crash|commit|main|start|survive|programs|mail|app\.(every|linear)|alerts|complete-day|exchange-action|fuzz|reconciliation\.(hostile|large))\.test\.ts$/.test(
        moduleId,
      )
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

// Loading the modules again for each file takes a third of the run, so files share them, except files that replace modules or
// globals, or use a helper with hooks of its own.
const isAlone = (file: string) =>
  /\bvi\.(mock|unmock|doMock|stubGlobal|resetModules)\(|\bvi\.spyOn\(globalThis|\/test\/postgres\.ts'/.test(
    readFileSync(new URL(file, import.meta.url), 'utf8'),
  )

const projects = (name: string, folders: string[], settings: object) => {
  const files = folders.flatMap((folder) =>
    globSync(`${folder}/**/*.test.{ts,tsx}`, { exclude: ['**/node_modules/**'], cwd: import.meta.dirname }),
  )
  return [
    { test: { ...limits, ...settings, name, include: files.filter((file) => !isAlone(file)), isolate: false } },
    { test: { ...limits, ...settings, name: `${name}, alone`, include: files.filter(isAlone) } },
  ]
}

export default defineConfig({
  test: {
    allowOnly: false,
    sequence: { sequencer: LongestFirst },
    // More than the usual two cores, because a seventh of the time is waiting for databases and sockets.
    maxWorkers: 3,
    projects: [
      ...projects('browser side', ['contract', 'ui', 'web', 'portal', 'desk', 'scripts'], {
        env: { TZ: 'Asia/Kolkata' },
      }),
      ...projects('server', ['server'], {
        globalSetup: 'server/test/global-setup.ts',
        setupFiles: 'server/test/each-file.ts',
      }),
    ],
  },
})
