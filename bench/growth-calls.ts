import type { Call } from '@sauda/contract/platform/call'
import { features } from '@sauda/contract/calls'
import { clientId, clientToken, operatorToken, requestId, utr } from './database.ts'
import { heavy, password } from './fill.ts'
import type { ApiRequest } from './load.ts'
import { approval, deposit, purchase, withdrawal } from './verbs.ts'

export interface Subject {
  clients: number
  history: number
  /** Grows with each write; each is another client's, so that no client runs out of money. */
  writes: number
  /** The next pending deposit. */
  deposit: number
}
export interface Measured {
  name: string
  count: number
  /** Largest p99 on the large database in milliseconds, instead of the limit of growth. */
  limit?: number
  request: (subject: Subject) => ApiRequest
}

const somebody = ({ clients }: Subject) => 2 + Math.floor(Math.random() * (clients - 1))
export const nextClient = (subject: Subject) => {
  subject.writes += 1
  return 2 + (subject.writes % (subject.clients - 1))
}
const get = (path: string, token: string): ApiRequest => ({ method: 'GET', path, token })
const ofClient = (path: (id: string) => string) => (subject: Subject) => {
  const n = somebody(subject)
  return get(path(clientId(n)), clientToken(n))
}
const search = (text: (subject: Subject) => string) => (subject: Subject) =>
  get(`/desk/clients?search=${encodeURIComponent(text(subject))}`, operatorToken)
const find =
  (text: (subject: Subject) => string) =>
  (subject: Subject): ApiRequest => ({
    method: 'POST',
    path: '/desk/find',
    token: operatorToken,
    body: { text: text(subject) },
  })
const longHistory = (before: (subject: Subject) => string) => (subject: Subject) =>
  get(`/user/wallet/transactions/${clientId(heavy)}?limit=50${before(subject)}`, clientToken(heavy))

const called = (name: string, count: number, request: Measured['request']): Measured => ({ name, count, request })
/** Searches for a first and a last name; there are few, so that a common name has thousands of clients. */
const byName = (text: string): Measured[] => [
  {
    ...called(
      `desk: clients named ${text}`,
      60,
      search(() => text),
    ),
    limit: 50,
  },
  {
    ...called(
      `desk: find ${text}`,
      60,
      find(() => text),
    ),
    limit: 50,
  },
]
const anyPan = () => `ABCPD${String(Math.floor(Math.random() * 10_000)).padStart(4, '0')}Q`

export const calls: Measured[] = [
  called(
    'wallet',
    300,
    ofClient((id) => `/user/wallet/${id}`),
  ),
  called(
    'history page',
    300,
    ofClient((id) => `/user/wallet/transactions/${id}?limit=50`),
  ),
  called('login', 30, (subject) => ({
    method: 'POST',
    path: '/user/login',
    body: { email: `client${somebody(subject)}@example.com`, password },
  })),
  called(
    'statement page',
    300,
    ofClient((id) => `/user/statement/${id}`),
  ),
  called(
    'first page of a long history',
    200,
    longHistory(() => ''),
  ),
  called(
    'page in the middle of it',
    200,
    longHistory((subject) => `&before=${requestId(900_000_000_000 + Math.ceil(subject.history / 2) + 51)}`),
  ),
  called(
    'trades',
    300,
    ofClient((id) => `/user/trade/history/${id}`),
  ),
  called(
    'portfolio',
    300,
    ofClient((id) => `/user/portfolio/${id}`),
  ),
  called('sells of a long history', 200, () =>
    get(`/user/trade/history/${clientId(heavy)}?action=SELL`, clientToken(heavy)),
  ),
  called('withdraw', 60, (subject) => withdrawal(nextClient(subject))),
  called('report a deposit', 60, (subject) => deposit(nextClient(subject))),
  called('approve a deposit', 60, (subject) => approval(subject.deposit++)),
  called('buy', 60, (subject) => purchase(nextClient(subject))),
  called(
    'desk: client by e-mail',
    60,
    search((s) => `client${somebody(s)}@`),
  ),
  called(
    'desk: client by id',
    60,
    search((s) => `SD${100_000 + somebody(s)}`),
  ),
  called(
    'desk: client by mobile',
    60,
    search((s) => `9${String(somebody(s)).padStart(9, '0')}`),
  ),
  called(
    'desk: find by mobile',
    60,
    find((s) => `9${String(somebody(s)).padStart(9, '0')}`),
  ),
  called('desk: find by PAN', 60, find(anyPan)),
  called(
    'desk: find by UTR',
    60,
    find((s) => utr(s.clients + somebody(s))),
  ),
  called(
    'desk: find by number',
    60,
    find((s) => `ADD${100_000 + somebody(s)}`),
  ),
  called(
    'desk: find by amount',
    60,
    find(() => '100'),
  ),
  ...['Kavya Rao', 'Kavya', 'avya Ra', 'Ra', 'Zarathustra'].flatMap(byName),
]

/** Further calls, of which only the query plans are checked. */
export const planned: ((subject: Subject) => ApiRequest)[] = [
  () => get(`/user/trade/history/${clientId(heavy)}`, clientToken(heavy)),
  () => get(`/user/portfolio/${clientId(heavy)}`, clientToken(heavy)),
]

/** Calls that read everybody or everything: the check of the whole audit log and of the books, and the clients to settle. */
const apart = new Set(['GET /desk/audit/verify', 'GET /desk/books', 'GET /desk/settlements'])

const readsOf = (): (readonly [string, Call])[] =>
  Object.entries(features).flatMap(([feature, mounted]) =>
    Object.entries<Call>(mounted)
      .filter(
        ([, { method, path, reply }]) => method === 'GET' && typeof reply === 'object' && !apart.has(`GET ${path}`),
      )
      .map(([name, call]) => [`${feature}.${name}`, call] as const),
  )

/** The parameters of these calls besides an id. */
const queries: Readonly<Record<string, string>> = {
  'tax.sales': '?line=portfolio',
  'market.quotes': '?symbols=TCS',
  'market.deskQuotes': '?symbols=TCS',
  'market.candles': '?symbol=TCS',
  'queue.colleagues': '?kind=deposit',
}

/** The client whose data decides which calls can be answered. */
const second: Subject = { clients: 2, history: 0, writes: 0, deposit: 0 }

/** Every call that reads, each time of another client; `answers` names those that the data of this benchmark can answer. */
export async function everyRead(answers: (request: ApiRequest) => Promise<number>) {
  const found: Measured[] = []
  const unanswered: string[] = []
  for (const [name, { path, who }] of readsOf()) {
    const request = (of: Subject): ApiRequest => {
      const n = somebody(of)
      const ids: Readonly<Record<string, string>> = {
        transactionId: requestId(n),
        // The first trade of client n.
        tradeId: requestId(2 * (n - 1)),
      }
      const token =
        who === 'client' || who === 'verified' ? clientToken(n) : who === 'anyone' ? undefined : operatorToken
      const filled = path.replaceAll(/:(\w+)/g, (_, key: string) => ids[key] ?? clientId(n))
      return { method: 'GET', path: filled + (queries[name] ?? ''), ...(token !== undefined && { token }) }
    }
    const status = await answers(request(second))
    if (status === 200) found.push(called(name, 60, request))
    else unanswered.push(`${name} (${status})`)
  }
  return { found, unanswered }
}
