import type { Instrument } from '@sauda/contract/trading/market'
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

export const instrumentOf = (typed: TypedInstrument) => ({
  ...typed,
  lot: /^\d{1,9}$/.test(typed.lot) ? Number(typed.lot) : Number.NaN,
  aliases: typed.aliases
    .split(',')
    .map((alias) => alias.trim())
    .filter((alias) => alias !== ''),
})
