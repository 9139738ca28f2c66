import { approvalErrors } from '@sauda/contract/core/approval'
import { clientErrors } from '@sauda/contract/client/client'
import { reviewErrors } from '@sauda/contract/core/proposal-review'
import { contractNoteErrors } from '@sauda/contract/trading/contract-note'
import { expect, test } from 'vitest'
import { pendingProposal } from '../../../test/approvals.ts'
import { eventually } from '../../../test/events.ts'
import { noteDesk } from '../../../test/note-desk.ts'
import { signerSettings } from '../../../test/note-signer.ts'
import { establishedOperator } from '../../../test/operator.ts'
import { newIsin } from '../../../test/price-file.ts'
import { refusal, testServer } from '../../../test/server.ts'
import { daysBefore } from '../../../test/trade.ts'
import { shareB, tradingDesk } from '../../../test/trading.ts'
import { dayInIndia } from '../../platform/india.ts'

/** Notes whose trades, levies, shares or accounts change after they are issued. */

const server = await testServer({
  RATE_LIMITS: 'off',
  GSTIN: '27AAPFU0939F1ZV',
  LENDING: 'off',
  NOTE_PASSWORD: 'none',
  APPROVALS: 'policy',
  ...signerSettings(),
})
const { db, call, app } = server
const desk = await tradingDesk(server)
const { dealer, second, post, done, approve, client, deal, bookDay, record, book, bookReleased, balanced, figures } =
  desk
const { issue, issued, listed, liveOf, ask, decide, reissue, whole } = noteDesk(server, desk)
const days = daysBefore(dayInIndia(new Date()), 29)
const third = await establishedOperator(server, 'dealer', 'Divya')

test('a second exchange’s file after the notes were issued: new clients get a note, others one over both exchanges by two operators', async () => {
  const [asha, bela] = [await client(50_000), await client(50_000)]
  const day = days[0] ?? ''
  await bookDay(day, [deal(asha, 'B', 4, '1500.00')])
  await issue(day)
  const [note, before] = [await liveOf(day, asha), await figures(asha)]

  await record(day, [deal(asha, 'B', 2, '1501.00'), deal(bela, 'B', 1, '420.00', { isin: shareB })], 'BSE')
  expect(await post('contract-notes', { day })).toMatchObject(refusal(contractNoteErrors.unfinished))
  await book(day, {})
  expect(await figures(asha)).toEqual(before)
  expect((await liveOf(day, asha)).difference).toContain(note.number)
  expect((await listed(day, bela)).map(({ state }) => state)).toEqual(['draft'])
  await issue(day)
  expect(await liveOf(day, asha)).toMatchObject({ _id: note._id, net: note.net })
  await liveOf(day, bela)
  await balanced()

  await reissue(day, note, 'file')
  const live = await liveOf(day, asha)
  expect(live).toMatchObject({ replaces: note.number })
  expect(live.difference).toBeUndefined()
  expect(await figures(asha)).toMatchObject({
    invested: 900_200n,
    cash: 5_000_000n + BigInt(Math.round(live.net * 100)),
  })
  await whole()
})

test('a purchase that is annulled after its shares were sold, both days with a note', async () => {
  const [asha, other] = [await client(50_000), await client(50_000)]
  const [early, late] = [days[1] ?? '', days[2] ?? '']
  const [bought, kept] = [deal(asha, 'B', 4, '1500.00'), deal(other, 'B', 1, '1500.00')]
  await bookDay(early, [bought, kept])
  await bookDay(late, [deal(asha, 'S', 4, '1600.00')])
  await issue(early)
  await issue(late)
  const [first, sale] = [await liveOf(early, asha), await liveOf(late, asha)]
  await record(early, [kept], 'NSE', '?trades=1')
  await book(early)
  expect(await liveOf(early, asha)).toMatchObject({ _id: first._id, net: first.net })
  await reissue(early, first, 'annulled')
  await bookReleased()
  expect((await listed(early, asha)).map(({ state }) => state)).toEqual(['cancelled'])
  // The sale stays as its note states it, of shares that the client does not have now.
  const after = await liveOf(late, asha)
  expect(after).toMatchObject({ _id: sale._id, net: sale.net })
  expect(after.difference).toBeUndefined()
  const proceeds = BigInt(Math.round(sale.net * 100))
  expect(await figures(asha)).toMatchObject({ invested: 0n, cash: 5_000_000n, unsettled: proceeds })
  await whole()
})

