/**
 * What a tax report states, computed a second time from the rules alone (docs/decisions/0065-tax-report.md, 0105-corporate-actions.md): it
 * imports nothing. Every share is matched through one queue of units for each stock, quantities are hundred-millionths, amounts paise.
 */

type Deal = {
  readonly side: 'B' | 'S'
  readonly day: string
  readonly stock: string
  readonly quantity: string
  /** Rupees with two decimals: the value, then charges without STT, then STT. */
  readonly value: string
  readonly charges: string
  readonly stt: string
  /** Trade-for-trade, and fractions that the company paid. */
  readonly delivered: boolean
}
/** For `held` shares `given` after it, or besides (bonus, demerger). */
type Action = {
  readonly day: string
  readonly kind: 'split' | 'consolidation' | 'merger' | 'demerger' | 'bonus'
  readonly stock: string
  readonly held: number
  readonly given: number
  readonly other: string
  /** Percent of the cost, in a demerger. */
  readonly percent: string
  /** The day from which bonus shares are held; below, whole shares and fraction together. */
  readonly allotted: string
  readonly quantity: string
}
/** The highest price of a stock on 31 January 2018, in rupees. */
type Price = { readonly stock: string; readonly price: string }
export type TaxEvent = { readonly deal: Deal } | { readonly action: Action } | { readonly price: Price }

export type OracleExit = {
  readonly category: string
  readonly stock: string
  readonly bought: string
  readonly sold: string
  readonly quantity: bigint
  readonly cost: bigint
  /** What the price of 31 January 2018 adds to it, which `cost` has. */
  readonly added: bigint
  readonly value: bigint
  readonly charges: bigint
  readonly stt: bigint
  readonly profit: bigint
  readonly taxable: bigint
}

type Part = { day: string; quantity: bigint; value: bigint; charges: bigint; stt: bigint; fair?: bigint }

/** `12.5` with so many decimals, as a whole number. */
function scaled(text: string, decimals: number): bigint {
  const [whole = '', part = ''] = text.split('.')
  return BigInt(whole + part.padEnd(decimals, '0'))
}

/** Half of the last place is rounded up. Nothing here is negative. */
function rounded(amount: bigint, times: bigint, by: bigint): bigint {
  const exact = amount * times
  const rest = exact % by
  return exact / by + (rest * 2n >= by ? 1n : 0n)
}

const unit = 8

/** Takes a quantity away from a part: each amount in proportion, the last piece what is left. */
function cut(part: Part, quantity: bigint): Part {
  const piece = {
    day: part.day,
    quantity,
    value: rounded(part.value, quantity, part.quantity),
    charges: rounded(part.charges, quantity, part.quantity),
    stt: rounded(part.stt, quantity, part.quantity),
    ...(part.fair !== undefined && { fair: rounded(part.fair, quantity, part.quantity) }),
  }
  if (part.fair !== undefined) part.fair -= piece.fair ?? 0n
  part.quantity -= quantity
  part.value -= piece.value
  part.charges -= piece.charges
  part.stt -= piece.stt
  return piece
}

/** Sold after the same day of the next year; the year of 29 February ends on 28 February. */
function isLong(bought: string, sold: string): boolean {
  const [year = 0, month = 0, date = 0] = bought.split('-').map(Number)
  const end = new Date(Date.UTC(year + 1, month - 1, month === 2 && date === 29 ? 28 : date))
  return new Date(`${sold}T00:00:00Z`) > end
}

/** The higher of the actual cost and the lower of price and sale value, less the actual cost. */
function raise({ value, charges, fair }: Part, sold: bigint): bigint {
  const cap = fair === undefined ? 0n : fair < sold ? fair : sold
  const actual = value + charges
  return cap > actual ? cap - actual : 0n
}

function exitOf(stock: string, bought: Part, sold: Part): OracleExit {
  const category = bought.day === sold.day ? 'intraday' : isLong(bought.day, sold.day) ? 'longTerm' : 'shortTerm'
  const added = category === 'longTerm' && sold.day >= '2018-04-01' ? raise(bought, sold.value) : 0n
  const [profit, charges, stt] = [
    sold.value - bought.value - added,
    bought.charges + sold.charges,
    bought.stt + sold.stt,
  ]
  return {
    category,
    stock,
    bought: bought.day,
    sold: sold.day,
    quantity: sold.quantity,
    cost: bought.value + added,
    added,
    value: sold.value,
    charges,
    stt,
    profit,
    taxable: profit - charges - (category === 'intraday' ? stt : 0n),
  }
}

const partOf = ({ day, quantity, value, charges, stt }: Deal): Part => ({
  day,
  quantity: scaled(quantity, unit),
  value: scaled(value, 2),
  charges: scaled(charges, 2),
  stt: scaled(stt, 2),
})

