import { expect, test } from 'vitest'
import { brokeragePlan } from '../../../test/charge-rates.ts'
import { crashDatabase } from '../../../test/crash.ts'
import { eventually } from '../../../test/events.ts'
import { startMailServer } from '../../../test/mail-server.ts'
import { fund, moneyClients, moneyOperator } from '../../../test/money.ts'
import { signerSettings } from '../../../test/note-signer.ts'
import { priceFileForm } from '../../../test/price-file.ts'
import { daysBefore } from '../../../test/trade.ts'
import { tradeFileForm, tradeFileName, tradeFileText } from '../../../test/trade-file.ts'
import { listingFile } from '../../../seed/exchange-files.ts'
import { newExchange } from '../../../seed/exchange-day.ts'
import { fileHash } from '../../core/document/document.ts'
import { checkBooks } from '../../core/ledger/books.ts'
import { bookChecks } from '../../operation/books/checks.sql.ts'
import { dayInIndia } from '../../platform/india.ts'

/** A server that is killed while it issues the notes of a day, sends their mails and follows the deliveries. */

const mailServer = await startMailServer()
const { db, start, post, killAt } = await crashDatabase({
  RATE_LIMITS: 'off',
  GSTIN: '27AAPFU0939F1ZV',
  SECRET_KEY: 'k'.repeat(40),
  NOTE_PASSWORD: 'ucc',
  SMTP_URL: mailServer.url,
  ...signerSettings(),
})
const [day = ''] = daysBefore(dayInIndia(new Date()), 3)
const exchange = newExchange({ seed: 3, clients: 60 })

/** A booked day on which each client bought one share. */
async function bookDay(token: string): Promise<void> {
  const clients = await moneyClients({ db }, exchange.clients.length, { bank: false, since: '2020-01-01' })
  for (const { id } of clients) await fund({ db }, id, 100_000)
  await db.run(
    "update client c set ucc = n.ucc, gst_state = '27' from unnest($1::uuid[], $2::text[]) as n (id, ucc) where c.id = n.id",
    [clients.map(({ id }) => id), exchange.clients.map(({ ucc }) => ucc)],
  )
  await post('exchange-codes', { exchange: 'NSE', column: 'Brkr', code: '90001', meaning: 'own' }, token)
  await post('trade-charges/plans', brokeragePlan('Flat'), token)
  await post('trade-charges/plans/assign', { plan: 'Flat', from: '2026-01-01' }, token)
  await post('securities/files', priceFileForm(listingFile(exchange), 'EQUITY_L.csv'), token)
  const { isin = '', symbol = '', series = '' } = exchange.shares[0] ?? {}
  const rows = exchange.clients.map(({ ucc }, at) => ({
    number: String(700_001 + at),
    client: ucc,
    side: 'B' as const,
    quantity: 1,
    price: '100.00',
    isin,
    symbol,
    series,
  }))
  await post('exchange-files', tradeFileForm(tradeFileText(day, rows), tradeFileName(day)), token)
  await none("select from exchange_file where status in ('approved', 'booking')")
  await post('trade-days', { day, without: 'BSE' }, token)
  await none('select from trade_day where booked_at is null')
}

const none = (query: string) => eventually(async () => (await db.rows(query)).length === 0, 300)
const counted = `select count(*)::int as notes, (select count(*)::int from contract_note_delivery) as deliveries,
  (select count(*)::int from contract_note_delivery where status = 'accepted') as accepted from contract_note`
type Counted = { notes: number; deliveries: number; accepted: number }
/** As when the leases of the killed server have ended. */
const endLeases = async () => {
  await db.run('update contract_note_day set next_try_at = now()')
  await db.run("update mail set next_try_at = now() where status = 'queued'")
}
const startAgain = async () => {
  await endLeases()
  await start()
}
/** The numbers of the notes that the mail server received. */
const received = () => mailServer.received.flatMap(({ mail }) => /CN\d{4}-\d{6}/.exec(mail.subject ?? '') ?? [])