test('a split after the note: the trades of its day stay, and the note is issued again once the split is reversed', async () => {
  const asha = await client(50_000)
  const [day, exDate] = [days[3] ?? '', days[5] ?? '']
  const bought = deal(asha, 'B', 4, '1500.00')
  await bookDay(day, [bought])
  await issue(day)
  const note = await liveOf(day, asha)
  const terms = { kind: 'split', stockName: 'DEMOTECH', exDate, held: 1, given: 5, newIsin: newIsin(930_001) }
  await done('corporate-actions', { ...terms, source: 'Notice of the company' })
  expect((await approve('corporate-action.book')).status).toBe(200)
  const after = await figures(asha)
  await record(day, [{ ...bought, price: '1499.00' }])
  await book(day)
  expect(await figures(asha)).toEqual(after)
  expect((await liveOf(day, asha)).difference).toContain(note.number)
  const refused = await ask(note, 'file')
  expect(refused.status).toBe(409)
  expect(refused.body.message).toContain('Reverse the corporate action first')
  expect(await liveOf(day, asha)).toMatchObject({ _id: note._id, net: note.net })

  const [action] = (await server.call('GET', '/desk/corporate-actions', { token: dealer.token })).body.actions
  await done(`corporate-actions/${action._id}/reverse`, { reason: 'To book an earlier day again' })
  expect((await approve('corporate-action.reverse')).status).toBe(200)
  await reissue(day, note, 'file')
  const live = await liveOf(day, asha)
  expect(live.difference).toBeUndefined()
  await done('corporate-actions', { ...terms, source: 'Notice of the company' })
  expect((await approve('corporate-action.book')).status).toBe(200)
  const held = await db.rows(
    'select open_quantity::int as open, open_cost as cost from lot where client_id = $1 and open_quantity > 0',
    [asha.id],
  )
  expect(held).toEqual([{ open: 20, cost: 599_600n }])
  expect(await liveOf(day, asha)).toMatchObject({ _id: live._id, net: live.net })
  await whole()
})

test('figures that changed since the review are not approved, nor by the one who asked; a rejection changes nothing', async () => {
  const asha = await client(50_000)
  const day = days[6] ?? ''
  const bought = deal(asha, 'B', 4, '1500.00')
  await bookDay(day, [bought])
  await issue(day)
  const [note, before] = [await liveOf(day, asha), await figures(asha)]
  await record(day, [{ ...bought, quantity: 5 }])
  await book(day)
  expect((await ask(note, 'file')).status).toBe(200)
  expect(await decide(dealer)).toMatchObject(refusal(approvalErrors.ownRequest))
  expect((await decide(second, 'reject')).status).toBe(200)
  expect(await liveOf(day, asha)).toMatchObject({ _id: note._id, net: note.net })
  expect(await figures(asha)).toEqual(before)

  expect((await ask(note, 'file', third)).status).toBe(200)
  const path = `/desk/proposals/${await pendingProposal(server, 'contract-note.reissue')}`
  const { version } = (await server.call('GET', path, { token: second.token })).body
  await record(day, [{ ...bought, quantity: 6 }])
  await book(day)
  const outdated = await server.call('POST', `${path}/approve`, { token: second.token, body: { version } })
  expect(outdated).toMatchObject(refusal(reviewErrors.changed))
  expect(await figures(asha)).toEqual(before)
  expect((await decide()).status).toBe(200)
  await issued(day)
  expect(await liveOf(day, asha)).toMatchObject({ replaces: note.number })
  expect(await figures(asha)).toMatchObject({ invested: 900_000n })
  await whole()
})

const dayOf = async (of: string) =>
  (await call('GET', '/desk/contract-notes/days', { token: dealer.token })).body.days.find(
    ({ day }: { day: string }) => day === of,
  )

