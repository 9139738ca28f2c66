import { newUtr } from './reconciliation.ts'
import type { Call } from './trade.ts'

type Caller = { readonly token: string }
type Client = Caller & { readonly id: string }
type Requested = { readonly _id: string; readonly transactionId: string; readonly reference: string }

/** The calls of clients for deposits and withdrawals, and a cashier's for both. */
export function walletSteps({ call }: { readonly call: Call }, cashier: Caller) {
  const ask = async ({ id, token }: Client, path: string, more: object): Promise<Requested> => {
    const { status, body } = await call('POST', `/user/wallet/${path}`, { token, body: { id, ...more } })
    if (status !== 200) throw new Error(body.message)
    return body.transaction
  }
  const wallet = async ({ id, token }: Client) => (await call('GET', `/user/wallet/${id}`, { token })).body
  return {
    /** Throws if the server rejects it, like the two after it, which return the id of the request. */
    ask,
    deposit: async (client: Client, amount: number, utr?: string) =>
      (await ask(client, 'add-money', { amount, ...(utr !== undefined && { utr }) }))._id,
    withdraw: async (client: Client, amount: number) => (await ask(client, 'withdraw', { amount }))._id,
    approve: (id: string | undefined, reference = newUtr(), { token } = cashier, more: object = {}) =>
      call('POST', `/desk/wallet/transactions/${id}/approve`, { token, body: { reference, ...more } }),
    wallet,
    balanceOf: async (client: Client): Promise<number> => (await wallet(client)).balance,
  }
}
