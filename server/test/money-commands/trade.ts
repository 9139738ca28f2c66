import { decimalText } from '@sauda/contract/platform/decimal'
import { rupeesOf } from '@sauda/contract/platform/money'
import { tradeRules } from '@sauda/contract/trading/trade-error'
import fc from 'fast-check'
import {
  agree,
  clientOf,
  expectStatus,
  type ClientModel,
  type MoneyModel,
  type MoneyReal,
  type PositionModel,
  type SaleModel,
} from './model.ts'

type Command = fc.AsyncCommand<MoneyModel, MoneyReal>

/** A command about one client that can always be attempted. */
function command(name: string, choice: number, run: (client: ClientModel, real: MoneyReal) => Promise<void>): Command {
  return {
    check: () => true,
    async run(model, real) {
      const client = clientOf(model, choice)
      await run(client, real)
      await agree(real, client)
    },
    toString: () => `${name} (client ${choice})`,
  }
}

/** Quantities are whole hundred-millionths, like prices. */
const unit = 100_000_000n
const halfUp = (amount: bigint, by: bigint) => amount / by + (2n * (amount % by) >= by ? 1n : 0n)
const costOf = (price: bigint, quantity: bigint) => halfUp(price * quantity, unit * (unit / 100n))
const least = (one: bigint, other: bigint) => (one < other ? one : other)
const spare = ({ loans_receivable, loan }: ClientModel) => (loans_receivable > loan ? loans_receivable - loan : 0n)

/** No price has more than ten digits before the point. */
const isPrice = (price: bigint) => price < 10n ** 10n * unit

/** Shares are whole, pairs may be fractional. */
const stocks = ['TCS', 'USD/INR'] as const

/** Spends thousandths of balance and loan together; above 1000 that is more than there is. */
export const buy = (choice: number, share: number, quantity: bigint, stock: (typeof stocks)[number] = 'TCS') =>
  command(`buy ${decimalText(quantity)} ${stock} for ${share} ‰`, choice, async (model, real) => {
    const wanted = ((model.cash + model.loan) * BigInt(share)) / 1000n
    const price = ((wanted * unit) / quantity + 1n) * (unit / 100n)
    const cost = costOf(price, quantity)
    const body = {
      clientId: model.client.id,
      stockName: stock,
      quantity: decimalText(quantity),
      price: decimalText(price),
    }
    const call = () => real.server.call('POST', '/desk/trades/buy', { token: real.deskToken, body })
    const isPossible = cost > 0n && cost <= model.cash + model.loan && cost <= tradeRules.maximum
    const { status, body: trade } = await expectStatus(
      real,
      model,
      isPrice(price) ? (isPossible ? 200 : 422) : 400,
      call,
    )
    if (status !== 200) return
    const fromCash = least(model.cash, cost)
    model.cash -= fromCash
    model.loan -= cost - fromCash
    model.invested += cost
    const open = { quantity, cost, loanPart: cost - fromCash }
    model.positions.push({ id: trade._id, isWhole: stock === 'TCS', price, bought: quantity, open, isReversed: false })
  })

/** Sells thousandths of a position, at thousandths of what it was bought at. */
export const sell = (choice: number, which: number, share: number, factor: number) =>
  command(`sell ${share} ‰ of position ${which} at ${factor} ‰`, choice, async (model, real) => {
    const position = model.positions[which % model.positions.length]
    if (!position) return
    const { open, isWhole } = position
    const part = (open.quantity * BigInt(share)) / 1000n
    const quantity = isWhole ? (part / unit + 1n) * unit : part + 1n
    // To four places: a price has at most 15 digits.
    const price = ((position.price * BigInt(factor)) / 1000n / 10_000n + 1n) * 10_000n
    const proceeds = costOf(price, quantity)
    const body = { quantity: decimalText(quantity), price: decimalText(price) }
    const call = () => real.server.call('POST', `/desk/trades/${position.id}/sell`, { token: real.deskToken, body })
    if (!isPrice(price)) return void (await expectStatus(real, model, 400, call))
    const isDust = quantity < open.quantity && costOf(price, open.quantity - quantity) === 0n
    const refused = quantity > open.quantity || isDust || proceeds === 0n || proceeds > tradeRules.maximum ? 422 : 200
    const { status, body: trade } = await expectStatus(real, model, open.quantity === 0n ? 409 : refused, call)
    if (status === 200) settle(model, position, { id: trade._id, quantity, proceeds })
  })

