import type { ClearingSettlement } from '@sauda/contract/trading/clearing'
import { clearingCalls } from '@sauda/contract/trading/clearing'
import { closingPriceCalls } from '@sauda/contract/trading/closing-price'
import { contractCalls, dayStateNames, type TradeDay } from '@sauda/contract/trading/contract'
import { formatDate } from '@sauda/web/date-time'
import { Check } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { useCall } from '../shell/api.ts'
import { countText } from '../shell/format.ts'
import { useCan } from '../shell/me.ts'
import { awaitsApproval } from '../trading/closing-price/closing-prices.tsx'
import styles from './evening.module.css'

/** `open`: an operator has something to do; `awaited`: it comes from outside, or after another step. */
interface Step {
  name: string
  to: string
  state: 'done' | 'open' | 'awaited'
  text: string
}

function dayStep(day: TradeDay | undefined): Step {
  const state = day?.state ?? 'incomplete'
  return {
    name: 'Trades',
    to: '/trade/files',
    state: state === 'booked' ? 'done' : state === 'recorded' || state === 'faulty' ? 'open' : 'awaited',
    text:
      day && day.exchanges.length > 0 ? `${day.exchanges.join(', ')}: ${dayStateNames[state]}` : 'No trade file yet',
  }
}

type Prices = ReturnType<typeof usePrices>
const usePrices = (enabled: boolean) => useCall(closingPriceCalls.list, {}, { enabled }).data

function priceStep({ files, missing, held, waitingFiles }: NonNullable<Prices>, day: string): Step {
  const isOf = (each: { day: string }) => each.day === day
  const present = files.filter(isOf).map(({ exchange }) => exchange)
  const waiting = held.filter(isOf).length
  const awaited = missing.filter((each) => isOf(each) && awaitsApproval(waitingFiles, each))
  const lacking = missing.filter((each) => isOf(each) && !awaited.includes(each)).map(({ exchange }) => exchange)
  const text =
    waiting > 0
      ? `${countText(waiting, 'price')} to decide`
      : awaited.length > 0
        ? 'File awaiting approval'
        : lacking.length > 0
          ? `${lacking.join(', ')} missing`
          : present.length > 0
            ? `${present.join(', ')} imported`
            : 'No price file yet'
  const isDone = present.length > 0 && waiting === 0 && awaited.length === 0 && lacking.length === 0
  return {
    name: 'Closing prices',
    to: '/trade/prices',
    state: isDone ? 'done' : waiting > 0 || lacking.length > 0 ? 'open' : 'awaited',
    text,
  }
}

function settlementSteps(settlements: readonly ClearingSettlement[], day: string): Step[] {
  const own = settlements.filter(({ tradedOn }) => tradedOn === day)
  const states = [...new Set(own.map(({ state }) => state))]
  const sum = (key: 'clients' | 'released') => own.reduce((all, each) => all + each[key], 0)
  const isComplete = own.length > 0 && states.every((state) => state === 'Complete')
  const isReleased = isComplete && sum('released') === sum('clients')
  const to = '/trade/settlement'
  return [
    {
      name: 'Settlement',
      to,
      state: isComplete ? 'done' : own.some(({ mayAccept }) => mayAccept) ? 'open' : 'awaited',
      text: own.length === 0 ? 'No settlement yet' : states.join(', '),
    },
    {
      name: 'Release of sale proceeds',
      to,
      state: isReleased ? 'done' : 'awaited',
      text: sum('clients') === 0 ? 'No proceeds' : `${sum('released')} of ${countText(sum('clients'), 'client')}`,
    },
  ]
}

/** The last trade day, from its files to the released proceeds: how far each step is, and where it is continued. */
export function Evening() {
  const { pathname } = useLocation()
  const can = useCan()
  const isImporter = can('exchange.import')
  const days = useCall(contractCalls.days, {}, { enabled: isImporter }).data?.days
  const prices = usePrices(can('price.import'))
  const settlements = useCall(clearingCalls.list, {}, { enabled: can('settlement.manage') }).data?.settlements
  const [day] = [
    ...(days ?? []),
    ...(prices?.files ?? []),
    ...(prices?.missing ?? []),
    ...(settlements ?? []).map(({ tradedOn }) => ({ day: tradedOn })),
  ]
    .map((each) => each.day)
    .toSorted()
    .toReversed()
  if (day === undefined) return null
  const steps = [
    isImporter && days && dayStep(days.find((each) => each.day === day)),
    prices && priceStep(prices, day),
    ...(settlements ? settlementSteps(settlements, day) : []),
  ].filter((step) => step !== false && step !== undefined)
  if (steps.length === 0) return null
  return (
    <section className={styles.evening} aria-label={`Trade day ${formatDate(day)}`}>
      <h2>
        Trade day <span className="nowrap">{formatDate(day)}</span>
      </h2>
      <ol>
        {steps.map(({ name, to, state, text }, at) => (
          <li key={name} data-state={state}>
            <Link to={to} aria-current={to === pathname && steps[at - 1]?.to !== to ? 'page' : undefined}>
              <span className={styles.mark} aria-hidden="true">
                {state === 'done' ? <Check /> : at + 1}
              </span>
              <span className={styles.name}>{name}</span>
              <span className={styles.text}>{text}</span>
            </Link>
          </li>
        ))}
      </ol>
    </section>
  )
}
