import { marketCalls, type Instrument } from '@sauda/contract/market'
import type { NewInstrument } from './market.api.ts'

export interface TypedInstrument {
  symbol: string
  name: string
  /** Comma-separated. */
  aliases: string
  exchange: Instrument['exchange']
  kind: Instrument['kind']
  lot: string
  tick: string
  fractional: boolean
  active: boolean
}

export const emptyInstrument: TypedInstrument = {
  symbol: '',
  name: '',
  aliases: '',
  exchange: 'NSE',
  kind: 'share',
  lot: '1',
  tick: '0.05',
  fractional: false,
  active: true,
}

export function typedFrom(instrument: Instrument | undefined): TypedInstrument {
  if (!instrument) return emptyInstrument
  const { symbol, name, aliases, exchange, kind, lot, tick, fractional, active } = instrument
  return { symbol, name, aliases: aliases.join(', '), exchange, kind, lot: String(lot), tick, fractional, active }
}

export type InstrumentFaults = Readonly<Partial<Record<keyof TypedInstrument, string>>>

export function instrumentOf(typed: TypedInstrument): { instrument: NewInstrument } | { faults: InstrumentFaults } {
  const body = {
    ...typed,
    lot: /^\d{1,9}$/.test(typed.lot) ? Number(typed.lot) : Number.NaN,
    aliases: typed.aliases
      .split(',')
      .map((alias) => alias.trim())
      .filter((alias) => alias !== ''),
  }
  const checked = marketCalls.addInstrument.body.safeParse(body)
  if (checked.success) return { instrument: checked.data }
  const faults: Partial<Record<keyof TypedInstrument, string>> = {}
  for (const { path, message } of checked.error.issues) faults[path[0] as keyof TypedInstrument] ??= message
  return { faults }
}
