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
const search = (text: string) => get(`/desk/clients?search=${encodeURIComponent(text)}`, operatorToken)
const find = (text: string): ApiRequest => ({
  method: 'POST',
  path: '/desk/find',
  token: operatorToken,
  body: { text },
})
const login = (n: number): ApiRequest => ({
  method: 'POST',
  path: '/user/login',
  body: { email: `client${n}@example.com`, password },
})
const longHistory = (before = '') =>
  get(`/user/wallet/transactions/${clientId(heavy)}?limit=50${before}`, clientToken(heavy))
const inTheMiddle = ({ history }: Subject) => `&before=${requestId(900_000_000_000 + Math.ceil(history / 2) + 51)}`
const anyPan = () => `ABCPD${String(Math.floor(Math.random() * 10_000)).padStart(4, '0')}Q`
const mobile = (subject: Subject) => `9${String(somebody(subject)).padStart(9, '0')}`

const listed: readonly (readonly [name: string, count: number, request: Measured['request']])[] = [
  ['login', 30, (s) => login(somebody(s))],
  ['first page of a long history', 200, () => longHistory()],
  ['page in the middle of it', 200, (s) => longHistory(inTheMiddle(s))],
  ['sells of a long history', 200, () => get(`/user/trade/history/${clientId(heavy)}?action=SELL`, clientToken(heavy))],
  ['withdraw', 60, (s) => withdrawal(nextClient(s))],
  ['report a deposit', 60, (s) => deposit(nextClient(s))],
  ['approve a deposit', 60, (s) => approval(s.deposit++)],
  ['buy', 60, (s) => purchase(nextClient(s))],
]

/** First and last names; there are few, so that a common name has thousands of clients. */
const names = ['Kavya Rao', 'Kavya', 'avya Ra', 'Ra', 'Zarathustra']

const searches: readonly (readonly [name: string, request: Measured['request']])[] = [
  ['desk: client by e-mail', (s) => search(`client${somebody(s)}@`)],
  ['desk: client by id', (s) => search(`SD${100_000 + somebody(s)}`)],
  ['desk: client by mobile', (s) => search(mobile(s))],
  ['desk: find by mobile', (s) => find(mobile(s))],
  ['desk: find by PAN', () => find(anyPan())],
  ['desk: find by UTR', (s) => find(utr(s.clients + somebody(s)))],
  ['desk: find by number', (s) => find(`ADD${100_000 + somebody(s)}`)],
  ['desk: find by amount', () => find('100')],
  ...names.flatMap((text) => [
    [`desk: clients named ${text}`, () => search(text)] as const,
    [`desk: find ${text}`, () => find(text)] as const,
  ]),
]

/** What `everyRead` leaves out: writes, searches, and reads of the client with a long history. */
export const calls: Measured[] = [
  ...listed.map(([name, count, request]) => ({ name, count, request })),
  ...searches.map(([name, request]) => ({ name, count: 60, limit: 50, request })),
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
    if (status === 200) found.push({ name, count: 60, request })
    else unanswered.push(`${name} (${status})`)
  }
  return { found, unanswered }
}
