import { contractNoteErrors } from '@sauda/contract/trading/contract-note'
import { expect, test } from 'vitest'
import { decidePending } from '../../../test/approvals.ts'
import { levyFileName, levyFileText } from '../../../test/levy-file.ts'
import { noteDesk } from '../../../test/note-desk.ts'
import { signerSettings } from '../../../test/note-signer.ts'
import { establishedOperator } from '../../../test/operator.ts'
import { priceFileForm } from '../../../test/price-file.ts'
import { refusal, testServer } from '../../../test/server.ts'
import { daysBefore } from '../../../test/trade.ts'
import { tradingDesk } from '../../../test/trading.ts'
import { dayInIndia } from '../../platform/india.ts'
import { adjustLevies } from '../contract/contract.levies.ts'

const settings = {
  RATE_LIMITS: 'off',
  GSTIN: '27AAPFU0939F1ZV',
  LENDING: 'off',
  NOTE_PASSWORD: 'none',
  APPROVALS: 'policy',
}
const server = await testServer({ ...settings, ...signerSettings() })
const { db, app } = server
const desk = await tradingDesk(server)
const { second, done, client, deal, bookDay, record, book, bookReleased, balanced, figures } = desk
const days = daysBefore(dayInIndia(new Date()), 29)
const third = await establishedOperator(server, 'dealer', 'Divya')

const { issue, issued, listed, liveOf, ask, decide, contracts, whole } = noteDesk(server, desk)

/** The sentences that the client reads beside the reversed trades. */
const reversals = async ({ id }: { readonly id: string }) =>
  (
    await db.rows<{ reason: string }>(
      'select distinct r.reason from trade_reversal r join trade t on t.id = r.trade_id where t.client_id = $1',
      [id],
    )
  ).map(({ reason }) => reason)

test('a newer trade file changes nothing for a client with a note until two operators issue the note again', async () => {
  const [asha, bela] = [await client(50_000), await client(50_000)]
  const day = days[0] ?? ''
  const [first, other] = [deal(asha, 'B', 4, '1500.00'), deal(bela, 'B', 1, '1500.00')]
  await bookDay(day, [first, other])
  await issue(day)
  const before = await figures(asha)
  const note = await liveOf(day, asha)
  expect(note).toMatchObject({ isLate: true })

  await record(day, [{ ...first, quantity: 5 }, other])
  await book(day)
  expect(await figures(asha)).toEqual(before)
  const contradicted = await liveOf(day, asha)
  expect(contradicted.number).toBe(note.number)
  expect(contradicted.difference).toContain(note.number)
  expect((await liveOf(day, bela)).difference).toBeUndefined()
  await balanced()

  const asked = await ask(note, 'file')
  expect(asked).toMatchObject({ status: 200, body: { waitsForSecond: true } })
  // Reserved, and nothing has changed yet.
  expect((await ask(note, 'file', third)).status).toBe(409)
  expect(await figures(asha)).toEqual(before)
  expect((await decide()).status).toBe(200)
  await issued(day)

  const lines = await listed(day, asha)
  const live = await liveOf(day, asha)
  expect(live).toMatchObject({ replaces: note.number, isLate: false })
  expect(live.number).not.toBe(note.number)
  expect(live.difference).toBeUndefined()
  expect(lines.find(({ _id }) => _id === note._id)?.state).toBe('cancelled')
  const [old, now] = await contracts(asha)
  expect([old?.isLive, now?.isLive, live.net]).toEqual([false, true, Number(now?.net) / 100])
  expect(await figures(asha)).toMatchObject({ invested: 750_000n, cash: 5_000_000n + (now?.net ?? 0n) })
  expect((await server.mailTo(asha.email))?.subject).toContain(live.number)
  await whole()
})

test('a note of annulled trades is cancelled without another one', async () => {
  const [asha, bela] = [await client(50_000), await client(50_000)]
  const day = days[1] ?? ''
  const other = deal(bela, 'B', 1, '1500.00')
  await bookDay(day, [deal(asha, 'B', 4, '1500.00'), other])
  await issue(day)
  const note = await liveOf(day, asha)
  await record(day, [other], 'NSE', '?trades=1')
  await book(day)
  expect(await figures(asha)).toMatchObject({ invested: 600_000n })
  expect((await ask(note, 'annulled')).status).toBe(200)
  expect((await decide()).status).toBe(200)
  await issued(day)
  expect((await listed(day, asha)).map(({ state }) => state)).toEqual(['cancelled'])
  expect(await reversals(asha)).toEqual([`The contract note ${note.number} is issued again: Trade annulled`])
  expect(await figures(asha)).toMatchObject({ invested: 0n, cash: 5_000_000n })
  expect(await ask(note, 'annulled')).toMatchObject(refusal(contractNoteErrors.cancelled))
  await balanced()
})

test('an earlier day that changes books later days again with the charges of their notes', async () => {
  const asha = await client(50_000)
  const [early, late] = [days[2] ?? '', days[3] ?? '']
  const first = deal(asha, 'B', 4, '1500.00')
  await bookDay(early, [first])
  await bookDay(late, [deal(asha, 'S', 2, '1600.00')])
  await issue(late)
  const note = await liveOf(late, asha)
  // A plan that would charge more from the later day on.
  await db.run("update charge_rate set percent = percent * 2 where charge = 'sebi'")
  await record(early, [{ ...first, price: '1501.00' }])
  await book(early)
  await bookReleased()
  expect(await liveOf(late, asha)).toMatchObject({ _id: note._id, net: note.net })
  expect((await liveOf(late, asha)).difference).toBeUndefined()
  const [linked] = await db.rows(
    'select c.reversed_at is null as live, c.net from contract_note n join contract c on c.id = n.contract_id where n.id = $1',
    [note._id],
  )
  expect(linked).toEqual({ live: true, net: BigInt(Math.round(note.net * 100)) })
  await db.run("update charge_rate set percent = trim_scale(percent / 2) where charge = 'sebi'")
  await balanced()
})

test('STT of a file after the note is shown as a difference, and charged by the note that replaces it', async () => {
  const asha = await client(50_000)
  const day = days[4] ?? ''
  await bookDay(day, [deal(asha, 'B', 10, '1500.10')])
  await issue(day)
  const note = await liveOf(day, asha)
  const before = await figures(asha)
  const text = levyFileText('stt', day, [{ RptHdr: '30', ClntId: asha.ucc, TtlTaxs: '18.00' }])
  const sent = await done('levy-files', priceFileForm(text, levyFileName('stt', day)))
  if (sent.waitsForSecond)
    expect((await decidePending(server, second, { subject: 'levy-file.count' })).status).toBe(200)
  await adjustLevies(app.context)
  expect(await figures(asha)).toEqual(before)
  expect((await liveOf(day, asha)).difference).toContain('STT ₹3.00 more')
  expect((await ask(note, 'levy')).status).toBe(200)
  expect((await decide()).status).toBe(200)
  await issued(day)
  const live = await liveOf(day, asha)
  expect(live.net).toBeCloseTo(note.net - 3, 2)
  expect(live.difference).toBeUndefined()
  await balanced()
})
