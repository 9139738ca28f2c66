import type { LevyName } from '@sauda/contract/trading/levy-file'
import { rupeesOf } from '@sauda/contract/platform/money'
import type { AppContext } from '../../app/app-context.ts'
import { adjustContract, bookLevyDifference } from '../../core/ledger/clearing.ts'
import { recipientOf } from '../../core/mail/mail.ts'
import type { Tx } from '../../platform/db.ts'
import { setLevyDifference } from '../contract-note/contract-note.issued.sql.ts'
import { firstId, newId } from '../../platform/id.ts'
import { dateText } from '../../platform/india.ts'
import { finalLevies } from '../trade-charge/levy-file.ts'
import { chargedLevies } from '../trade-charge/levy-file.sql.ts'
import { saveLevies } from '../trade-charge/terms.ts'
import { levyMail } from './contract.inform.ts'
import {
  adjustmentsOf,
  contractsAfter,
  daysToLevy,
  insertAdjustment,
  insertDifference,
  liveContract,
  markLevied,
  setLevies,
  shareCharges,
} from './contract.read.sql.ts'
import { chargedFill } from './contract.rows.ts'
import { clientsToBook, fillsOf, lockClients } from './contract.sql.ts'

const slice = 20

/** Computes STT and stamp duty of recorded trades of a day that are not booked yet, of clients without a contract of the day. */
export async function leviesOfRecorded({ config }: Pick<AppContext, 'config'>, tx: Tx, day: string): Promise<void> {
  const charged = new Set((await chargedLevies(tx, day)).map(({ clientId }) => clientId))
  const ids = (await clientsToBook(tx, day)).filter((id) => !charged.has(id))
  if (ids.length === 0) return
  const rows = Map.groupBy(await fillsOf(tx, day, ids), (row) => row.client_id)
  await saveLevies(tx, {
    day,
    config,
    codes: new Map([...rows].map(([id, [row]]) => [id, row?.client_code ?? ''])),
    fills: new Map([...rows].map(([id, own]) => [id, own.map(chargedFill)])),
  })
}

/**
 * Until a contract note is issued the client pays the STT and stamp duty that the newest counted file of each exchange states.
 * A client for whom it fails does not hold up the others: the first failure is thrown at the end.
 */
export async function adjustLevies(context: LevyContext): Promise<void> {
  const { db } = context
  const failures: unknown[] = []
  for (const { day, newest } of await daysToLevy(db)) {
    const before = failures.length
    for (let after = firstId; ;) {
      const contracts = await contractsAfter(db, day, after, slice)
      const last = contracts.at(-1)
      if (last === undefined) break
      after = last.clientId
      for (const { id, clientId } of contracts)
        await db
          .transaction((tx) => adjustOne(context, tx, { day, id, clientId }))
          .catch((error: unknown) => failures.push(error))
    }
    if (failures.length === before) await markLevied(db, day, newest)
  }
  if (failures.length > 0) throw failures[0]
}

type LevyContext = Pick<AppContext, 'audit' | 'config' | 'db' | 'inform' | 'notifyScreens'>
type Contract = { readonly day: string; readonly id: string; readonly clientId: string }

async function adjustOne(context: LevyContext, tx: Tx, contract: Contract): Promise<void> {
  const { day, id, clientId } = contract
  await lockClients(tx, [clientId])
  const booked = await liveContract(tx, id)
  const final = (await finalLevies(tx, day, [clientId], context.config.charges)).get(clientId)
  if (!booked || !final) return
  const beyond = { clientId, day, stt: final.stt - booked.stt, stamp: final.stamp - booked.stampDuty }
  // After the note is issued a difference is only shown, until two operators issue the note again.
  if (await setLevyDifference(tx, beyond)) return
  const reason = `Trades of ${dateText(day)}: final figure of the clearing corporation`
  // A difference that the broker paid under an earlier rule becomes the client's first.
  await undoDifferences(tx, id, reason)
  const changes = [
    { levy: 'stt' as const, before: booked.stt, after: final.stt },
    { levy: 'stamp' as const, before: booked.stampDuty, after: final.stamp },
  ].filter(({ before, after }) => before !== after)
  for (const { levy, before, after } of changes) {
    const causeId = newId()
    const noteIds = [id, ...(await adjustmentsOf(tx, id))]
    const paise = after - before
    await insertAdjustment(tx, { id: causeId, contractId: id, clientId, levy, paise })
    await adjustContract(tx, { clientId, causeId, noteIds, reason, levy, paise })
  }
  if (changes.length === 0) return
  await setLevies(tx, id, { stt: final.stt, stampDuty: final.stamp, sttDifference: 0n, stampDifference: 0n })
  await shareCharges(tx, [id])
  await recordAdjustment(context, tx, contract, changes)
}

type LevyChange = { readonly levy: LevyName; readonly before: bigint; readonly after: bigint }

/** The audit row about the client, and the mail and notice to the client. */
async function recordAdjustment(
  context: LevyContext,
  tx: Tx,
  { day, clientId }: Contract,
  changes: readonly LevyChange[],
) {
  const figures = (side: 'before' | 'after') =>
    Object.fromEntries(changes.map((change) => [change.levy, rupeesOf(change[side])]))
  await context.audit(tx, {
    by: 'system',
    action: 'contract.adjust',
    subjectId: clientId,
    before: { day, ...figures('before') },
    after: { day, ...figures('after') },
  })
  await context.inform(tx, levyMail(context.config, await recipientOf(tx, clientId), day, changes), {
    clientId,
    topic: 'wallet',
  })
  await context.notifyScreens(
    tx,
    { clientId },
    'wallet',
    undefined,
    [{ clientId }, 'trade'],
    ['desk', 'client', clientId],
  )
}

type Difference = {
  readonly contractId: string
  readonly levy: 'stt' | 'stamp'
  readonly reason: string
  readonly paise: bigint
}

async function bookDifference(tx: Tx, { reason, ...difference }: Difference): Promise<void> {
  const { levy, paise } = difference
  if (paise === 0n) return
  const causeId = await insertDifference(tx, difference)
  await bookLevyDifference(tx, { causeId, reason, paise, account: levy === 'stt' ? 'stt' : 'stamp_duty' })
}

/** Before a contract is reversed: the one that replaces it has the final levies itself. */
export async function undoDifferences(tx: Tx, id: string, reason: string): Promise<void> {
  const contract = await liveContract(tx, id)
  if (!contract) return
  await bookDifference(tx, { contractId: id, levy: 'stt', reason, paise: -contract.sttDifference })
  await bookDifference(tx, { contractId: id, levy: 'stamp', reason, paise: -contract.stampDifference })
  await setLevies(tx, id, { ...contract, sttDifference: 0n, stampDifference: 0n })
}
