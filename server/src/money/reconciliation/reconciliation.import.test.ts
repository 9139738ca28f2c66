import { csvErrors, csvRules } from '@sauda/contract/platform/csv'
import { reconciliationErrors, reconciliationRules } from '@sauda/contract/money/reconciliation'
import { expect, test } from 'vitest'
import { fund, moneyClient } from '../../../test/money.ts'
import { newOperator } from '../../../test/operator.ts'
import { atBank, newUtr, statementForm, statementText, type Written } from '../../../test/reconciliation.ts'
import { testServer } from '../../../test/server.ts'

const server = await testServer({ RATE_LIMITS: 'off' })
const kiran = await newOperator(server, 'cashier', 'Kiran')
const bank = atBank(server, kiran.token)

const written = (count: number, ago = 0): Written[] =>
  Array.from({ length: count }, () => ({ text: 'UPI', reference: newUtr(), credit: 12.5, ago }))
const lineCount = async () =>
  (await server.db.row<{ count: number }>('select count(*)::int as count from bank_line'))!.count
const audited = (action: string) =>
  server.db.rows<{ after: Record<string, unknown>; actor_name: string }>(
    'select after, actor_name from audit where action = $1 order by id',
    [action],
  )

test('a preview shows the file and the effect of importing it, and changes nothing', async () => {
  const text = statementText([
    { text: 'A', credit: 100.5 },
    { text: 'B', debit: 20, ago: 2 },
  ])
  const [lines, rows] = [await lineCount(), await audited('reconciliation.import')]
  const { status, body } = await bank.send('/preview', statementForm(text, 'C:\\Users\\k\\november.csv'))
  expect(status).toBe(200)
  expect(body).toMatchObject({
    fileName: 'november.csv',
    columns: expect.arrayContaining([{ header: 'Narration', readAs: 'Text' }]),
    lines: 2,
    added: 2,
    credits: 100.5,
    debits: 20,
    withoutAmount: 0,
    warnings: ['The file has no running balance, so it cannot be checked for missing lines.'],
    matched: 0,
    counts: { exact: 0, approve: 0, exception: 2 },
    sample: [
      { text: 'B', direction: 'debit', amount: 20, exception: 'unexplained', lineNumber: 3 },
      { text: 'A', direction: 'credit', amount: 100.5, exception: 'unasked', lineNumber: 2 },
    ],
  })
  expect([await lineCount(), await audited('reconciliation.import')]).toEqual([lines, rows])
  expect((await bank.page('show=exception')).counts).toMatchObject({ exact: 0, approve: 0, exception: 0 })
})

test('importing the same or a longer file again adds only new lines', async () => {
  const [first, second, third] = [written(3, 2), written(2, 1), written(2)]
  expect(await bank.bring(...first, ...second)).toMatchObject({ lines: 5, added: 5 })
  const lines = await server.db.rows('select b.*, xmin::text from bank_line b order by id')
  expect(await bank.bring(...first, ...second)).toMatchObject({ lines: 5, added: 0, counts: { exception: 0 } })
  expect(await server.db.rows('select b.*, xmin::text from bank_line b order by id')).toEqual(lines)
  expect(await bank.bring(...second, ...third)).toMatchObject({ lines: 4, added: 2 })
  const { body } = await server.call('GET', '/desk/reconciliation/statements', kiran)
  // The one that brought nothing is none.
  expect(body.statements.slice(0, 2)).toMatchObject([
    { lines: 4, added: 2, importedBy: 'Kiran', fileName: 'statement.csv' },
    { lines: 5, added: 5 },
  ])
})