function settle(model: ClientModel, position: PositionModel, sold: Pick<SaleModel, 'id' | 'quantity' | 'proceeds'>) {
  const { open } = position
  const isAll = sold.quantity === open.quantity
  const partOf = (whole: bigint) => (isAll ? whole : halfUp(whole * sold.quantity, open.quantity))
  const [cost, loanPart] = [partOf(open.cost), partOf(open.loanPart)]
  const back = least(loanPart, spare(model))
  const loss = cost > sold.proceeds ? cost - sold.proceeds : 0n
  const lossFromCash = least(loss, model.cash + cost - back)
  const toLoan = back - (loss - lossFromCash)
  model.loan += toLoan
  model.cash += sold.proceeds - toLoan
  model.invested -= cost
  model.clearing += sold.proceeds - cost
  position.open = {
    quantity: open.quantity - sold.quantity,
    cost: open.cost - cost,
    loanPart: open.loanPart - loanPart,
  }
  model.sales.push({ ...sold, position, cost, loanPart, toLoan, isReversed: false })
}

type Booked = { readonly position: PositionModel; readonly sale?: SaleModel }

const bookedIn = ({ positions, sales }: ClientModel): Booked[] => [
  ...positions.map((position) => ({ position })),
  ...sales.map((sale) => ({ position: sale.position, sale })),
]

const isUndoable = ({ position, sale }: Booked) =>
  sale ? !sale.isReversed : !position.isReversed && position.open.quantity === position.bought

const token = (real: MoneyReal, by: number) => (by === 0 ? real.deskToken : (real.secondToken ?? real.deskToken))

const requestReversal = (choice: number, which: number, by: number) =>
  command(`operator ${by} requests the reversal of trade ${which}`, choice, async (model, real) => {
    const all = bookedIn(model)
    const booked = all[which % all.length]
    if (!booked) return
    const id = booked.sale?.id ?? booked.position.id
    const waits = model.reversals.some(
      (one) => one.isOpen && one.booked.position === booked.position && one.booked.sale === booked.sale,
    )
    const body = { reason: 'Booked twice' }
    const call = () => real.server.call('POST', `/desk/trades/${id}/reversal`, { token: token(real, by), body })
    const answer = await expectStatus(real, model, isUndoable(booked) && !waits ? 200 : 409, call)
    if (answer.status === 200) model.reversals.push({ id: answer.body._id, booked, isOpen: true })
  })

/** The client's figures after a reversal, if they still have what must be returned. */
function undone(model: ClientModel, { position, sale }: Booked): { cash: bigint; loan: bigint } {
  if (!sale) {
    const toLoan = least(position.open.loanPart, spare(model))
    return { loan: model.loan + toLoan, cash: model.cash + position.open.cost - toLoan }
  }
  const fromLoan = least(sale.toLoan, model.loan)
  return { loan: model.loan - fromLoan, cash: model.cash - (sale.proceeds - fromLoan) }
}

function undo(model: ClientModel, { position, sale }: Booked): void {
  Object.assign(model, undone(model, { position, ...(sale && { sale }) }))
  const { open } = position
  if (!sale) {
    model.invested -= open.cost
    Object.assign(position, { isReversed: true, open: { quantity: 0n, cost: 0n, loanPart: 0n } })
    return
  }
  sale.isReversed = true
  model.invested += sale.cost
  model.clearing -= sale.proceeds - sale.cost
  position.open = {
    quantity: open.quantity + sale.quantity,
    cost: open.cost + sale.cost,
    loanPart: open.loanPart + sale.loanPart,
  }
}

