import { randomBytes, randomUUID } from 'node:crypto'
import { bookContract, reverseContract } from '../src/core/ledger/clearing.ts'
import { insertContracts } from '../src/trading/contract/contract.sql.ts'
import { markContractReversed } from '../src/trading/contract/contract.undo.sql.ts'
import { addDays, dayInIndia } from '../src/platform/india.ts'
import type { Example, Things, Valid } from './call-things.ts'
import type { TestServer } from './server.ts'

let count = 0
const newDay = () => addDays(dayInIndia(new Date()), -(700 + ++count))

type Made = { readonly clientId: string; readonly day: string; readonly noteId: string }

const noTrades = { purchases: [], sales: [], intraday: [] }
const charges = { brokerage: 100n, gst: 0n, stt: 0n, stampDuty: 0n, exchangeCharges: 0n, sebiFee: 0n }

/** A booked day of a client, with brokerage only; `isReversed`: a newer file has no trades of it. */
async function contractOn({ app }: TestServer, day: string, clientId: string, isReversed: boolean): Promise<string> {
  const noteId = randomUUID()
  const reason = 'Trades of a day'
  await app.context.db.transaction(async (tx) => {
    await bookContract(tx, { clientId, noteId, reason, trades: noTrades, charges })
    await insertContracts(tx, [{ id: noteId, clientId, day, bought: 0n, sold: 0n, ...charges }])
    if (!isReversed) return
    await reverseContract(tx, { clientId, noteId, reason })
    await markContractReversed(tx, noteId)
  })
  return noteId
}

/** An issued note whose trades were annulled since, with its file; `delivery`: of its mail. */
async function issuedNote(
  server: TestServer,
  { clientId, operatorId, delivery }: { clientId: string; operatorId: string; delivery?: 'accepted' | 'bounced' },
): Promise<Made> {
  const { db, app } = server
  const [noteId, day] = [randomUUID(), newDay()]
  const contractId = await contractOn(server, day, clientId, true)
  const bytes = Buffer.from('%PDF-1.7')
  const name = `contract-note/${noteId}`
  await app.context.files.add([{ name, bytes, ownerId: clientId }], async () => {
    await db.run(
      `insert into contract_note (id, client_id, day, contract_id, year, number, trades_hash, file_key, sha256, issued_by, due_at, is_late)
       select $1, $2, $3, $4, 2001, coalesce(max(number), 0) + 1, 'none', $5, $6, $7, now(), true from contract_note where year = 2001`,
      [noteId, clientId, day, contractId, name, randomBytes(32), operatorId],
    )
  })
  if (delivery)
    await db.run(
      `insert into contract_note_delivery (id, note_id, mail_id, address, status, accepted_at, bounced_at)
       values (gen_random_uuid(), $1, gen_random_uuid(), 'asha@example.com', $2, now(), case when $2 = 'bounced' then now() end)`,
      [noteId, delivery],
    )
  return { clientId, day, noteId }
}

/** A booked day whose notes can be issued. */
async function dayToIssue(server: TestServer, clientId: string, operatorId: string): Promise<string> {
  const day = newDay()
  await contractOn(server, day, clientId, false)
  await server.db.run('insert into trade_day (day, booked_by, booked_at, levied_at) values ($1, $2, now(), now())', [
    day,
    operatorId,
  ])
  return day
}

/** Valid requests about contract notes. */
export function contractNoteCalls({ server, second, rich, atDesk }: Things): Record<string, () => Promise<Valid>> {
  const note = async (delivery?: 'accepted' | 'bounced') => {
    const { id: clientId } = await rich()
    const { noteId } = await issuedNote(server, { clientId, operatorId: second.id, ...(delivery && { delivery }) })
    return { noteId }
  }
  return {
    'contract-note.issue': async () =>
      atDesk({ body: { day: await dayToIssue(server, (await rich()).id, second.id) } }),
    'client.setNoteDelivery': async () =>
      atDesk({
        params: { clientId: (await rich()).id },
        body: { address: '4 Example Road, Mumbai', consentOn: '2026-01-05', reason: 'Account opening form' },
      }),
    'contract-note.bounce': async () => atDesk({ params: await note('accepted'), body: { reason: 'Mailbox full' } }),
    'contract-note.dispatch': async () => atDesk({ params: await note('bounced'), body: { number: 'EM123456789IN' } }),
    'contract-note.reissue': async () =>
      atDesk({ params: await note(), body: { cause: 'annulled', reason: 'The exchange annulled the trade' } }),
  }
}

/** Requests that read notes. */
export function contractNoteReads({ server, second, rich, own }: Things): Record<string, () => Promise<Example>> {
  return {
    'contract-note.list': async () => ({ query: `?day=${newDay()}` }),
    'contract-note.draft': async () => {
      const { id } = await rich()
      const day = await dayToIssue(server, id, second.id)
      return { params: { clientId: id }, query: `?day=${day}` }
    },
    'contract-note.file': async () => {
      const { noteId } = await issuedNote(server, { clientId: (await rich()).id, operatorId: second.id })
      return { params: { noteId } }
    },
    'contract-note.ownFile': async () => {
      const client = await rich()
      const { noteId } = await issuedNote(server, { clientId: client.id, operatorId: second.id })
      return own(client, { params: { userId: client.id, noteId } })
    },
  }
}
