import { statementFileErrors } from '@sauda/contract/money/statement-file'
import { csvErrors } from '@sauda/contract/platform/csv'
import { reconciliationErrors } from '@sauda/contract/money/reconciliation'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { newOperator } from '../../../test/operator.ts'
import { statementForm } from '../../../test/reconciliation.ts'
import { testServer } from '../../../test/server.ts'
import { excelFile, xmlWorkbook } from '../../../test/workbook.ts'
import { inChild } from '../../platform/child.ts'
import type * as mutation from '../../../test/mutated-workbooks.ts'

vi.unmock('../../platform/child.ts')

const server = await testServer({ RATE_LIMITS: 'off' })
const cashier = await newOperator(server, 'cashier')
const other = await newOperator(server, 'support')
const preview = (file: Buffer | string, name = 'statement.xls') =>
  server.call('POST', '/desk/reconciliation/preview', { token: cashier.token, body: statementForm(file, name) })

const header = ['Date', 'Narration', 'Ref No', 'Withdrawal', 'Deposit', 'Balance']
const rows = [header, ['19/11/2026', 'UPI-RAVI-632312345678', '632312345678', '', 500, 1500]]
const one = '<c r="A1"><v>1</v></c>'
const million = 1024 * 1024

/** The archive says that its sheet has ten bytes. */
function withLie(bytes: Buffer): Buffer {
  const lie = Buffer.from(bytes)
  for (let at = lie.indexOf('PK\u0001\u0002'); at >= 0; at = lie.indexOf('PK\u0001\u0002', at + 1))
    lie.writeUInt32LE(10, at + 24)
  return lie
}
let tallFile: Buffer | undefined
const tall = () => (tallFile ??= xmlWorkbook(`<row r="1">${' '.repeat(110 * million)}</row>`))

const { brokenWorkbook, tooMuch, tooManyLines } = csvErrors
test.each([
  ['a row 999,999,999', () => xmlWorkbook(`<row r="999999999"><c r="A999999999"><v>1</v></c></row>`), tooManyLines],
  ['a column ZZZZZZ', () => xmlWorkbook(`<row r="1">${one}<c r="ZZZZZZ1"><v>1</v></c></row>`), brokenWorkbook],
  ['110 MB of one row', tall, tooMuch],
  ['110 MB, declared as ten bytes', () => withLie(tall()), undefined],
  ['a million shared texts', () => xmlWorkbook(one, `<si><t>${'x'.repeat(60)}</t></si>`.repeat(million)), undefined],
  ['a million cells', () => xmlWorkbook(`<row>${'<c><v>1</v></c>'.repeat(million)}</row>`), undefined],
  ['half of its bytes', () => xmlWorkbook('').subarray(0, 400), brokenWorkbook],
  ['text of a tab-separated file', () => rows.map((row) => row.join('\t')).join('\n'), 'read'],
  ['a web page', () => '<style>td{}</style><p>Your session has ended</p>', csvErrors.page],
  [
    'a table of a web page',
    () =>
      `<style>td{}</style><table>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`,
    'read',
  ],
  ['OFX', () => '<?xml version="1.0"?>\n<?OFX OFXHEADER="200"?>\n<OFX></OFX>', statementFileErrors.noStatement],
  [
    'camt.053',
    () => '<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022"></Document>',
    statementFileErrors.otherXml,
  ],
  ['an interim MT942', () => ':20:STARTUMS\n:25:60100012349876\n:34F:INR0,', statementFileErrors.mt942],
  ['a PDF', () => '%PDF-1.7', csvErrors.pdf],
  [
    'other OLE contents',
    () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2000, 7)]),
    brokenWorkbook,
  ],
])(
  'a file named .xls with %s is answered with a sentence, and others are answered meanwhile',
  async (_what, file, error) => {
    let isRunning = true
    const work = preview(file()).finally(() => (isRunning = false))
    let answers = 0
    do {
      expect((await server.call('GET', '/desk/me', { token: other.token })).status).toBe(200)
      answers += 1
      await pause(20)
    } while (isRunning)
    const { status, body } = await work
    expect(answers).toBeGreaterThan(0)
    if (error === 'read') expect([status, body.lines]).toEqual([200, 1])
    else if (error) expect({ status, message: body.message }).toEqual(error)
    else expect([status, [brokenWorkbook.message, tooMuch.message].includes(body.message)]).toEqual([422, true])
  },
)

test('an .xls of Excel 97 is read as the CSV of the same lines', async () => {
  const { status, body } = await preview(await excelFile(rows))
  expect([status, body.lines, body.credits]).toEqual([200, 1, 500])
})

test('200 damaged workbooks are answered with a sentence each', async () => {
  const seed = Number(process.env['SEED'] ?? 1)
  const child = inChild<typeof mutation>(
    new URL('../../../test/mutated-workbooks.ts', import.meta.url),
    csvErrors.tooMuch,
    // The usual limit is that of one file.
    { seconds: 280 },
  )
  const answers = await child('read', { seed, count: 200 })
  const known: readonly string[] = [...Object.values(csvErrors), ...Object.values(reconciliationErrors)].map(
    ({ message }) => message,
  )
  expect(answers).toHaveLength(200)
  for (const answer of answers) expect(known.includes(answer) || /^Line \d+: .|^read$/.test(answer)).toBe(true)
})
