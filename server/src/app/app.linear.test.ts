import { allCalls } from '@sauda/contract/calls'
import { decimalOf } from '@sauda/contract/platform/decimal'
import { AppError } from '@sauda/contract/platform/error'
import { readNumber } from '@sauda/contract/platform/amount-text'
import { ifscOf, mobileOf } from '@sauda/contract/platform/code-text'
import { opaquePassword, tidyText, withoutInvisible } from '@sauda/contract/platform/typed-text'
import { idempotencyRules } from '@sauda/contract/core/idempotency'
import { normalizeReference } from '@sauda/contract/money/reference'
import type * as z from 'zod/mini'
import { describe, expect, test } from 'vitest'
import { moneyClient } from '../../test/money.ts'
import { testServer } from '../../test/server.ts'
import { lookUpIfsc } from '../money/bank/bank.ts'
import { hasLongNumber } from '../platform/http.ts'
import { networkOf } from '../platform/rate-limit.ts'
import { dayIn } from '../platform/india.ts'
import { amountIn } from '../money/reconciliation/reconciliation.cells.ts'
import { directionOf } from '../money/reconciliation/reconciliation.words.ts'
import { columnsOf } from '../money/reconciliation/reconciliation.columns.ts'
import { readStatement } from '../money/reconciliation/reconciliation.read.ts'
import { deviceName } from '../core/session/session.ts'
import { readTrades } from '../trading/trade/trade.file.line.ts'

const bytes = 64 * 1024

/** Repeated parts: the usual traps of patterns, and inputs that earlier readers were slow for. */
const units = ['0', 'a', ' ', '/', '"', '\\"', '(', 'a@', '00,', '","', 'UTRNO', 'REFNO', '\u0301\u0316', 'अ\u200D']
const shapes = units.flatMap((unit) => ['', 'x'].map((end) => ({ unit, end })))

const textOf = ({ unit, end }: (typeof shapes)[number], length: number, start = ''): string =>
  (start + unit.repeat(Math.ceil(length / unit.length))).slice(0, length - end.length) + end

/** Processor time, which other programs on the machine do not change. */
async function milliseconds(read: (text: string) => unknown, text: string): Promise<number> {
  const start = process.cpuUsage()
  try {
    await read(text)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

async function shortest(read: (text: string) => unknown, text: string): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < 3; n++) times.push(await milliseconds(read, text))
  return Math.min(...times)
}

/** No linear reader of 64 KB comes near this on a slow machine; every quadratic one takes seconds. */
const negligible = 400

/** The texts that take much more than four times as long as a quarter of them; a quadratic reader takes sixteen times. */
async function slowShapes(read: (text: string) => unknown, start = ''): Promise<string[]> {
  const slow: string[] = []
  for (const shape of shapes) {
    const whole = textOf(shape, bytes, start)
    if ((await milliseconds(read, whole)) < negligible) continue
    const [long, short] = [await shortest(read, whole), await shortest(read, textOf(shape, bytes / 4, start))]
    if (long > Math.max(negligible, 8 * short)) slow.push(`${JSON.stringify(shape)}: ${long} ms, a quarter ${short} ms`)
  }
  return slow
}

test('a quadratic reader is found', async () => {
  expect(await slowShapes((text) => /a+$/.test(text.slice(text.length * 0.3)))).not.toEqual([])
})

/** A statement whose only line has `text` in one cell. */
const statementWith = (column: number) => (text: string) => {
  const cells = ['19/11/2026', 'UPI', '123456789012', '', '500.00', '500.00']
  cells[column] = text
  const row = cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')
  return readStatement(Buffer.from(`Date,Narration,Ref No,Withdrawal,Deposit,Balance\n${row}\n`))
}

test.each<[string, (text: string) => unknown, string?]>([
  ['long numbers in a body', hasLongNumber],
  ['long numbers after an open text', hasLongNumber, '0000000000000000"'],
  ['a bank reference', normalizeReference],
  ['a price or quantity', decimalOf],
  ['invisible characters', withoutInvisible],
  ['a text of one line', tidyText],
  ['a code', ifscOf],
  ['a mobile number', mobileOf],
  ['a password', opaquePassword],
  ['a typed number', (text) => readNumber(text)],
  ['a network address', networkOf],
  ['a user agent', deviceName],
  ['an IFSC', lookUpIfsc],
  ['an idempotency key', (text) => idempotencyRules.keyFormat.test(text)],
  ['a date of a statement', dayIn],
  ['an amount of a statement', amountIn],
  ['Cr or Dr of a statement', directionOf],
  ['a header of a statement', (text) => columnsOf([text], [])],
  ['a statement', (text) => readStatement(Buffer.from(text))],
  ['a page above the table of a statement', (text) => readStatement(Buffer.from(`Account no ${text}\n${text}`))],
  ['a date cell', statementWith(0)],
  ['a narration', statementWith(1)],
  ['a reference cell', statementWith(2)],
  ['an amount cell', statementWith(4)],
  ['a balance cell', statementWith(5)],
  ['continued narrations', (text) => readStatement(Buffer.from(`Date,Narration,Amount\n19/11/2026,UPI,5 Cr\n${text}`))],
  ['a trade file', readTrades],
  ['a trade', (text) => readTrades(`reference,client,action,stock,quantity,price,position\n${text}`)],
])('reads 64 KB in linear time: %s', async (_what, read, start) => {
  expect(await slowShapes(read, start)).toEqual([])
})

/** A value with `text` in every field, so that the checks of all fields run. */
function filled(schema: z.core.$ZodType, text: string): unknown {
  const def: object = schema._zod.def
  if ('shape' in def)
    return Object.fromEntries(
      Object.entries(def.shape as Record<string, z.core.$ZodType>).map(([name, field]) => [name, filled(field, text)]),
    )
  if ('element' in def) return [filled(def.element as z.core.$ZodType, text)]
  if ('innerType' in def) return filled(def.innerType as z.core.$ZodType, text)
  return text
}

const schemas = allCalls.flatMap(([name, { body, query }]) =>
  [body, query].flatMap((schema) => (schema ? [[name, schema] as const] : [])),
)
test.each(schemas)('reads 64 KB in every field in linear time: %s', async (_name, schema) => {
  expect(await slowShapes((text) => schema.safeParse(filled(schema, text)))).toEqual([])
})

describe('over HTTP', async () => {
  const server = await testServer()
  const client = await moneyClient(server)
  const quotes = `{"email":"0000000000000000","password":"${'\\"'.repeat(32_000)}`

  test.each([
    ['escaped quotes that are never closed', quotes],
    ['escaped quotes', `${quotes}"}`],
    ['nested lists', '['.repeat(60_000)],
    ['digits', `{"email":${'1'.repeat(60_000)}}`],
  ])('a body of 64 KB of %s gets a 4xx', async (_what, body) => {
    const answer = await server.call('POST', '/user/login', { body, headers: { 'content-type': 'application/json' } })
    expect(answer.status).toBe(400)
  })

  test.each(['UTRNO', '\u0301\u0316'])('a UTR of 60 KB of %j gets a 4xx', async (unit) => {
    const utr = unit.repeat(12_000)
    const body = { id: client.id, amount: 500, utr }
    const answer = await server.call('POST', '/user/wallet/add-money', { token: client.token, body })
    expect([answer.status, answer.body.message]).toEqual([400, 'A UTR has 12 digits'])
  })

  test('a path of slashes is not found', async () => {
    const answer = await server.call('GET', `${'/'.repeat(15_000)}x`)
    expect(answer.status).toBe(404)
  })
})
