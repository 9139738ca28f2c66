import { defineConfig } from 'vitest/config'

// The tests of money, without the slow ones that kill processes.
export default defineConfig({
  test: {
    root: process.cwd(),
    testTimeout: 30_000,
    hookTimeout: 60_000,
    env: { SEQUENCES: '6' },
    include: ['server/src/ledger/*.test.ts', 'server/src/wallet/*.test.ts'],
    exclude: ['server/src/ledger/{crash,commit}.test.ts', 'server/src/wallet/wallet.hostile.test.ts'],
    globalSetup: 'server/test/global-setup.ts',
  },
})
