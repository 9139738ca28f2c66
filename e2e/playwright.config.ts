import { defineConfig } from '@playwright/test'
import { findChromium } from './chromium.ts'

// Set once by the first process and inherited by its workers, so that two runs side by side keep apart.
process.env['SAUDA_RUN'] ??= String(process.pid)
process.env['CHROMIUM_PATH'] ??= findChromium()

/** As `npm test` runs it, which counts from the report. */
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
  // No story talks to anybody but the product; the charting service of the dashboard is played by the story.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
]

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: `output/${process.env['SAUDA_RUN']}`,
  // A story waits about as long as it works; each worker has a product, a database and a mailbox of its own.
  workers: 2,
  // Who watches one story sees every fault. A whole run tells a story again that failed, names it, and keeps what was on
  // the screen; scripts/checks.ts bounds how many may need that.
  retries: isWholeRun ? 1 : 0,
  forbidOnly: true,
  // Generous, because shared machines stall.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: isWholeRun ? [['list'], ['json']] : [['list']],
  use: {
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    actionTimeout: 30_000,
    // What was on the screen is kept as it stood, and pictured once at the end: filming every story to throw nearly all
    // of it away costs a third of the run, and taking it down costs a tenth, so a whole run does so at the second try.
    trace: {
      mode: isWholeRun ? 'on-first-retry' : 'retain-on-failure',
      screenshots: false,
      snapshots: true,
      sources: true,
    },
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: process.env['CHROMIUM_PATH'], args: launchFlags },
  },
})
