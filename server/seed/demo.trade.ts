import { decimalOf } from '@sauda/contract/decimal'
import { paiseOf } from '@sauda/contract/money'
import { roles } from '@sauda/contract/operator'
import type { Role } from '@sauda/contract/operator'
import type { House } from '../src/house.ts'
import { owedPrincipal } from '../src/loan/loan.ts'
import { findInstrument } from '../src/market/instrument.ts'
import type { Tx } from '../src/platform/db.ts'
import { approveReversal, askReversal, rejectReversal } from '../src/trade/trade.reversal.ts'
import { buy, sell } from '../src/trade/trade.ts'
import type { Hands } from '../src/trade/trade.record.ts'
import { approve } from '../src/wallet/wallet.decide.ts'
import { addFund } from '../src/wallet/wallet.ts'

type Person = { readonly id: string; readonly name: string }
type Staff = Readonly<Record<Extract<Role, 'dealer' | 'admin' | 'cashier'>, Person>>

/** From this machine itself. */
const ip = '127.0.0.1'
/** Nobody has said a price yet. */
const hands: Hands = { instrument: findInstrument, last: () => ({}), owed: owedPrincipal }

const exact = (number: string): bigint => decimalOf(number) ?? 0n

/** The verbs of the trade room in the words of the demo. */
function verbs(house: House, tx: Tx, { dealer, admin }: Staff) {
  const [first, second] = [
    { operator: dealer, ip },
    { operator: admin, ip },
  ]
  const deal = (quantity: string, price: string) => ({ quantity: exact(quantity), price: exact(price) })
  return {
    buy: async ({ id }: Person, stockName: string, quantity: string, price: string) =>
      (await buy(house, hands, tx, first, { clientId: id, stockName, ...deal(quantity, price) }))._id,
    sell: async (tradeId: string, quantity: string, price: string) =>
      (await sell(house, hands, tx, first, { tradeId, ...deal(quantity, price) }))._id,
    ask: async (tradeId: string, reason: string) =>
      (await askReversal(house, hands, tx, first, { tradeId, reason }))._id,
    approve: (reversalId: string) => approveReversal(house, hands, tx, { ...second, reversalId }),
    refuse: (reversalId: string) => rejectReversal(house, hands, tx, { ...second, reversalId }),
  }
}

type Clients = { readonly verified: Person; readonly trader: Person }

/** Positions paid from a balance and partly with a loan, sales with gain and loss, and reversals in every state. */
export async function seedTrades(house: House, tx: Tx, staff: Staff, { verified, trader }: Clients): Promise<void> {
  const demo = verbs(house, tx, staff)

  const reliance = await demo.buy(verified, 'RELIANCE', '40', '1412.55')
  await demo.buy(verified, 'TCS', '15', '3025.4')
  await demo.sell(reliance, '10', '1450')
  // The balance is not enough for all of it: the rest comes from the running loan.
  await demo.buy(verified, 'INFY', '40', '1540.1')

  const body = { id: trader.id, amount: paiseOf(500_000), utr: '412600000006' }
  const { transaction } = await addFund(house, tx, { client: trader, body, ip })
  const cashier = { ...staff.cashier, rights: roles.cashier, sessionId: '' }
  await approve(house, tx, { id: transaction._id, operator: cashier, ip, reference: '412600000006' })

  await demo.buy(trader, 'HDFCBANK', '100', '985.2')
  const itc = await demo.buy(trader, 'ITC', '200', '410.3')
  const sbin = await demo.buy(trader, 'SBIN', '80', '845.65')
  const dollars = await demo.buy(trader, 'USD/INR', '500.5', '88.4525')
  const icici = await demo.buy(trader, 'ICICIBANK', '50', '1370.5')
  await demo.sell(sbin, '80', '872.1')
  await demo.sell(itc, '120', '396.75')
  await demo.sell(dollars, '250.25', '88.915')
  await demo.approve(await demo.ask(await demo.sell(icici, '20', '1307.5'), 'Booked with a wrong quantity or price'))
  await demo.sell(icici, '20', '1370.05')

  await demo.buy(trader, 'TCS', '10', '3031')
  await demo.approve(await demo.ask(await demo.buy(trader, 'TCS', '10', '3031'), 'Booked twice'))
  await demo.refuse(await demo.ask(await demo.buy(trader, 'EUR/INR', '100', '102.7'), 'Booked for the wrong client'))
  await demo.ask(await demo.buy(trader, 'WIPRO', '150', '245.65'), 'Booked with a wrong quantity or price')
}
