import { defineConfig } from 'vitest/config'

// Generous, because shared machines stall; no retries, because a test that passes at the second try has found something.
const limits = { testTimeout: 30_000, hookTimeout: 60_000, retry: 0 }

export default defineConfig({
  test: {
    allowOnly: false,
    // Vitest leaves one core to itself; much of ours is waiting for databases and sockets.
    maxWorkers: 2,
    projects: [
      ...['contract', 'ui', 'portal', 'desk', 'scripts'].map((name) => ({
        test: { ...limits, name, include: [`${name}/**/*.test.{ts,tsx}`] },
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