test('every import is audited, even without new lines', async () => {
  const lines = written(2)
  const before = (await audited('reconciliation.import')).length
  await bank.bring(...lines)
  await bank.bring(...lines)
  expect((await audited('reconciliation.import')).slice(before)).toMatchObject([
    {
      actor_name: 'Kiran',
      after: { fileName: 'statement.csv', lines: 2, added: 2, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    },
    { actor_name: 'Kiran', after: { lines: 2, added: 0 } },
  ])
})

test('a key runs once; the same key with another file is rejected', async () => {
  const [text, other] = [statementText(written(2)), statementText(written(2))]
  const headers = { 'idempotency-key': 'import-one-1' }
  const first = await bank.importText(text, headers)
  const again = await bank.importText(text, headers)
  expect(again.body).toEqual(first.body)
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  expect((await bank.importText(other, headers)).body.message).toBe(
    'This Idempotency-Key was used for a different request',
  )
})

test('a break in the running balance rejects the import and names the line', async () => {
  const text =
    'Date,Narration,Debit,Credit,Balance\n18/11/2026,A,,100,1100\n18/11/2026,B,50,,1050\n19/11/2026,C,,10,1070'
  expect(await bank.importText(text)).toMatchObject({
    status: 422,
    body: {
      message:
        'Line 4: the balance does not follow from the line before: ₹1,060.00 expected. A line may be missing or was changed. Download the statement again.',
    },
  })
  expect((await bank.show('exception')).filter(({ amount }) => amount === 1070)).toEqual([])
})

test('a payment approved on a day that statements cover, and not in them, is an exception until a line brings it', async () => {
  const client = await moneyClient(server)
  const approved = async (daysAgo: number, reference: string) => {
    const id = await fund(server, client.id, 321)
    await server.db.run(
      `update wallet_request set created_at = now() - make_interval(days => $2), decided_at = now() - make_interval(days => $2),
              bank_reference = $3 where id = $1`,
      [id, daysAgo, reference],
    )
    await server.db.run("insert into payment_reference (reference, direction, used_by) values ($1, 'credit', $2)", [
      reference,
      id,
    ])
    return id
  }
  const [known, missing, late] = [newUtr(), newUtr(), newUtr()]
  await approved(4, known)
  const id = await approved(4, missing)
  // On the last day of the statement there may be more to come.
  await approved(3, late)
  await bank.bring({ reference: known, credit: 321, ago: 4 }, { text: 'last', debit: 1.23, ago: 3 })
  const found = await bank.ofPayment(id)
  expect(found).toMatchObject([
    { state: 'exception', exception: 'missing', direction: 'credit', amount: 321, text: '', payment: { _id: id } },
  ])
  expect(found[0]!.reason).toMatch(
    new RegExp(`^ADD\\d+ was approved under the reference ${missing}, but no imported statement contains it\\.$`),
  )
  const names = async () => (await bank.show('exception')).map(({ payment }) => payment?._id)
  expect(await names()).toContain(id)
  const exceptions = (await bank.page('show=exception')).counts['exception']!
  await bank.bring({ reference: missing, credit: 321, ago: 4 })
  expect(await names()).not.toContain(id)
  expect((await bank.page('show=exception')).counts['exception']).toBe(exceptions - 1)
  expect(await bank.ofPayment(id)).toMatchObject([{ state: 'matched', reference: missing }])
  expect(await bank.line(found[0]!._id)).toMatchObject({
    state: 'matched',
    reason: 'Found in a statement imported later.',
  })
  expect((await bank.settle(found[0]!)).status).toBe(409)
})

test('pages follow each other in the order of the bank, every line once', async () => {
  const { pageRows } = reconciliationRules
  const lines = written(pageRows + 3)
  await bank.bring(...lines)
  const seen: string[] = []
  for (let after = '', more = true; more;) {
    const page = await bank.page(`show=exception${after && `&after=${after}`}`)
    expect(page.lines.length).toBeLessThanOrEqual(pageRows)
    seen.push(...page.lines.map(({ reference = '' }) => reference))
    ;[after, more] = [page.lines.at(-1)!._id, page.more]
  }
  expect(new Set(seen.filter(Boolean)).size).toBe(seen.filter(Boolean).length)
  const mine = new Set(lines.map(({ reference }) => reference))
  expect(seen.filter((reference) => mine.has(reference))).toEqual(lines.map(({ reference }) => reference))
})

test('a search finds references, requests and amounts in every state', async () => {
  const utr = newUtr()
  await bank.bring({ reference: utr, credit: 98_765.43 })
  for (const search of [utr, `${utr.slice(0, 4)} ${utr.slice(4)}`, '98,765.43', '98765.43', '%E2%82%B998765.43'])
    expect((await bank.page(`search=${search}`)).lines.map(({ reference }) => reference)).toEqual([utr])
  expect((await bank.page('search=nothing-like-it')).lines).toEqual([])
})

test.each([
  ['no form', '{}', csvErrors.notForm],
  ['no file', new FormData(), csvErrors.needed],
  ['an empty file', statementForm(''), csvErrors.empty],
  ['two files', twoFiles(), csvErrors.twice],
  ['another field', otherField(), csvErrors.unknownField],
  ['a text in place of the file', textField(), csvErrors.unknownField],
  ['more than 10 MB', statementForm(Buffer.alloc(csvRules.bytes + 1, 'a')), csvErrors.tooManyBytes],
  ['a workbook', statementForm(Buffer.from('PK\x03\x04')), csvErrors.brokenWorkbook],
  ['a damaged workbook of Excel 97', statementForm(Buffer.from('d0cf11e0a1b11ae1', 'hex')), csvErrors.brokenWorkbook],
  ['no header', statementForm('a,b\n1,2'), reconciliationErrors.noHeader],
])('%s is rejected with a sentence', async (_what, body, words) => {
  for (const path of ['/desk/reconciliation/preview', '/desk/reconciliation/statements']) {
    const answer = await server.call('POST', path, { token: kiran.token, body })
    expect([answer.status, answer.body.message]).toEqual([words.status, words.message])
  }
})

test('names an unreadable line and stores nothing of its file', async () => {
  const before = await lineCount()
  const { status, body } = await bank.importText(`${statementText(written(3))}\n,UPI,,,500`)
  expect([status, body.message]).toEqual([422, 'Line 5: it has an amount and no date.'])
  expect(await lineCount()).toBe(before)
})

test('importing needs its own right, and reading the right to read', async () => {
  const [auditor, reviewer, client] = [
    await newOperator(server, 'auditor'),
    await newOperator(server, 'reviewer'),
    await moneyClient(server),
  ]
  const form = () => statementForm(statementText(written(1)))
  for (const path of ['/preview', '/statements'])
    for (const [token, status] of [
      [auditor.token, 403],
      [reviewer.token, 403],
      [client.token, 401],
      [undefined, 401],
    ] as const)
      expect(
        (await server.call('POST', `/desk/reconciliation${path}`, { body: form(), ...(token && { token }) })).status,
      ).toBe(status)
  const id = '01890000-0000-7000-8000-000000000000'
  for (const path of ['/lines', '/statements', `/lines/${id}`, `/payments/${id}`]) {
    const ask = async (token: string) => (await server.call('GET', `/desk/reconciliation${path}`, { token })).status
    expect([await ask(auditor.token), await ask(reviewer.token), await ask(client.token)]).toEqual([
      path === `/lines/${id}` ? 404 : 200,
      403,
      401,
    ])
  }
})

test('a bank line and its match cannot be changed', async () => {
  const utr = newUtr()
  await bank.bring({ reference: utr, credit: 5 })
  const { _id } = await bank.find(utr)
  for (const change of ['amount = 6', "text = 'x'", 'booked_on = booked_on - 1', "direction = 'debit'"])
    await expect(server.db.run(`update bank_line set ${change} where id = $1`, [_id])).rejects.toThrow('never changed')
  await expect(server.db.run('delete from bank_line where id = $1', [_id])).rejects.toThrow('withdrawn, never deleted')
  await expect(server.db.run('truncate bank_line')).rejects.toThrow()
})

function twoFiles() {
  const data = statementForm('a')
  data.append('file', new Blob(['b']), 'b.csv')
  return data
}
function otherField() {
  const data = new FormData()
  data.append('csv', new Blob(['b']), 'b.csv')
  return data
}
function textField() {
  const data = new FormData()
  data.append('file', 'Date,Narration')
  return data
}
