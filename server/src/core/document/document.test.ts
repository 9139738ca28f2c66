import { allCalls } from '@sauda/contract/calls'
import { type Call, pathOf } from '@sauda/contract/platform/call'
import { describe, expect, test } from 'vitest'
import { moneyClient, type MoneyClient } from '../../../test/money.ts'
import { eventually } from '../../../test/events.ts'
import { newOperator } from '../../../test/operator.ts'
import { examples } from '../../../test/rights.ts'
import { testServer } from '../../../test/server.ts'
import { sha256 } from '../../platform/secret.ts'
import { dayInIndia } from '../../platform/india.ts'
import { findDocument } from './document.ts'

const server = await testServer({ RATE_LIMITS: 'off' })

async function statementOf({ id, token }: MoneyClient) {
  const response = await server.app.http.inject({
    method: 'GET',
    url: `/api/user/statement/${id}/pdf`,
    headers: { authorization: `Bearer ${token}` },
  })
  return response.rawPayload
}

const addressIn = (pdf: Buffer) => /\/URI \((\S+\/document\/([\w-]{22}))\)/.exec(pdf.toString('latin1'))

test('a PDF links to the page that confirms its number, date and amount', async () => {
  const client = await moneyClient(server, { rupees: 2500 })
  const pdf = await statementOf(client)
  const [, address = '', part = ''] = addressIn(pdf) ?? []
  expect(address).toBe(`${server.app.context.config.publicUrl}/document/${part}`)
  const found = await findDocument(server.db, part)
  expect(found).toEqual({
    number: expect.stringMatching(/^DOC(?:-[0-9A-HJKMNP-TV-Z]{4}){3}$/),
    day: dayInIndia(new Date()),
    amount: 250_000n,
  })
  const recorded = await server.db.row<{ sha256: string; after: string }>(
    `select after->>'sha256' as sha256, after::text as after from audit where subject_id = $1`,
    [found?.number],
  )
  expect(recorded?.sha256).toBe(sha256(pdf).toString('hex'))
  expect(recorded?.after).not.toContain(part)
})

test('each copy has an address of its own', async () => {
  const client = await moneyClient(server)
  const [, first] = addressIn(await statementOf(client)) ?? []
  const [, second] = addressIn(await statementOf(client)) ?? []
  expect(first).not.toBe(second)
})

test('a sealed document is confirmed; one whose record was changed afterwards is not', async () => {
  const client = await moneyClient(server, { rupees: 100 })
  const [, , part = ''] = addressIn(await statementOf(client)) ?? []
  const found = await findDocument(server.db, part)
  const sealed = 'select from audit a join audit_seal s on s.audit_id = a.id where a.subject_id = $1'
  await eventually(async () => (await server.db.row(sealed, [found?.number])) !== undefined)
  expect(await findDocument(server.db, part)).toEqual(found)
  expect(found?.amount).toBe(10_000n)
  await server.db.run('alter table audit disable trigger audit_append_only')
  await server.db.run(
    `update audit set after = jsonb_set(after, '{paise}', '"99900"') where subject_id = $1 and action = 'document.issue'`,
    [found?.number],
  )
  await server.db.run('alter table audit enable trigger audit_append_only')
  expect(await findDocument(server.db, part)).toBeUndefined()
})

test.each(['', 'x', 'A'.repeat(22), `${'A'.repeat(22)}/..`, 'é'.repeat(3000)])(
  'an address that we never printed is not found: %.30s',
  async (part) => expect(await findDocument(server.db, part)).toBeUndefined(),
)

test('the explanation that an operator downloads is recorded with the operator', async () => {
  const client = await moneyClient(server, { rupees: 50 })
  const operator = await newOperator(server, 'admin')
  const response = await server.app.http.inject({
    method: 'GET',
    url: `/api/desk/clients/${client.id}/explanation/pdf`,
    headers: { authorization: `Bearer ${operator.token}` },
  })
  const [, , part = ''] = addressIn(response.rawPayload) ?? []
  const found = await findDocument(server.db, part)
  const row = await server.db.row<{ actor: string }>('select actor_id as actor from audit where subject_id = $1', [
    found?.number,
  ])
  expect(row?.actor).toBe(operator.id)
})

describe('of all files that the server makes,', async () => {
  const { exampleOf } = await examples(server)
  const admin = await newOperator(server, 'admin')
  const files = allCalls.filter(([, { reply }]) => reply === 'file')
  const pdfs = [
    'bank-day.file',
    'report.file',
    'statement.annual',
    'statement.confirmation',
    'statement.explanationPdf',
    'statement.pdf',
  ]
  /** Signed PDFs, which readers check by their signature. */
  const signed = ['contract-note.draft', 'contract-note.file', 'contract-note.ownFile']
  async function fileOf(name: string, call: Call) {
    const { params = {}, query = '', token = admin.token } = await exampleOf({ name, call, answers: {} })
    const url = `/api${pathOf(call.path, params)}${pdfs.includes(name) ? query.replace('format=csv', 'format=pdf') : query}`
    const response = await server.app.http.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } })
    return response.rawPayload
  }

  test.each(files)('%s is a PDF that can be checked, or none', async (name, call) => {
    const file = await fileOf(name, call)
    expect(file.subarray(0, 5).toString() === '%PDF-').toBe([...pdfs, ...signed].includes(name))
    if (!pdfs.includes(name)) return
    const [, , part = ''] = addressIn(file) ?? []
    const found = await findDocument(server.db, part)
    const recorded = await server.db.row<{ sha256: string }>(
      `select after->>'sha256' as sha256 from audit where subject_id = $1 and action = 'document.issue'`,
      [found?.number],
    )
    expect(recorded).toEqual({ sha256: sha256(file).toString('hex') })
  })
})

test('a report without amounts confirms its number and date', async () => {
  const { token } = await newOperator(server, 'admin')
  const url = '/api/desk/reports/clients/file?from=2026-01-01&to=2026-12-31&format=pdf'
  const { rawPayload } = await server.app.http.inject({ url, headers: { authorization: `Bearer ${token}` } })
  const [, , part = ''] = addressIn(rawPayload) ?? []
  expect(await findDocument(server.db, part)).toEqual({ number: expect.any(String), day: dayInIndia(new Date()) })
})
