import type { Call } from '@sauda/contract/call'
import { features } from '@sauda/contract/calls'
import { clientId, clientToken, operatorToken, requestId } from './database.ts'
import { heavy, password } from './fill.ts'
import type { ApiRequest } from './load.ts'
import { purchase, withdrawal } from './verbs.ts'

export interface Subject {
  clients: number
  history: number
}
export interface Measured {
  name: string
  count: number
  /** Whether the limit applies to it. */
  isGoal: boolean
  /** Largest p99 on the large database, in milliseconds. */
  limit?: number
  request: (subject: Subject) => ApiRequest
}

export const somebody = ({ clients }: Subject) => 2 + Math.floor(Math.random() * (clients - 1))
const get = (path: string, token: string): ApiRequest => ({ method: 'GET', path, token })
const ofClient = (path: (id: string) => string) => (subject: Subject) => {
  const n = somebody(subject)
  return get(path(clientId(n)), clientToken(n))
}
const search = (text: (subject: Subject) => string) => (subject: Subject) =>
  get(`/desk/clients?search=${encodeURIComponent(text(subject))}`, operatorToken)
const longHistory = (before: (subject: Subject) => string) => (subject: Subject) =>
  get(`/user/wallet/transactions/${clientId(heavy)}?limit=50${before(subject)}`, clientToken(heavy))

export const calls: Measured[] = [
  { name: 'wallet', count: 300, isGoal: true, request: ofClient((id) => `/user/wallet/${id}`) },
  {
    name: 'history page',
    count: 300,
    isGoal: true,
    request: ofClient((id) => `/user/wallet/transactions/${id}?limit=50`),
  },
  {
    name: 'login',
    count: 30,
    isGoal: true,
    request: (subject) => ({
      method: 'POST',
      path: '/user/login',
      body: { email: `client${somebody(subject)}@example.com`, password },
    }),
  },
  { name: 'statement page', count: 300, isGoal: false, request: ofClient((id) => `/user/statement/${id}`) },
  { name: 'first page of a long history', count: 200, isGoal: false, request: longHistory(() => '') },
  {
    name: 'page in the middle of it',
    count: 200,
    isGoal: false,
    request: longHistory((subject) => `&before=${requestId(900_000_000_000 + Math.ceil(subject.history / 2) + 51)}`),
  },
  { name: 'trades', count: 300, isGoal: true, request: ofClient((id) => `/user/trade/history/${id}`) },
  { name: 'portfolio', count: 300, isGoal: true, request: ofClient((id) => `/user/portfolio/${id}`) },
  {
    name: 'sells of a long history',
    count: 200,
    isGoal: false,
    request: () => get(`/user/trade/history/${clientId(heavy)}?action=SELL`, clientToken(heavy)),
  },
  { name: 'desk: client by e-mail', count: 60, isGoal: false, request: search((s) => `client${somebody(s)}@`) },
  { name: 'desk: client by id', count: 60, isGoal: false, request: search((s) => `SD${100_000 + somebody(s)}`) },
  { name: 'desk: client by name', count: 60, isGoal: false, limit: 50, request: search(() => 'Kavya Rao') },
  {
    name: 'desk: find by name',
    count: 60,
    isGoal: false,
    limit: 50,
    request: () => ({ method: 'POST', path: '/desk/find', token: operatorToken, body: { text: 'Kavya Rao' } }),
  },
  { name: 'desk: nobody', count: 60, isGoal: false, request: search(() => 'Zarathustra') },
]

const atDesk = (path: string) => () => get(`/desk${path}`, operatorToken)

/** Further calls, of which only the query plans are checked. */
export const planned: ((subject: Subject) => ApiRequest)[] = [
  () => withdrawal(2),
  ofClient((id) => `/user/loan/get-loans-by-user/${id}`),
  ofClient(() => '/user/charges'),
  ofClient((id) => `/user/profile/${id}`),
  () => get(`/user/wallet/transaction/${requestId(2)}`, clientToken(2)),
  atDesk('/queue'),
  atDesk('/clients'),
  atDesk(`/clients/${clientId(2)}`),
  atDesk(`/clients/${clientId(2)}/entries`),
  atDesk(`/wallet/transactions/${requestId(2)}`),
  () => get(`/user/trade/history/${clientId(heavy)}`, clientToken(heavy)),
  () => get(`/user/portfolio/${clientId(heavy)}`, clientToken(heavy)),
  atDesk(`/clients/${clientId(2)}/trades`),
  atDesk(`/trades/${requestId(4)}`),
  atDesk('/reversals'),
  () => purchase(2),
  atDesk('/ledger/adjustments'),
  atDesk('/audit'),
]

/** Opens the database of this size in `folder`; fills a new one. */

/** Calls whose work is not a response time: files, streams, the check of the whole audit log and of the books. */
const apart = new Set(['GET /desk/audit/verify', 'GET /desk/books'])

const readsOf = (): (readonly [string, Call])[] =>
  Object.entries(features).flatMap(([feature, mounted]) =>
    Object.entries<Call>(mounted)
      .filter(
        ([, { method, path, reply }]) => method === 'GET' && typeof reply === 'object' && !apart.has(`GET ${path}`),
      )
      .map(([name, call]) => [`${feature}.${name}`, call] as const),
  )

/** Every call that reads, for client 2; `answers` tells which of them the data of this benchmark can answer. */
export async function everyRead(answers: (request: ApiRequest) => Promise<number>) {
  const found: Measured[] = []
  const unanswered: string[] = []
  const ids: Readonly<Record<string, string>> = {
    userId: clientId(2),
    clientId: clientId(2),
    transactionId: requestId(2),
    // The first trade of client 2.
    tradeId: requestId(2),
    chargeId: clientId(2),
  }
  for (const [name, { path, who }] of readsOf()) {
    const token = who === 'client' || who === 'verified' ? clientToken(2) : who === 'anyone' ? undefined : operatorToken
    const filled = path.replaceAll(/:(\w+)/g, (_, key: string) => ids[key] ?? clientId(2))
    const request: ApiRequest = { method: 'GET', path: filled, ...(token !== undefined && { token }) }
    const status = await answers(request)
    if (status === 200) found.push({ name, count: 40, isGoal: false, request: () => request })
    else unanswered.push(`${name} (${status})`)
  }
  return { found, unanswered }
}
