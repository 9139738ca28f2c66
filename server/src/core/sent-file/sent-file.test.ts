import type { SentFile } from '@sauda/contract/core/sent-file'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { establishedOperator } from '../../../test/operator.ts'
import { newIsin, priceFileForm, priceFileName, priceFileText } from '../../../test/price-file.ts'
import { newUtr, statementForm, statementText } from '../../../test/reconciliation.ts'
import { testServer } from '../../../test/server.ts'
import { daysBefore } from '../../../test/trade.ts'
import { tradeFileForm, tradeFileName, tradeFileText } from '../../../test/trade-file.ts'
import { shareA, tradingDesk } from '../../../test/trading.ts'
import { dateText, dayInIndia } from '../../platform/india.ts'
import { sha256 } from '../../platform/secret.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy', APPROVAL_EXPORTS_PER_OPERATOR: '50' })
const { call, db } = server
const desk = await tradingDesk(server)
const [cashier, support] = [
  await establishedOperator(server, 'cashier', 'Kiran'),
  await establishedOperator(server, 'support', 'Sunil'),
]
const [earlier = '', day = ''] = daysBefore(dayInIndia(new Date()), 3)
type Caller = { readonly token: string }

const list = async ({ token }: Caller, query = ''): Promise<SentFile[]> =>
  (await call('GET', `/desk/sent-files${query}`, { token })).body.files
const content = ({ _id, kind }: SentFile, { token }: Caller) =>
  call('GET', `/desk/sent-files/${kind}/${_id}`, { token })
const pricesOf = (close: string) =>
  priceFileText({ day, exchange: 'NSE' }, [{ isin: newIsin(7), symbol: 'OTHER', close }])
const sendPrices = (text: string) =>
  desk.post('closing-prices', priceFileForm(text, priceFileName(day, 'NSE')), desk.dealer)

test('a file is listed while it waits, once it counts, and after a newer one replaced it, with its sender, approver and bytes', async () => {
  const [first, second] = [pricesOf('5000.00'), pricesOf('5010.00')]
  await sendPrices(first)
  const [waiting] = await list(desk.dealer, '?status=waiting')
  expect(waiting).toMatchObject({
    kind: 'price',
    name: priceFileName(day, 'NSE'),
    status: 'waiting',
    sentBy: desk.dealer.name,
    sha256: sha256(Buffer.from(first)).toString('hex'),
    proposalId: waiting?._id,
    kept: true,
  })
  await desk.approve('price-file.count')
  await sendPrices(second)
  await desk.approve('price-file.count')
  const counted = await list(desk.dealer, '?kind=price')
  expect(counted.map(({ status, about, sentBy, decidedBy }) => [status, about, sentBy, decidedBy])).toEqual([
    ['counted', `NSE, ${dateText(day)}`, desk.dealer.name, desk.second.name],
    ['replaced', `NSE, ${dateText(day)}`, desk.dealer.name, desk.second.name],
  ])
  expect(await list(desk.dealer, `?kind=price&before=${counted[0]?._id}`)).toEqual(counted.slice(1))
  for (const [at, text] of [second, first].entries()) {
    const { status, body, headers } = await content(counted[at] as SentFile, desk.dealer)
    expect([status, String(body)]).toEqual([200, text])
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${priceFileName(day, 'NSE')}"`)
  }
})

test('a rejected file is listed as rejected, and changes nothing', async () => {
  await sendPrices(pricesOf('9000.00'))
  const [waiting] = await list(desk.dealer, '?status=waiting')
  await call('POST', `/desk/proposals/${waiting?.proposalId}/reject`, { token: desk.second.token })
  expect(await list(desk.dealer, '?status=rejected')).toEqual([
    expect.objectContaining({ _id: waiting?._id, status: 'rejected', decidedBy: desk.second.name, kept: true }),
  ])
})

test('a trade file, packed or not, is downloaded as it was sent', async () => {
  const client = await desk.client(100_000)
  const text = tradeFileText(earlier, [desk.deal(client, 'B', 10, '100.00', { isin: shareA })])
  const packed = gzipSync(text)
  const name = `${tradeFileName(earlier)}.gz`
  await desk.post('exchange-files', tradeFileForm(packed, name), desk.dealer)
  const [file] = await list(desk.dealer, '?kind=exchange')
  expect([file?.status, file?.name, file?.sha256]).toEqual(['waiting', name, sha256(packed).toString('hex')])
  expect((await content(file as SentFile, desk.dealer)).body.equals(packed)).toBe(true)
})

test('the original of a statement is kept; the list shows each operator only the kinds of their rights', async () => {
  const statement = statementText([{ credit: 100, reference: newUtr() }])
  await call('POST', '/desk/reconciliation/statements', { token: cashier.token, body: statementForm(statement) })
  const [file] = await list(cashier, '?kind=statement')
  expect(file).toMatchObject({ status: 'counted', name: 'statement.csv', kept: true, sentBy: 'Kiran' })
  expect(String((await content(file as SentFile, cashier)).body)).toBe(statement)
  expect((await list(desk.dealer)).map(({ kind }) => kind)).not.toContain('statement')
  expect((await content(file as SentFile, support)).status).toBe(404)
  expect(await list(support, '?kind=price')).toEqual([])
})

test('a download is recorded in the audit log, and counts as an export', async () => {
  const [file] = await list(desk.dealer, '?kind=price')
  await content(file as SentFile, desk.dealer)
  const [row] = await db.rows<{ after: object }>(
    `select after from audit where action = 'sent-file.export' and subject_id = $1 order by id desc limit 1`,
    [file?._id],
  )
  expect(row?.after).toMatchObject({ kind: 'price', name: file?.name })
})
