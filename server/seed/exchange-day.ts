import type { ExchangeTrade } from './exchange-oracle.ts'

/** The trades of an invented exchange: the same for the same seed. */

export type Share = {
  readonly isin: string
  readonly symbol: string
  readonly series: string
  /** Trade for trade. */
  readonly isDelivered: boolean
}
type Priced = Share & { price: number }
export type Client = { readonly ucc: string; readonly state: 'MH' | 'KA' }
/** The close of each share in paise, by ISIN, and the one before it. */
export type Closes = ReadonlyMap<string, { readonly before: number | bigint; readonly close: number | bigint }>

/** The same numbers for the same seed (mulberry32). */
function randomOf(seed: number) {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    below: (most: number) => Math.floor(next() * most),
    /** A place in a list whose first ones are chosen most often. */
    zipf: (length: number): number => Math.floor((length + 1) ** next()) - 1,
  }
}
type Random = ReturnType<typeof randomOf>

/** With its check digit. */
export function isinOf(start: string): string {
  const digits = Array.from(`${start}0`, (character) => String(Number.parseInt(character, 36))).join('')
  const sum = digits
    .split('')
    .toReversed()
    .reduce((total, digit, at) => {
      const value = Number(digit) * (at % 2 === 0 ? 1 : 2)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
  return `${start}${(10 - (sum % 10)) % 10}`
}

const ticks: readonly (readonly [below: number, tick: number])[] = [
  [25_000, 1],
  [100_000, 5],
  [500_000, 10],
  [1_000_000, 50],
  [2_000_000, 100],
  [Number.POSITIVE_INFINITY, 500],
]
function onTick(paise: number): number {
  const tick = ticks.find(([below]) => paise < below)?.[1] ?? 1
  return Math.max(1, Math.round(paise / tick)) * tick
}

const shareCount = 50

function makeShares(random: Random, seed: number): Priced[] {
  return Array.from({ length: shareCount }, (_, at) => {
    const isFund = at === shareCount - 1
    const isDelivered = at === shareCount - 2
    const code = `9${String(seed % 1000).padStart(3, '0')}${String(at).padStart(2, '0')}01`
    return {
      isin: isinOf(`${isFund ? 'INF' : 'INE'}${code}`),
      symbol: `SYN${String(seed % 1000)}X${at}`,
      series: isDelivered ? 'BE' : 'EQ',
      isDelivered,
      price: onTick(Math.round(10 ** (3.5 + 2 * random.next()))),
    }
  })
}

/** Some codes begin with zeros, which count. */
const makeClients = (seed: number, count: number): Client[] =>
  Array.from({ length: count }, (_, at) => ({
    ucc: at % 10 === 9 ? `00${seed}${at}` : `SY${seed}${String(at).padStart(2, '0')}`,
    state: at % 3 === 1 ? 'KA' : 'MH',
  }))

/** The part of a sale that is not delivered: in `share` of the cases something between one share and all. */
export function newShortages({ seed, share }: { readonly seed: number; readonly share: number }) {
  const random = randomOf(seed + 1)
  return (sold: bigint): bigint => (random.next() < share && sold > 0n ? 1n + BigInt(random.below(Number(sold))) : 0n)
}

export function newExchange({ seed, clients: count }: { readonly seed: number; readonly clients: number }) {
  const random = randomOf(seed)
  const shares = makeShares(random, seed)
  const clients = makeClients(seed, count)
  const held = new Map<string, number>()
  let order = 1_100_000_000_000_000 + seed * 1_000_000_000
  const delisted = new Set<Priced>()
  const shareOf = (symbol: string) => shares.find((share) => share.symbol === symbol) as Priced
  return {
    shares: shares as readonly Share[],
    clients,
    /** After a corporate action: another ISIN, or so many shares for one before. */
    change(symbol: string, { isin, times = 1 }: { readonly isin?: string | undefined; readonly times?: number }) {
      const share = shareOf(symbol)
      Object.assign(share, { isin: isin ?? share.isin, price: onTick(share.price / times) })
    },
    delist: (symbol: string) => void delisted.add(shareOf(symbol)),
    /** What clients can sell, by client and ISIN: `SY701 INE…`. */
    hold(now: ReadonlyMap<string, number>) {
      held.clear()
      for (const [key, quantity] of now) held.set(key, quantity)
    },
    /** At least `count` trades in the order of their times. */
    trade(day: string, count: number): { readonly trades: readonly ExchangeTrade[]; readonly closes: Closes } {
      const targets = shares.map(({ price }) => price * (0.96 + 0.08 * random.next()))
      const trades: Omit<ExchangeTrade, 'number'>[] = []
      const opening = new Map(held)
      const place = (at: number, client: string, side: 'B' | 'S', quantity: number, from: number) => {
        const share = shares[at] as Priced
        order += 1
        const filled = fill({ random, share, client, side, quantity, from, day, order, target: targets[at] ?? 0 })
        for (const trade of filled) {
          trades.push(trade)
          const key = `${client} ${share.isin}`
          const change = trade.isCancelled ? 0 : side === 'B' ? trade.quantity : -trade.quantity
          held.set(key, (held.get(key) ?? 0) + change)
        }
        return filled.reduce((sum, trade) => sum + (trade.isCancelled ? 0 : trade.quantity), 0)
      }
      while (trades.length < count) {
        const { ucc } = clients[random.zipf(clients.length)] as Client
        const kind = random.next()
        const at = kind < 0.01 ? shareCount - 1 : kind < 0.03 ? shareCount - 2 : random.zipf(shareCount - 2)
        if (delisted.has(shares[at] as Priced)) continue
        const { isin, isDelivered } = shares[at] as Priced
        const key = `${ucc} ${isin}`
        // Trade for trade, purchases of the day cannot be sold.
        const free = (isDelivered ? opening : held).get(key) ?? 0
        const from = 9.25 * 3600 + random.below(5 * 3600)
        if (free > 0 && random.next() < 0.45) {
          const sold = place(at, ucc, 'S', random.next() < 0.5 ? free : 1 + random.below(free), from)
          opening.set(key, free - sold)
          continue
        }
        const bought = place(at, ucc, 'B', 1 + random.below(200), from)
        // A third of the turnover is intraday, some of it in part.
        if (isDelivered || bought === 0 || random.next() >= 0.25) continue
        place(at, ucc, 'S', random.next() < 0.25 ? 1 + random.below(bought) : bought, from + 600)
      }
      return { trades: numbered(trades), closes: closeAll(shares, trades) }
    },
  }
}

type Order = {
  readonly random: Random
  readonly share: Share
  readonly client: string
  readonly side: 'B' | 'S'
  readonly quantity: number
  readonly from: number
  readonly day: string
  readonly order: number
  readonly target: number
}

function fill({ random, share, client, side, quantity, from, day, order, target }: Order) {
  const exchange = share.isDelivered || random.next() < 0.8 ? ('NSE' as const) : ('BSE' as const)
  const { isin, symbol, series, isDelivered } = share
  const filled: Omit<ExchangeTrade, 'number'>[] = []
  for (let left = quantity; left > 0;) {
    const shares = random.next() < 0.55 ? left : 1 + random.below(left)
    const at = `${day}T${new Date((from + random.below(300)) * 1000).toISOString().slice(11, 19)}`
    filled.push({
      day,
      exchange,
      order: String(order),
      client,
      isin,
      symbol,
      isDelivered,
      side,
      quantity: shares,
      at,
      series: exchange === 'BSE' ? 'A' : series,
      price: onTick(target * (0.99 + 0.02 * random.next())),
      isCancelled: random.next() < 0.002,
    })
    left -= shares
  }
  return filled
}

/** Numbers in the order of time; both exchanges have the same ones. */
function numbered(trades: readonly Omit<ExchangeTrade, 'number'>[]): ExchangeTrade[] {
  const next = { NSE: 300_000, BSE: 300_000 }
  return trades
    .toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
    .map((trade) => ({ ...trade, number: String((next[trade.exchange] += 1)) }))
}

function closeAll(shares: readonly Priced[], trades: readonly Omit<ExchangeTrade, 'number'>[]): Closes {
  const last = new Map(trades.filter(({ isCancelled }) => !isCancelled).map(({ isin, price }) => [isin, price]))
  return new Map(
    shares.map((share) => {
      const before = share.price
      share.price = last.get(share.isin) ?? before
      return [share.isin, { before, close: share.price }]
    }),
  )
}
