import { decimalOf } from '@sauda/contract/platform/decimal'
import { gstFormOf } from '@sauda/contract/money/gst'
import { corporationOf } from '@sauda/contract/trading/corporation'
import { contractNoteRules, noteNumber } from '@sauda/contract/trading/contract-note'
import { AppError } from '@sauda/contract/platform/error'
import { bookedNet } from '../../core/ledger/proceeds.ts'
import { type Sql, together } from '../../platform/db.ts'
import type { Config } from '../../config.ts'
import { settlementIdsOn } from '../clearing/corporation.ts'
import { adjustmentsOf } from '../contract/contract.read.sql.ts'
import { faultOf, type NoteContent } from './contract-note.content.ts'
import { type FillRow, noteFills, type NoteRow, noteRows, settlementDays } from './contract-note.sql.ts'

export type LoadedNote = {
  readonly content: NoteContent
  readonly hash: string
  readonly dueAt: Date
  readonly replacesId: string | null
  /** Why it must not be issued. */
  readonly fault: string | undefined
}

type LoadContext = {
  readonly config: Pick<Config, 'gstin' | 'notePassword'>
  readonly panOf: (clientId: string) => Promise<string>
}

/** What the notes of clients on a day state, with what speaks against each; in a snapshot, so that books and trades agree. */
export async function loadNotes(
  { config, panOf }: LoadContext,
  sql: Sql,
  day: string,
  clientIds: readonly string[],
): Promise<LoadedNote[]> {
  const rows = await noteRows(sql, day, clientIds)
  const fillsOf = Map.groupBy(await noteFills(sql, day, clientIds), ({ clientId }) => clientId)
  const days = new Map((await settlementDays(sql, day)).map((each) => [each.id, each]))
  const idOf = await settlementIdsOn(sql, day)
  const load = async (row: NoteRow): Promise<LoadedNote> => {
    const own = fillsOf.get(row.clientId) ?? []
    const pan = await panOf(row.clientId)
    const content = contentOf(row, own, { day, pan, idOf, days, gstin: config.gstin })
    const booked = await bookedNet(sql, [row.contractId, ...(await adjustmentsOf(sql, row.contractId))])
    const dueAt = new Date((row.firstTradeAt ?? new Date()).getTime() + contractNoteRules.hours * 3_600_000)
    const fault = obstacleOf(row, pan, config) ?? faultOf(content, booked)
    return { content, hash: row.hash, dueAt, replacesId: row.replacesId, fault }
  }
  return together(sql, ...rows.map((row) => () => load(row)))
}

const obstacleOf = ({ fault, isOpen }: NoteRow, pan: string, { notePassword }: LoadContext['config']) => {
  if (fault !== null) return fault
  if (isOpen) return 'Trades of the client are not booked yet. Book the day first.'
  return notePassword === 'pan' && pan === ''
    ? 'The client has no PAN on record, which would open the file. Record it, or set NOTE_PASSWORD.'
    : undefined
}

type Common = {
  readonly day: string
  readonly pan: string
  readonly idOf: Awaited<ReturnType<typeof settlementIdsOn>>
  readonly days: ReadonlyMap<string, Awaited<ReturnType<typeof settlementDays>>[number]>
  readonly gstin: string | undefined
}

function contentOf(row: NoteRow, own: readonly FillRow[], { day, pan, idOf, days, gstin }: Common): NoteContent {
  const fills = own.map(({ quantity, price, ...fill }) => ({
    ...fill,
    quantity: decimalOf(quantity) ?? 0n,
    price: decimalOf(price) ?? 0n,
    settlementId: settlementOf(idOf, fill),
  }))
  const { bought, sold, brokerage, exchangeCharges, sebiFee, stt, stampDuty, gst, net } = row
  return {
    clientId: row.clientId,
    contractId: row.contractId,
    day,
    name: row.name,
    saudaNumber: row.saudaNumber,
    ucc: own[0]?.code ?? '',
    pan,
    state: row.state,
    address: row.address,
    gstForm: gstFormOf(gstin, row.state),
    amounts: { bought, sold, brokerage, exchangeCharges, sebiFee, stt, stampDuty, gst, net },
    fills,
    settlements: [...new Set(fills.map(({ settlementId }) => settlementId))].flatMap((id) => {
      const found = days.get(id)
      return found ? [{ id, corporation: corporationOf[found.exchange], settlesOn: found.settlesOn }] : []
    }),
    ...(row.replacesYear !== null && { replaces: noteNumber(row.replacesYear, row.replacesNumber ?? 0) }),
  }
}

/** Empty where a newer file has a trade whose settlement is not known: then the note is not issued anyway. */
function settlementOf(idOf: Common['idOf'], fill: Parameters<Common['idOf']>[0]): string {
  try {
    return idOf(fill)
  } catch (error) {
    if (error instanceof AppError) return ''
    throw error
  }
}
