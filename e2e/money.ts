import { randomInt } from 'node:crypto'
import type { Sauda } from './harness.ts'
import { call, deskToken, verifiedClient, type Cards, type Client } from './people.ts'

/** A UTR: twelve digits that were not used yet. */
export const newUtr = (): string => Array.from({ length: 12 }, () => randomInt(10)).join('')

/** A call by an operator, by default the first one. */
export async function atDesk<T>(sauda: Sauda, path: string, body: object, token?: string): Promise<T> {
  return call<T>(sauda, 'POST', `/desk${path}`, { token: token ?? (await deskToken(sauda)), body })
}

export interface Operator {
  name: string
  email: string
  password: string
  token: string
}

/** Another operator, of any role, logged in once. */
export async function newOperator(sauda: Sauda, name: string, role: string): Promise<Operator> {
  const email = `${name.toLowerCase().replace(' ', '.')}.${newUtr()}@sauda.example`
  const added = await atDesk<{ password?: string }>(sauda, '/operators', { name, email, role })
  const password = added.password ?? (await acceptInvitation(sauda, email))
  const { token } = await call<{ token: string }>(sauda, 'POST', '/desk/login', { body: { email, password } })
  return { name, email, password, token }
}

/** Under the approval policy an operator gets a link by e-mail and sets the password. */
async function acceptInvitation(sauda: Sauda, email: string): Promise<string> {
  const { text } = await sauda.nextMailTo(email)
  const body = { invitation: /\/desk\/invitation#(\S+)/.exec(text)?.[1], newPassword: 'Quiet-River-27' }
  await call(sauda, 'POST', '/desk/invitation', { body })
  return body.newPassword
}

/** Sets the bank details; setting them the first time starts no cool-off. */
async function setBank(sauda: Sauda, { token, userId, name, email }: Client): Promise<void> {
  const bankDetails = { accountHolderName: name, accountNumber: newUtr(), ifsc: 'HDFC0000001' }
  await call(sauda, 'PUT', `/user/profile/update/${userId}`, { token, body: { bankDetails } })
  sauda.passMailTo(email)
}

interface Sent {
  transaction: { _id: string; transactionId: string }
}

/** Reports a payment, as Pay Now does; nothing is credited yet. */
export async function reportPayment(sauda: Sauda, { token, userId }: Client, amount: number, utr = newUtr()) {
  const body = { id: userId, amount, utr }
  const { transaction } = await call<Sent>(sauda, 'POST', '/user/wallet/add-money', { token, body })
  return { ...transaction, utr }
}

/** A deposit the desk has found in the bank. */
async function fund(sauda: Sauda, client: Client, amount: number): Promise<void> {
  const { _id, utr } = await reportPayment(sauda, client, amount)
  await atDesk(sauda, `/wallet/transactions/${_id}/approve`, { reference: utr })
  sauda.passMailTo(client.email)
}

/** A verified client with bank details and their own money in the wallet. */
export async function clientWith(sauda: Sauda, cards: Cards, first: string, rupees: number): Promise<Client> {
  const client = await verifiedClient(sauda, cards, first)
  await setBank(sauda, client)
  if (rupees > 0) await fund(sauda, client, rupees)
  return client
}

export interface Wallet {
  unsettled?: number
  balance: number
  loanAmount: number
  cashback: number
  withheld: number
  withdrawable: number
}

export const walletOf = (sauda: Sauda, { token, userId }: Client): Promise<Wallet> =>
  call(sauda, 'GET', `/user/wallet/${userId}`, { token })

interface Transaction {
  _id: string
  type: 'added' | 'withdrawal'
  amount: number
  status: string
}

/** The client's deposits and withdrawals, newest first. */
export async function transactionsOf(sauda: Sauda, { token, userId }: Client): Promise<Transaction[]> {
  const path = `/user/wallet/transactions/${userId}`
  return (await call<{ transactions: Transaction[] }>(sauda, 'GET', path, { token })).transactions
}

export interface Trade {
  _id: string
  tradeId: string
  action: string
  quantity: number
  profitLoss?: number
  reversed?: { reason: string }
}

export const tradesOf = (sauda: Sauda, { token, userId }: Client): Promise<Trade[]> =>
  call(sauda, 'GET', `/user/trade/history/${userId}`, { token })

interface NewCharge {
  chargeType: string
  description: string
  amount: number
  gst?: number
  dueDate?: string
}

/** Raises a charge; the client is mailed. */
export async function raiseCharge(
  sauda: Sauda,
  client: Client,
  charge: NewCharge,
): Promise<{ _id: string; reference: string }> {
  const raised = await atDesk<{ _id: string; reference: string }>(sauda, '/charges', {
    clientId: client.userId,
    ...charge,
  })
  sauda.passMailTo(client.email)
  return raised
}