test(
  'kill -9 while notes are issued, mailed and followed: no number is left out, no note is issued twice, no mail is lost',
  { timeout: 900_000 },
  async () => {
    await start()
    const { token } = await moneyOperator({ db })
    await bookDay(token)
    const all = exchange.clients.length

    // Everything is drawn and stored, and nothing has a number; then all of a portion is written, and not committed.
    const nothing = { notes: 0, deliveries: 0, accepted: 0 }
    const issue = () => post('contract-notes', { day }, token)
    expect(await killAt('lock table contract_note in share mode', issue, counted)).toEqual(nothing)
    expect(await killAt('lock table contract_note_delivery in share mode', startAgain, counted)).toEqual(nothing)

    // Some notes are issued, and the mail server has received some of their mails without a confirmation.
    mailServer.state.examines = 1_000_000_000
    const second = `select from client where id = (select distinct client_id from exchange_trade where day = '${day}'
      and client_id is not null order by client_id offset ${all - 5} limit 1) for no key update`
    const some = await killAt<Counted>(
      second,
      async () => {
        await startAgain()
        await eventually(() => received().length > 0, 300)
      },
      counted,
    )
    expect(some.notes).toBeGreaterThan(0)
    expect(some.notes).toBeLessThan(all)
    expect(some).toEqual({ notes: some.notes, deliveries: some.notes, accepted: 0 })

    // The rest is issued while no mail leaves; then all mails are sent, and no result is recorded.
    mailServer.state.examines = 0
    mailServer.down()
    await startAgain()
    await none('select from contract_note_day where finished_at is null')
    const before = Map.groupBy(received(), (number) => number)
    const unsent = await db.rows<{ subject: string }>("select subject from mail where status <> 'sent'")
    const unconfirmed = [...before.keys()].filter((number) => unsent.some(({ subject }) => subject.includes(number)))
    expect(unconfirmed.length).toBeGreaterThan(0)
    const sent = async () => {
      mailServer.up()
      await db.run("update mail set next_try_at = now() where status = 'queued'")
      await none("select from mail where attachment_key is not null and status <> 'sent'")
    }
    const issued = { notes: all, deliveries: all, accepted: 0 }
    expect(await killAt('lock table contract_note_delivery in share mode', sent, counted)).toEqual(issued)
    await startAgain()
    await none("select from contract_note_delivery where status <> 'accepted'")

    const notes = await db.rows<{ number: number; client: string; sha256: string; isForgotten: boolean }>(
      `select number, client_id as client, encode(sha256, 'hex') as sha256, exists (select from loose_file l where l.name = n.file_key) as "isForgotten"
         from contract_note n order by number`,
    )
    expect(notes.map(({ number }) => number)).toEqual(Array.from({ length: all }, (_, at) => at + 1))
    expect(new Set(notes.map(({ client }) => client)).size).toBe(all)
    expect(notes.filter(({ isForgotten }) => isForgotten)).toEqual([])
    // Each mail is sent once, and once more where the server was killed before it read the confirmation.
    const times = Map.groupBy(received(), (number) => number)
    expect(times.size).toBe(all)
    for (const [number, { length }] of times) {
      const first = before.get(number)?.length ?? 1
      expect([number, length]).toEqual([number, unconfirmed.includes(number) ? first + 1 : first])
    }
    const hashOf = new Map(notes.map(({ number, sha256 }) => [number, sha256]))
    for (const { mail } of mailServer.received) {
      const [, number] = /CN\d{4}-(\d{6})/.exec(mail.subject ?? '') ?? []
      if (number === undefined) continue
      const content = mail.attachments.find(({ mimeType }) => mimeType === 'application/pdf')?.content
      expect(content && fileHash(new Uint8Array(content as ArrayBuffer))).toBe(hashOf.get(Number(number)))
    }
    expect((await checkBooks(db, bookChecks)).differences).toEqual([])
    mailServer.close()
  },
)
