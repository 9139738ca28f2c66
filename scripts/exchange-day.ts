import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { newExchange, newShortages } from '../server/seed/exchange-day.ts'
import { clientsFile, filesOf, listingFile, sttListFile } from '../server/seed/exchange-files.ts'
import { PlainError } from './child.ts'

const options = {
  clients: { type: 'string', default: '200' },
  trades: { type: 'string', default: '2000' },
  days: { type: 'string', default: '5' },
  seed: { type: 'string', default: '7' },
  /** The last trade day; the days are weekdays without the holidays. */
  until: { type: 'string', default: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10) },
  holidays: { type: 'string', default: '' },
  /** Percent of the sales in delivery files that are not delivered. */
  short: { type: 'string', default: '0.5' },
  /** NCL or ICCL, where both exchanges clear at one clearing corporation. */
  clearing: { type: 'string', default: 'own' },
  out: { type: 'string', default: 'exchange-days' },
} as const

/** `npm run exchange-day -- --clients 200 --trades 2000 --days 5 --seed 7`: the files of an invented exchange that agree with each other; `--clearing NCL`: of both exchanges at one clearing corporation. */
export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options })
  const number = (name: 'clients' | 'trades' | 'days' | 'seed'): number => {
    const value = Number(values[name])
    if (Number.isInteger(value) && value > 0) return value
    throw new PlainError(`--${name} must be a whole number above 0.`)
  }
  if (Number.isNaN(Date.parse(values.until))) throw new PlainError('--until must be a day, such as 2026-11-20.')
  const [seed, clients, count] = [number('seed'), number('clients'), number('trades')]
  const short = Number(values.short)
  if (!(short >= 0 && short <= 100)) throw new PlainError('--short must be a percentage from 0 to 100.')
  const homes = { own: undefined, NCL: 'NSE', ICCL: 'BSE' } as const
  if (!Object.hasOwn(homes, values.clearing)) throw new PlainError('--clearing must be own, NCL or ICCL.')
  const clearsAt = homes[values.clearing as keyof typeof homes]
  const holidays = values.holidays.split(',')
  const days: string[] = []
  const isOpen = (time: number) =>
    ![0, 6].includes(new Date(time).getUTCDay()) && !holidays.includes(new Date(time).toISOString().slice(0, 10))
  const nextOpen = (time: number, step: number): number => (isOpen(time) ? time : nextOpen(time + step, step))
  const oneDay = 86_400_000
  const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)
  for (let time = Date.parse(values.until) + oneDay; days.length < number('days');) {
    time = nextOpen(time - oneDay, -oneDay)
    days.unshift(dayOf(time))
  }
  mkdirSync(values.out, { recursive: true })
  const write = (name: string, text: string) => {
    const isPacked = /^(Trade|STT|StampDuty|Obligation|SettlementMaster)_/.test(name)
    writeFileSync(join(values.out, isPacked ? `${name}.gz` : name), isPacked ? gzipSync(text) : text)
  }
  const exchange = newExchange({ seed, clients })
  const shortOf = newShortages({ seed, share: short / 100 })
  write('EQUITY_L.csv', listingFile(exchange))
  const sttList = sttListFile(exchange, days[0] ?? '')
  write(sttList.name, sttList.text)
  write('clients.csv', clientsFile(exchange, seed))
  let trades = 0
  for (const day of days) {
    const traded = exchange.trade(day, count)
    const settledOn = dayOf(nextOpen(Date.parse(day) + oneDay, oneDay))
    for (const [name, text] of filesOf({ day, settledOn, shortOf, clearsAt, ...traded }, exchange)) write(name, text)
    trades += traded.trades.length
  }
  console.log(
    `${trades} trades of ${clients} clients on ${days.length} days, ${days[0]} to ${days.at(-1)}: ${values.out}`,
  )
}
