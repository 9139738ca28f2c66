import { marketCalls, type Instrument } from '@sauda/contract/market'
import { fieldErrors, type FieldErrors } from '../shell/field-errors.ts'
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

export function instrumentOf(typed: TypedInstrument): { instrument?: NewInstrument; errors?: FieldErrors | undefined } {
  const body = {
    ...typed,
    lot: /^\d{1,9}$/.test(typed.lot) ? Number(typed.lot) : Number.NaN,
    aliases: typed.aliases
      .split(',')
      .map((alias) => alias.trim())
      .filter((alias) => alias !== ''),
  }
  const { data } = marketCalls.addInstrument.body.safeParse(body)
  return data ? { instrument: data } : { errors: fieldErrors(marketCalls.addInstrument.body, body) }
}
