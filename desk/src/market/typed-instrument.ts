import { marketCalls, type Instrument } from '@sauda/contract/market'
import { fieldErrors, type FieldErrors } from '../shell/field-errors.ts'
import type { NewInstrument } from './market.api.ts'

export interface TypedInstrument extends Omit<NewInstrument, 'aliases' | 'lot' | 'isin'> {
  /** Comma-separated. */
  aliases: string
  lot: string
  isin: string
}

export const emptyInstrument: TypedInstrument = {
  symbol: '',
  name: '',
  aliases: '',
  exchange: 'NSE',
  isin: '',
  kind: 'share',
  lot: '1',
  tick: '0.05',
  fractional: false,
  active: true,
}

export const typedFrom = (instrument: Instrument | undefined): TypedInstrument =>
  instrument ? { ...instrument, aliases: instrument.aliases.join(', '), lot: String(instrument.lot) } : emptyInstrument

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
