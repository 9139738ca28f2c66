import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// Generous, because shared machines stall; no retries, because a test that passes at the second try has found something.
const limits = { testTimeout: 120_000, hookTimeout: 120_000, retry: 0 }

/** What takes a minute begins at once, or one core ends up waiting for it; a fresh clone does not know that by itself. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => /\/ledger\/(ledger\.property|crash)\.test\.ts$/.test(moduleId)
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    allowOnly: false,
    sequence: { sequencer: LongestFirst },
    // Vitest leaves one core to itself; much of ours is waiting for databases and sockets.
    maxWorkers: 2,
    projects: [
      ...['contract', 'ui', 'web', 'portal', 'desk', 'scripts'].map((name) => ({
        test: { ...limits, name, include: [`${name}/**/*.test.{ts,tsx}`], env: { TZ: 'Asia/Kolkata' } },
      })),
      {
        test: {
          ...limits,
          name: 'server',
          include: ['server/**/*.test.ts'],
          globalSetup: 'server/test/global-setup.ts',
        },
      },
    ],
  },
})
