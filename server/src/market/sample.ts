import { readFile } from 'node:fs/promises'
import type { Candle } from '@sauda/contract/market'

const file = new URL('../../market/sample.csv', import.meta.url)

let read: Promise<ReadonlyMap<string, Candle[]>> | undefined

/** Daily sample candles by symbol (server/market/README.md). */
export function sampleCandles(): Promise<ReadonlyMap<string, Candle[]>> {
  return (read ??= load())
}

async function load(): Promise<ReadonlyMap<string, Candle[]>> {
  const [, ...lines] = (await readFile(file, 'utf8')).trim().split('\n')
  const candles = new Map<string, Candle[]>()
  for (const line of lines) {
    const [symbol = '', day, open = '', high = '', low = '', close = ''] = line.split(',')
    const start = new Date(`${day}T00:00:00+05:30`).toISOString()
    const all = candles.get(symbol) ?? []
    all.push({ start, open, high, low, close })
    candles.set(symbol, all)
  }
  return candles
}
