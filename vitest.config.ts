import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// Generous, because shared machines stall; no retries, because a test that passes at the second attempt has found a bug.
const limits = { testTimeout: 120_000, hookTimeout: 120_000, retry: 0 }

/** Starts the slowest files first, so that one core does not finish them alone; a fresh clone has no recorded durations. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) =>
      /\/(ledger\.property|crash|commit|main|start|survive|programs|mail|app\.fuzz)\.test\.ts$/.test(moduleId)
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    allowOnly: false,
    sequence: { sequencer: LongestFirst },
    // Vitest would leave one core unused, but much of the time is waiting for databases and sockets.
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