test('a note of an account that is closed meanwhile is mailed, bounces, is sent on paper and is issued again', async () => {
  const asha = await client(50_000)
  const day = days[7] ?? ''
  const bought = deal(asha, 'B', 4, '1500.00')
  await bookDay(day, [bought])
  await db.run(
    "update client set closure = 'closed', frozen_at = now(), frozen_reason = 'Account closed' where id = $1",
    [asha.id],
  )
  await issue(day)
  const note = await liveOf(day, asha)
  const mail = await server.mailTo(asha.email)
  expect(mail?.subject).toContain(note.number)
  expect(mail?.text).not.toContain('order-history')
  await eventually(async () => (await liveOf(day, asha)).state === 'accepted', 300)
  await done(`contract-notes/${note._id}/bounce`, { reason: 'Mailbox full' })
  expect(await dayOf(day)).toMatchObject({ drafts: 0, issued: 1, accepted: 0, onPaper: 1 })
  await done(`contract-notes/${note._id}/dispatch`, { number: 'EM123456789IN' })
  expect(await liveOf(day, asha)).toMatchObject({ state: 'dispatched' })
  expect(await dayOf(day)).toMatchObject({ drafts: 0, issued: 1, accepted: 0, onPaper: 0 })
  await record(day, [{ ...bought, price: '1499.00' }])
  await book(day)
  await reissue(day, note, 'file')
  expect(await figures(asha)).toMatchObject({ invested: 599_600n })
  await whole()
})

test('a note of a client without consent to e-mail is sent on paper, and the next one is mailed once the consent is recorded', async () => {
  const asha = await client(50_000)
  const [first, next] = [days[8] ?? '', days[9] ?? '']
  await bookDay(first, [deal(asha, 'B', 4, '1500.00')])
  await bookDay(next, [deal(asha, 'B', 1, '1500.00')])
  const path = `/desk/clients/${asha.id}/note-delivery`
  const admin = { token: desk.admin.token }
  const given = { address: '4 Example Road, Mumbai 400001', consentOn: '', reason: 'Account opening form' }
  const put = (body: object) => call('PUT', path, { ...admin, body })
  const toPost = async () => (await dayOf(first)).onPaper
  const attached = async (number: string | undefined) =>
    (
      await db.rows<{ key: string | null }>(
        "select attachment_key as key from mail where recipient = $1 and subject like '%' || $2 || '%'",
        [asha.email, number],
      )
    ).map(({ key }) => key !== null)
  try {
    Object.assign(app.context.config, { noteNeedsConsent: true })
    expect((await put(given)).status).toBe(200)
    expect(await put(given)).toMatchObject(refusal(clientErrors.sameDelivery))
    expect(await put({ ...given, consentOn: '2999-01-01' })).toMatchObject(refusal(clientErrors.consentLater))
    await issue(first)
    const note = await liveOf(first, asha)
    expect(note.state).toBe('paper')
    expect(await attached(note.number)).toEqual([false])
    expect((await server.mailTo(asha.email))?.text).toContain('You get it on paper too')
    expect(await toPost()).toBe(1)
    await done(`contract-notes/${note._id}/dispatch`, { number: 'EM123456789IN' })
    expect((await liveOf(first, asha)).state).toBe('dispatched')
    expect(await toPost()).toBe(0)

    expect((await put({ ...given, consentOn: '2026-01-05' })).status).toBe(200)
    const { body } = await call('GET', `/desk/clients/${asha.id}`, admin)
    expect(body).toMatchObject({ noteAddress: given.address, noteConsentOn: '2026-01-05' })
    await issue(next)
    const mailed = await liveOf(next, asha)
    expect(await attached(mailed.number)).toEqual([true])
    await eventually(async () => (await liveOf(next, asha)).state === 'accepted', 300)
  } finally {
    Object.assign(app.context.config, { noteNeedsConsent: false })
  }
  // The log, which is never erased, does not have the address.
  const rows = await db.rows<{ text: string }>(
    "select concat(before, after) as text from audit where action = 'client.note-delivery'",
  )
  expect(rows).toHaveLength(2)
  expect(rows.filter(({ text }) => text.includes('Example Road'))).toEqual([])
})
