import { defineConfig } from 'vitest/config'

const limits = { testTimeout: 30_000, hookTimeout: 60_000, retry: 0 }

export default defineConfig({
  test: {
    allowOnly: false,
    projects: ['contract', 'ui', 'portal', 'desk', 'scripts'].map((name) => ({
      test: { ...limits, name, include: [`${name}/**/*.test.{ts,tsx}`] },
    })),
  },
})
