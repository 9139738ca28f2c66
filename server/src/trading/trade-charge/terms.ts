import { decimalOf } from '@sauda/contract/platform/decimal'
import { gstFormOf } from '@sauda/contract/money/gst'
import { AppError } from '@sauda/contract/platform/error'
import { tariffOf } from '@sauda/contract/trading/charge-rate'
import type { Config } from '../../config.ts'
import type { Sql, Tx } from '../../platform/db.ts'
import { dateText } from '../../platform/india.ts'
import type { Fill, Plan } from './brokerage.ts'
import { chargesOf, type DayCharges, type Rates } from './trade-charge.compute.ts'
import { saveComputed } from './levy-file.ts'
import { type PlanRow, selectPlans, selectRates, termsOfClients } from './trade-charge.sql.ts'

/** The charges of clients on a trade day, with the rates, plans and places of supply of that day. */

async function ratesIn(sql: Sql): Promise<Rates> {
  return new Map(
    [...Map.groupBy(await selectRates(sql), ({ rate }) => rate)].map(([rate, rows]) => [
      rate,
      rows.map(({ from, percent }) => ({ from, percent: decimalOf(percent) ?? 0n })),
    ]),
  )
}

/**
 * Computes the charges of clients on a day and stores STT and stamp duty by security, which the files of the clearing
 * corporations are compared with. Computing the day again replaces them. `codes`: client codes by client id.
 */
export async function chargeDay(
  tx: Tx,
  { codes, ...input }: DayOfClients & { readonly codes: ReadonlyMap<string, string> },
): Promise<ReadonlyMap<string, DayCharges>> {
  const charges = await chargesOfClients(tx, input)
  await saveComputed(tx, input.day, codes, charges)
  return charges
}

/**
 * Stores STT and stamp duty of trades that are not booked yet, so that a file of the clearing corporation can be compared before the
 * booking. Neither depends on the plan of the client. Throws an AppError that names a missing rate.
 */
export async function saveLevies(
  tx: Tx,
  { day, fills, codes, config: { charges: options } }: DayOfClients & { readonly codes: ReadonlyMap<string, string> },
): Promise<void> {
  const rates = await ratesIn(tx)
  const charges = [...fills].map(
    ([id, own]) => [id, chargesOf({ day, fills: own, rates, plan: noBrokerage, gst: 'none', options })] as const,
  )
  await saveComputed(tx, day, codes, new Map(charges))
}

const noTariff = { slabs: [], perShare: 0n }
const noBrokerage: Plan = { delivery: noTariff, intraday: noTariff, etf: noTariff, minimum: 0n, dealerFee: 0n }

type DayOfClients = {
  readonly day: string
  /** The trades of each client by id. */
  readonly fills: ReadonlyMap<string, readonly Fill[]>
  /** The first two digits of the GSTIN are the broker's state; without it no GST is charged. */
  readonly config: Pick<Config, 'gstin' | 'charges'>
}

/** Throws an AppError that names what is missing: a rate of the day, or the plan of a client. */
async function chargesOfClients(
  sql: Sql,
  { day, fills, config: { gstin, charges: options } }: DayOfClients,
): Promise<ReadonlyMap<string, DayCharges>> {
  const rates = await ratesIn(sql)
  const plans = (await selectPlans(sql)).filter(({ from }) => from <= day)
  const clients = await termsOfClients(sql, [...fills.keys()], day)
  return new Map(
    clients.map(({ id, name, state, plan: planName }) => {
      const row = plans.find((each) => each.name === planName)
      const plan = row && planOf(row)
      if (!plan) throw new AppError(noPlanOf(name, day))
      const gst = gstFormOf(gstin, state)
      return [id, chargesOf({ day, fills: fills.get(id) ?? [], rates, plan, gst, options })]
    }),
  )
}

const noPlanOf = (name: string, day: string) => ({
  status: 422,
  message: `${name} has no brokerage plan on ${dateText(day)}. Nothing was computed. Two administrators can assign one under Charges, also for all clients without one.`,
})

function planOf({ delivery, intraday, etf, minimum, dealerFee }: PlanRow): Plan | undefined {
  const tariffs = { delivery: tariffOf(delivery), intraday: tariffOf(intraday), etf: tariffOf(etf) }
  return tariffs.delivery && tariffs.intraday && tariffs.etf
    ? { delivery: tariffs.delivery, intraday: tariffs.intraday, etf: tariffs.etf, minimum, dealerFee }
    : undefined
}
