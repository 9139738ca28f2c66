import { expect, test } from 'vitest'
import { readPlaywright, readVitest, tally } from './checks.ts'

const vitest = (numPassedTests: number, numFailedTests: number, testResults: unknown[] = []): string =>
  JSON.stringify({ numPassedTests, numFailedTests, testResults })
const playwright = (expected: number, unexpected: number, errors: unknown[] = []): string =>
  JSON.stringify({ stats: { expected, flaky: 1, unexpected }, errors })

test('passed and failed tests are counted from the report', () => {
  expect(tally(0, vitest(12, 0), readVitest)).toEqual({ passed: 12, failed: 0 })
  expect(tally(1, vitest(12, 3), readVitest)).toEqual({ passed: 12, failed: 3 })
  expect(tally(1, playwright(4, 2), readPlaywright)).toEqual({ passed: 5, failed: 2 })
})

test('a test file that does not load counts as failed', () => {
  const results = [{ status: 'failed', assertionResults: [] }]
  expect(tally(1, vitest(12, 0, results), readVitest)).toEqual({ passed: 12, failed: 1 })
})

test('a runner that crashes counts as failed, whatever its report says', () => {
  expect(tally(1, vitest(12, 0), readVitest)).toEqual({ passed: 12, failed: 1 })
  expect(tally(1, playwright(0, 0, ['no tests found']), readPlaywright)).toEqual({ passed: 1, failed: 1 })
})

test('a runner that leaves no report counts as failed, even with exit code 0', () => {
  expect(tally(0, '', readVitest)).toEqual({ passed: 0, failed: 1 })
  expect(tally(0, '{', readPlaywright)).toEqual({ passed: 0, failed: 1 })
  expect(tally(0, '{}', readVitest)).toEqual({ passed: 0, failed: 1 })
})
