import fc from 'fast-check'
import { expect, test } from 'vitest'
import { often } from '../../../test/often.ts'
import { type Damage, damages, statementFile } from '../../../test/statement-generator.ts'
import type { Plan } from '../../../test/statement-plan.ts'
import { messageFiles } from '../../../test/message-file.ts'
import { readBytes, readText, refusalOf } from '../../../test/statement-file.ts'
import { comparableText, type ReadLine } from './reconciliation.read.ts'

const runs = often(150, 2000)

const line = fc.record({
  step: fc.nat({ max: 2 }),
  isCredit: fc.boolean(),
  paise: fc.integer({ min: 1, max: 30_000_000 }),
  text: fc.constantFrom(
    'UPI-MIRA RAO-mira@okaxis-HDFC0000123-630712345678-ADD',
    'NEFT CR-ICIC0000104-RAVI SHAH-SAUDA-N307260000000001',
    'TOTAL GAS AGENCY',
    'SMS CHARGES NOV',
    'BY CASH ANDHERI BRANCH',
    'UPI/MOB/630712345679/PAY TO B/F TRADERS',
    'RTGS-HDFCR52026110300123456-KITE & CO-50100012345678-HDFC0000240',
  ),
})
const pick = fc.nat({ max: 11 })
const plan: fc.Arbitrary<Plan> = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 9 }),
  opening: fc.integer({ min: 0, max: 90_000_000 }),
  amounts: fc.constantFrom('two columns', 'words', 'marks', 'signs'),
  hasBalance: fc.boolean(),
  hasReference: fc.boolean(),
  isNewestFirst: fc.boolean(),
  names: pick,
  dates: pick,
  numbers: pick,
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  above: pick,
  between: pick,
  below: pick,
  ends: fc.constantFrom('none', 'opening', 'closing', 'both'),
})

/** Day, amount with its sign, narration and balance of each line. Nothing shows the order of the lines of a single day. */
const inOrder = (lines: readonly string[]) =>
  lines[0]?.slice(0, 10) === lines.at(-1)?.slice(0, 10) ? lines.toSorted() : lines
const read = (text: string) => inOrder(linesOf(readText(text).lines))
const linesOf = (lines: readonly ReadLine[]) =>
  lines.map(({ bookedOn, direction, amount, text: narration, balance }) =>
    [bookedOn, direction === 'credit' ? amount : -amount, comparableText(narration), balance].join(' '),
  )

test(`${runs} random statements of all layouts are read line by line as they were written`, () => {
  fc.assert(
    fc.property(plan, (one) => {
      const { text, lines } = statementFile(one)
      expect(read(text)).toEqual(inOrder(lines))
    }),
    { numRuns: runs },
  )
})

test(`${runs} damaged statements are read as they were meant, or refused with a reason that names the line`, () => {
  fc.assert(
    fc.property(plan, fc.constantFrom(...damages), pick, (one, damage: Damage, at) => {
      const { text, lines, mustRefuse } = statementFile(one, { damage, at })
      const refusal = refusalOf(text)
      if (refusal === 'nothing was refused') expect([mustRefuse, read(text)]).toEqual([false, inOrder(lines)])
      else expect(refusal).toMatch(/^Line \d+: ./)
    }),
    { numRuns: runs },
  )
})

test(`${runs} random statements are read from OFX, camt.053 and MT940 line by line as they were written`, async () => {
  const reads = fc.asyncProperty(plan, fc.option(pick), async (one, left) => {
    const skipped = left === null ? undefined : left % one.lines.length
    for (const [format, file] of Object.entries(messageFiles(one, skipped))) {
      if (skipped === undefined)
        expect(inDays(linesOf((await readBytes(file)).entries))).toEqual(inDays(statementFile(one).lines))
      // Without balances nobody can see in an OFX file that a line is missing.
      else if (format !== 'ofx')
        await expect(readBytes(file)).rejects.toThrow(/^Line \d+: the closing balance does not follow/)
    }
  })
  await expect(fc.assert(reads, { numRuns: runs })).resolves.toBeUndefined()
})

/** The entries of one day have no order where balances are not written, and then have other balances. */
const inDays = (lines: readonly string[]) => lines.map((line) => line.split(' ').slice(0, 3).join(' ')).toSorted()