const decideReversal = (choice: number, which: number, by: number, verb: 'approve' | 'reject') =>
  command(`operator ${by} would ${verb} reversal ${which}`, choice, async (model, real) => {
    const one = model.reversals[which % model.reversals.length]
    if (!one) return
    const isPossible = verb === 'reject' || (isUndoable(one.booked) && undone(model, one.booked).cash >= 0n)
    const call = () =>
      real.server.call('POST', `/desk/reversals/${one.id}/${verb}`, { token: token(real, by), body: {} })
    const { status } = await expectStatus(real, model, one.isOpen && isPossible ? 200 : 409, call)
    if (status !== 200) return
    one.isOpen = false
    if (verb === 'approve') undo(model, one.booked)
  })

/** The next step, so that most trades are sold and reversed. */
const forward = (choice: number, which: number, share: number, factor: number): Command => ({
  ...command('deal', choice, async () => {}),
  async run(model, real) {
    const { positions } = clientOf(model, choice)
    const open = positions.flatMap(({ open: { quantity: left } }, n) => (left > 0n ? [n] : []))
    const chosen = open[which % (open.length + 1)]
    const step =
      chosen === undefined ? buy(choice, share, BigInt(which + 1) * unit) : sell(choice, chosen, share, factor)
    await step.run(model, real)
  },
})

/** Two operators reverse a trade that can be reversed. */
const reverse = (choice: number, which: number, by: number): Command => ({
  ...command(`undo ${which}`, choice, async () => {}),
  async run(model, real) {
    const client = clientOf(model, choice)
    const undoable = bookedIn(client).flatMap((booked, n) => (isUndoable(booked) ? [n] : []))
    const chosen = undoable[which % undoable.length]
    if (chosen === undefined) return
    await requestReversal(choice, chosen, by).run(model, real)
    const booked = bookedIn(client)[chosen]
    const waiting = client.reversals.findIndex(
      (one) => one.isOpen && one.booked.position === booked?.position && one.booked.sale === booked.sale,
    )
    await decideReversal(choice, waiting, 1 - by, 'approve').run(model, real)
  },
})

/** The client's view of the trades. */
const look = (choice: number) =>
  command('look at the portfolio', choice, async ({ client, invested, clearing, positions }, real) => {
    const { body } = await real.server.call('GET', `/user/portfolio/${client.id}`, { token: client.token })
    const open = positions.filter((position) => position.open.quantity > 0n).length
    const wanted = [rupeesOf(invested), rupeesOf(clearing), open].join(', ')
    const said = [body.totalInvestment, body.totalPnL, body.openPositions].join(', ')
    if (said !== wanted) throw new Error(`the portfolio should be ${wanted}, it says ${said}`)
  })

const choice = fc.nat({ max: 7 })
const which = fc.nat({ max: 9 })
const share = fc.oneof(fc.integer({ min: 0, max: 999 }), fc.constantFrom(400, 999, 1000, 1100))
const quantity = fc.bigInt(1n, 9n).map((whole) => whole * unit)
const part = fc.bigInt(unit / 100n, 5n * unit)
const operator = fc.nat({ max: 1 })
const verb = fc.constantFrom('approve' as const, 'approve' as const, 'reject' as const)
const factor = fc.integer({ min: 0, max: 1600 })

/** All commands about trades; combine them with the commands of other features. They need balances to pay from. */
export const tradeCommands: fc.Arbitrary<Command>[] = [
  fc.tuple(choice, share, quantity).map(([who, of, many]) => buy(who, of, many)),
  fc.tuple(choice, share, part).map(([who, of, many]) => buy(who, of, many, 'USD/INR')),
  ...[1, 2, 3].map(() => fc.tuple(choice, which, share, factor).map(([who, one, of, at]) => sell(who, one, of, at))),
  fc.tuple(choice, which, operator).map(([who, one, by]) => requestReversal(who, one, by)),
  ...[1, 2].map(() =>
    fc.tuple(choice, which, operator, verb).map(([who, one, by, what]) => decideReversal(who, one, by, what)),
  ),
  ...[1, 2, 3, 4, 5].map(() =>
    fc.tuple(choice, which, share, factor).map(([who, one, of, at]) => forward(who, one, of, at)),
  ),
  ...[1, 2].map(() => fc.tuple(choice, which, operator).map(([who, one, by]) => reverse(who, one, by))),
  choice.map(look),
]
