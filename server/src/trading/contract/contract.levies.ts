import { adjustContract, bookLevyDifference } from '../../core/ledger/clearing.ts'
import type { AppContext } from '../../app-context.ts'
import type { Tx } from '../../platform/db.ts'
import { firstId, newId } from '../../platform/id.ts'
import { dateText } from '../../platform/india.ts'
import type { ChargeOptions } from '../trade-charge/trade-charge.compute.ts'
import { finalLevies } from '../trade-charge/levy-file.ts'
import { contractsAfter, daysToLevy, liveContract, markLevied, setLevies, shareCharges } from './contract.read.sql.ts'
import { lockClients } from './contract.sql.ts'

const slice = 20

/**
 * The client pays the STT and stamp duty that each exchange's file stated when the contract was booked, or its first file after that.
 * If a later file of the same exchange states another amount, the difference is the broker's.
 * A client for whom it fails does not hold up the others: the first failure is thrown at the end.
 */
export async function adjustLevies({ db, config }: Pick<AppContext, 'config' | 'db'>): Promise<void> {
  const { stampUnit } = config.charges
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
          .transaction((tx) => adjustOne(tx, { day, id, clientId, stampUnit }))
          .catch((error: unknown) => failures.push(error))
    }
    if (failures.length === before) await markLevied(db, day, newest)
  }
  if (failures.length > 0) throw failures[0]
}

type Adjusted = { readonly day: string; readonly id: string; readonly clientId: string } & Pick<
  ChargeOptions,
  'stampUnit'
>

async function adjustOne(tx: Tx, { day, id, clientId, stampUnit }: Adjusted): Promise<void> {
  await lockClients(tx, [clientId])
  const contract = await liveContract(tx, id)
  if (!contract) return
  const first = (await finalLevies(tx, day, [clientId], { at: contract.bookedAt, stampUnit })).get(clientId)
  const final = (await finalLevies(tx, day, [clientId], { stampUnit })).get(clientId)
  if (!first || !final) return
  const reason = `Trades of ${dateText(day)}: final figure of the clearing corporation`
  const adjust = async (levy: 'stt' | 'stamp', before: bigint, difference: bigint) => {
    const adjusted = { clientId, noteId: id, reason, levy, paise: first[levy] - before }
    const booked = (await adjustContract(tx, adjusted)) ? first[levy] : before
    await bookDifference(tx, levy, reason, final[levy] - booked - difference)
    return { booked, difference: final[levy] - booked }
  }
  const stt = await adjust('stt', contract.stt, contract.sttDifference)
  const stamp = await adjust('stamp', contract.stampDuty, contract.stampDifference)
  await setLevies(tx, id, {
    stt: stt.booked,
    stampDuty: stamp.booked,
    sttDifference: stt.difference,
    stampDifference: stamp.difference,
  })
  await shareCharges(tx, [id])
}

async function bookDifference(tx: Tx, levy: 'stt' | 'stamp', reason: string, paise: bigint): Promise<void> {
  const account = levy === 'stt' ? 'stt' : 'stamp_duty'
  if (paise !== 0n) await bookLevyDifference(tx, { causeId: newId(), reason, paise, account })
}

/** Before a contract is reversed: the one that replaces it has the final levies itself. */
export async function undoDifferences(tx: Tx, id: string, reason: string): Promise<void> {
  const contract = await liveContract(tx, id)
  if (!contract) return
  await bookDifference(tx, 'stt', reason, -contract.sttDifference)
  await bookDifference(tx, 'stamp', reason, -contract.stampDifference)
  await setLevies(tx, id, { ...contract, sttDifference: 0n, stampDifference: 0n })
}
