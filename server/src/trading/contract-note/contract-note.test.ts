import { contractNoteErrors, noteNumber, noteNumberParts } from '@sauda/contract/trading/contract-note'
import type { Right } from '@sauda/contract/platform/call'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { eventually } from '../../../test/events.ts'
import { signerSettings } from '../../../test/note-signer.ts'
import { refusal, testServer } from '../../../test/server.ts'
import { daysBefore } from '../../../test/trade.ts'
import { shareB, tradingDesk, type TradingClient } from '../../../test/trading.ts'
import { fileHash } from '../../core/document/document.ts'
import { dayInIndia } from '../../platform/india.ts'
import { yearOf } from './contract-note.issue.ts'
import { listDays } from './contract-note.ts'
import { settingsObstacle } from './contract-note.ready.ts'

const server = await testServer({
  RATE_LIMITS: 'off',
  GSTIN: '27AAPFU0939F1ZV',
  LENDING: 'off',
  NOTE_PASSWORD: 'ucc',
  ...signerSettings(),
})
const { call, db } = server
const desk = await tradingDesk(server)
const { dealer, post, done, client, deal, bookDay, record, book, balanced } = desk
const days = daysBefore(dayInIndia(new Date()), 29)
const folder = mkdtempSync(join(tmpdir(), 'sauda-notes-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const finished = () =>
  eventually(async () => (await db.rows('select from contract_note_day where finished_at is null')).length === 0, 300)
const issue = async (day: string) => {
  await done('contract-notes', { day })
  await finished()
  expect(await db.rows('select problem from contract_note_day where problem is not null')).toEqual([])
}
const listed = async (day: string) =>
  (await call('GET', `/desk/contract-notes?day=${day}`, { token: dealer.token })).body.notes
const dayOf = async (day: string) =>
  (await call('GET', '/desk/contract-notes/days', { token: dealer.token })).body.days.find(
    (each: { day: string }) => each.day === day,
  )
async function fileAt(path: string, token: string): Promise<Buffer> {
  const reply = await fetch(`${server.url}/api${path}`, { headers: { authorization: `Bearer ${token}` } })
  expect(reply.status).toBe(200)
  return Buffer.from(await reply.arrayBuffer())
}
const own = async ({ id, token }: TradingClient) =>
  (await call('GET', `/user/contract-notes/${id}`, { token })).body.notes
const numbers = async () =>
  (await db.rows<{ number: number }>('select number from contract_note order by number')).map(({ number }) => number)

test('a number has at most 16 characters and reads back', () => {
  expect(noteNumber(2026, 12)).toBe('CN2627-000012')
  expect(noteNumber(2099, 1_234_567)).toBe('CN9900-1234567')
  expect(noteNumberParts('CN2627-000012')).toEqual({ year: 2026, number: 12 })
  expect(noteNumberParts('CN2627-12')).toBeUndefined()
  expect([yearOf('2027-03-31'), yearOf('2027-04-01')]).toEqual([2026, 2027])
})

test('a day is issued: one note a client over both exchanges, mailed, and the same bytes for everybody', async () => {
  const [asha, bela] = [await client(20_000), await client(20_000)]
  const day = days[0] ?? ''
  const early = { day }
  expect(await post('contract-notes', early)).toMatchObject(refusal(contractNoteErrors.noTrades))
  await record(day, [deal(asha, 'B', 4, '1500.10'), deal(bela, 'B', 2, '420.00', { isin: shareB })])
  await record(day, [deal(asha, 'B', 6, '1501.10')], 'BSE')
  expect(await post('contract-notes', early)).toMatchObject(refusal(contractNoteErrors.noTrades))
  await book(day, {})
  expect(await dayOf(day)).toMatchObject({ drafts: 2, issued: 0, late: 2, differences: 0, isIssuing: false })
  expect((await listed(day)).map(({ state }: { state: string }) => state)).toEqual(['draft', 'draft'])
  await issue(day)
  expect(await post('contract-notes', early)).toMatchObject(refusal(contractNoteErrors.nothing))

  const notes = await own(asha)
  expect(notes).toHaveLength(1)
  const [contract] = await db.rows<{ net: bigint }>('select net from contract where client_id = $1', [asha.id])
  expect(notes[0]).toMatchObject({ day, net: Number(contract?.net) / 100, isCancelled: false })
  expect(await numbers()).toEqual([1, 2])
  const [stored] = await db.rows<{ sha256: string }>(
    "select encode(sha256, 'hex') as sha256 from contract_note where client_id = $1",
    [asha.id],
  )
  const bytes = await fileAt(`/user/contract-notes/${asha.id}/${notes[0]._id}`, asha.token)
  const copy = await fileAt(`/desk/contract-notes/${notes[0]._id}/file`, dealer.token)
  expect([fileHash(bytes), fileHash(copy)]).toEqual([stored?.sha256, stored?.sha256])
  expect((await call('GET', `/user/contract-notes/${bela.id}/${notes[0]._id}`, { token: bela.token })).status).toBe(404)

  const mail = await server.mailTo(asha.email)
  expect(mail?.subject).toContain(notes[0].number)
  expect(mail?.text).toContain('client code')
  expect(mail?.text).not.toContain(asha.ucc)
  await eventually(async () => (await dayOf(day)).accepted === 2, 300)
  expect(await dayOf(day)).toMatchObject({ drafts: 0, issued: 0, accepted: 2, late: 2 })
  const [line] = (await listed(day)).filter(({ clientId }: { clientId: string }) => clientId === asha.id)
  expect(line).toMatchObject({ state: 'accepted', isLate: true, delivery: { address: asha.email } })
  await balanced()
})

test('in live mode no note is issued without what it must state of the broker, which the refusal names', async () => {
  const asha = await client(20_000)
  const day = days[2] ?? ''
  await bookDay(day, [deal(asha, 'B', 1, '100.00')])
  const { config } = server.app.context
  const before = { ...config }
  const broker = {
    legalName: 'Broker Ltd',
    sebiRegistration: 'INZ000000001',
    exchangeMemberships: 'NSE 90001',
    legalAddress: '1 Dalal Street, Mumbai',
    complianceOfficer: 'Meera Rao, +91 22 5550 0101, compliance@broker.example',
  }
  const refused = contractNoteErrors.incomplete.message
  const problem = async () =>
    (await db.rows<{ problem: string | null }>('select problem from contract_note_day where day = $1', [day]))[0]
      ?.problem
  expect(settingsObstacle(config)).toBeUndefined()
  expect(settingsObstacle({ ...config, noteSigner: undefined })?.error).toEqual(contractNoteErrors.noSigner)
  const obstacle = async (rights: readonly Right[]) => (await listDays({ db, config }, { rights })).obstacle
  try {
    Object.assign(config, { mode: 'live', ...broker, exchangeMemberships: '' })
    expect(await obstacle(['exchange.import'])).toBe(refused)
    expect(refused).toMatch(/^Contract notes cannot be issued: [^_]+\. Ask your administrator\.$/)
    expect(await obstacle(['operator.manage'])).toBe(
      refused.replace('Ask your administrator.', 'Set EXCHANGE_MEMBERSHIPS, BROKER_PHONE and start the server again.'),
    )
    // As requested before a start with other settings.
    await db.run('insert into contract_note_day (day, requested_by) values ($1, $2)', [day, dealer.id])
    await eventually(async () => (await problem()) === refused, 300)
    expect(await own(asha)).toEqual([])
    Object.assign(config, { ...broker, brokerPhone: '+91 22 5550 0100' })
    await db.run('update contract_note_day set next_try_at = now() where day = $1', [day])
    await finished()
  } finally {
    Object.assign(config, before)
  }
  const [{ _id: noteId }] = await own(asha)
  const path = join(folder, 'stated.pdf')
  writeFileSync(path, await fileAt(`/user/contract-notes/${asha.id}/${noteId}`, asha.token))
  const { stdout, error } = spawnSync('pdftotext', ['-layout', '-upw', asha.ucc, path, '-'], { encoding: 'utf8' })
  if (error) return
  for (const text of ['Contract note cum tax invoice', '1 Dalal Street', '+91 22 5550 0100', 'Meera Rao', 'NSE 90001'])
    expect(stdout).toContain(text)
})

const hasPdfsig = spawnSync('pdfsig', ['-v']).error === undefined

test.skipIf(!hasPdfsig)('pdfsig accepts a note, and rejects it with one byte changed', async () => {
  const asha = await client(20_000)
  const day = days[1] ?? ''
  await bookDay(day, [deal(asha, 'B', 1, '100.00')])
  await issue(day)
  const [note] = await own(asha)
  const bytes = await fileAt(`/user/contract-notes/${asha.id}/${note._id}`, asha.token)
  const verdict = (content: Buffer) => {
    const path = join(folder, 'note.pdf')
    writeFileSync(path, content)
    return spawnSync('pdfsig', ['-nocert', '-upw', asha.ucc, path], { encoding: 'utf8' }).stdout
  }
  const valid = 'Signature Validation: Signature is Valid.'
  expect(verdict(bytes)).toContain(valid)
  expect(verdict(bytes)).toContain('Total document signed')
  // In the encrypted content of a page, so that the file stays readable.
  const at = bytes.indexOf('stream\n') + 40
  const changed = Buffer.from(bytes)
  changed[at] = (changed[at] ?? 0) ^ 1
  expect(verdict(changed)).not.toContain(valid)
})