/** What an action makes of the queues. Each quantity is rounded at its place in the sum of those before it. */
function act(queues: Map<string, Part[]>, { day, kind, stock, held, given, other, percent }: Action): void {
  const entitled = (queues.get(stock) ?? []).filter((part) => part.day < day)
  const others = (queues.get(stock) ?? []).filter((part) => part.day >= day)
  if (kind === 'bonus') return
  let sum = 0n
  const changed = entitled.map((part): Part => {
    const before = rounded(sum, BigInt(given), BigInt(held))
    sum += part.quantity
    return { ...part, quantity: rounded(sum, BigInt(given), BigInt(held)) - before }
  })
  if (kind === 'split' || kind === 'consolidation') {
    queues.set(stock, [...changed, ...others])
    return
  }
  if (kind === 'demerger')
    for (const [at, part] of entitled.entries()) {
      const moved = changed[at]
      if (!moved) continue
      for (const key of ['value', 'charges', 'stt'] as const) {
        moved[key] = rounded(part[key], scaled(percent, 4), 1_000_000n)
        part[key] -= moved[key]
      }
      if (part.fair === undefined) continue
      moved.fair = rounded(part.fair, scaled(percent, 4), 1_000_000n)
      part.fair -= moved.fair
    }
  queues.set(stock, kind === 'demerger' ? [...entitled, ...others] : others)
  const into = [...(queues.get(other) ?? []), ...changed]
  into.sort((one, two) => (one.day < two.day ? -1 : one.day > two.day ? 1 : 0))
  queues.set(other, into)
}

/** The exits of all days in the order of their sales, and the quantities sold without a purchase. Deals of one day are in the order of trading. */
export function oracleOf(events: readonly TaxEvent[]) {
  const deals = events.flatMap((event) => ('deal' in event ? [event.deal] : []))
  const prices = events.flatMap((event) => ('price' in event ? [event.price] : []))
  const actions = events.flatMap((event) => ('action' in event ? [event.action] : []))
  const days = [...new Set([...deals, ...actions].map(({ day }) => day))]
  for (const { kind, allotted } of actions) if (kind === 'bonus' && !days.includes(allotted)) days.push(allotted)
  days.sort()
  const queues = new Map<string, Part[]>()
  const exits: { readonly sale: Deal; readonly exit: OracleExit }[] = []
  const unknown: { readonly sale: Deal; readonly quantity: bigint }[] = []
  let isPriced = false
  for (const day of days) {
    if (!isPriced && day > '2018-01-31') {
      isPriced = true
      for (const { stock, price } of prices)
        for (const part of queues.get(stock) ?? [])
          part.fair = rounded(part.quantity * scaled(price, 2), 1n, 100_000_000n)
    }
    for (const action of actions) if (action.day === day) act(queues, action)
    for (const { kind, stock, allotted, quantity } of actions)
      if (kind === 'bonus' && allotted === day) {
        const free = { day, quantity: scaled(quantity, unit), value: 0n, charges: 0n, stt: 0n }
        queues.set(stock, [...(queues.get(stock) ?? []), free])
      }
    const ofDay = deals.filter((deal) => deal.day === day)
    for (const stock of new Set(ofDay.map((deal) => deal.stock))) {
      const own = ofDay.filter((deal) => deal.stock === stock)
      const bought = own.flatMap((deal) => (deal.side === 'B' ? [{ deal, part: partOf(deal) }] : []))
      const sold = own.flatMap((deal) => (deal.side === 'S' ? [{ deal, part: partOf(deal) }] : []))
      const sellFrom = (sale: (typeof sold)[number], sources: readonly Part[]) => {
        for (const source of sources) {
          const quantity = source.quantity < sale.part.quantity ? source.quantity : sale.part.quantity
          if (quantity === 0n) continue
          exits.push({ sale: sale.deal, exit: exitOf(stock, cut(source, quantity), cut(sale.part, quantity)) })
        }
      }
      const netted = bought.filter(({ deal }) => !deal.delivered).map(({ part }) => part)
      for (const sale of sold) if (!sale.deal.delivered) sellFrom(sale, netted)
      const queue = queues.get(stock) ?? []
      for (const sale of sold) {
        sellFrom(sale, queue)
        if (sale.part.quantity > 0n) unknown.push({ sale: sale.deal, quantity: sale.part.quantity })
      }
      queues.set(
        stock,
        [...queue, ...bought.map(({ part }) => part)].filter(({ quantity }) => quantity > 0n),
      )
    }
  }
  const place = new Map(deals.map((deal, at) => [deal, at]))
  const inOrder = exits.toSorted((one, two) => (place.get(one.sale) ?? 0) - (place.get(two.sale) ?? 0))
  return { exits: inOrder.map(({ exit }) => exit), unknown }
}
