import { defineConfig } from '@playwright/test'
import { findChromium } from './chromium.ts'

// Set once by the first process and inherited by its workers, so that two runs side by side keep apart.
process.env['SAUDA_RUN'] ??= String(process.pid)
process.env['CHROMIUM_PATH'] ??= findChromium()

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
  // One browser at a time: on a small machine two of them wait for each other and nobody learns anything.
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] ? [['list'], ['json']] : [['list']],
  use: {
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    actionTimeout: 15_000,
    trace: 'retain-on-failure',
    launchOptions: { executablePath: process.env['CHROMIUM_PATH'], args: launchFlags },
  },
})
