import { defineConfig } from '@playwright/test'
import { writeInMemory } from '../scripts/memory.ts'
import { findChromium } from './chromium.ts'

writeInMemory()

// Set by the first process and inherited by its workers, so that two runs at the same time do not share folders.
process.env['SAUDA_RUN'] ??= String(process.pid)
process.env['CHROMIUM_PATH'] ??= findChromium()

/** Started by `npm test`, which reads the JSON report. */
const isWholeRun = Boolean(process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'])

const launchFlags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A page of a test does not live long enough for optimised code to repay its compilation, 7 % of the browser’s time.
  '--js-flags=--no-turbofan,--no-maglev',
  // The widths of a browser with a window; with hinting, digits of equal width differ by a pixel.
  '--font-render-hinting=none',
  // No test reaches the network: a local stand-in replaces the charting service of the dashboard.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
]

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  // Every screen at every width and in both colour schemes takes minutes: `npm run test:visual` runs those, `npm test` does not.
  projects: [
    { name: 'browser', testIgnore: 'look*.e2e.ts' },
    { name: 'visual', testMatch: 'look*.e2e.ts' },
  ],
  outputDir: `output/${process.env['SAUDA_RUN']}`,
  // Each worker has its own server, database and mailbox.
  workers: 3,
  // One failure in three hundred must not hide the result of the others. `npm test` names a test that needed its second attempt.
  retries: isWholeRun ? 1 : 0,
  forbidOnly: true,
  // Generous, because shared machines stall.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: isWholeRun ? [['list'], ['json']] : [['list']],
  use: {
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // Drawing the frames of animations takes a seventh of the browser's time; tests of motion set `moving`.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 30_000,
    // A trace costs an eighth of the run.
    trace: isWholeRun
      ? 'on-first-retry'
      : { mode: 'retain-on-failure', screenshots: false, snapshots: true, sources: true },
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: process.env['CHROMIUM_PATH'], args: launchFlags },
  },
})
