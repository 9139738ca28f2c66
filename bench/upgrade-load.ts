import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { clientId, clientToken, operatorToken } from './database.ts'
import { send, type Sent } from './faults/requests.ts'

export interface Side {
  name: string
  port: number
}

/** A client's acknowledged requests, to be compared with the stored ones. */
export interface ClientRecord {
  client: string
  /** Rows of the fill are older. */
  began: Date
  /** Paise. */
  balance: number
  withheld: number
  /** The status of each acknowledged request, by its id. */
  requests: Map<string, 'pending' | 'approved' | 'rejected'>
}

export interface Answer extends Sent {
  side: string
  phase: string
  isMoney: boolean
}

export interface Traffic {
  /** The processes that a proxy would choose from. */
  sides: Side[]
  phase: string
  isOver: boolean
  answers: Answer[]
  /** From the first try until the answer, by the phase in which it began. */
  waits: { phase: string; ms: number }[]
  /** Answers that contradict an acknowledged one. */
  contradictions: string[]
}

const withdrawn = 100_00
const added = 250_00
const figure = (body: string, name: string): number => Math.round(Number(JSON.parse(body)[name]) * 100)

/**
 * One client at a time does this again and again: withdraw, the same key once more at the other version, cancel or keep, read the
 * wallet at the other version, report a deposit and have it approved.
 */
export async function trade(traffic: Traffic, n: number): Promise<ClientRecord> {
  const client = clientId(n)
  const { body: wallet } = await ask(traffic, n, { path: `/user/wallet/${client}`, token: clientToken(n) })
  const [filled, held] = [figure(wallet, 'balance'), figure(wallet, 'withheld')]
  const record: ClientRecord = { client, began: new Date(), balance: filled, withheld: held, requests: new Map() }
  for (let round = 0; !traffic.isOver; round += 1) {
    await depositOnce(traffic, record, n)
    await withdrawOnce(traffic, record, n, round)
    const { body } = await ask(traffic, round + 1, { path: `/user/wallet/${record.client}`, token: clientToken(n) })
    const [balance, withheld] = [figure(body, 'balance'), figure(body, 'withheld')]
    if (balance !== record.balance || withheld !== record.withheld)
      traffic.contradictions.push(
        `client ${n} was shown ${balance} and ${withheld}, not ${record.balance} and ${record.withheld}`,
      )
  }
  return record
}

async function withdrawOnce(traffic: Traffic, record: ClientRecord, n: number, round: number): Promise<void> {
  const [token, key] = [clientToken(n), randomUUID()]
  const withdrawal = { path: '/user/wallet/withdraw', token, key, body: { id: record.client, amount: withdrawn / 100 } }
  const id = idOf(await ask(traffic, round, withdrawal))
  if (id !== idOf(await ask(traffic, round + 1, withdrawal)))
    traffic.contradictions.push(`the key of ${id} made another withdrawal`)
  record.withheld += withdrawn
  record.balance -= withdrawn
  record.requests.set(id, 'pending')
  if (round % 2 === 0) return
  await ask(traffic, round + 1, { path: `/user/wallet/transaction/${id}/cancel`, token, key: randomUUID(), body: {} })
  record.withheld -= withdrawn
  record.balance += withdrawn
  record.requests.set(id, 'rejected')
}

async function depositOnce(traffic: Traffic, record: ClientRecord, n: number): Promise<void> {
  const deposit = { path: '/user/wallet/add-money', token: clientToken(n), key: randomUUID() }
  const id = idOf(await ask(traffic, n, { ...deposit, body: { id: record.client, amount: added / 100 } }))
  record.requests.set(id, 'pending')
  const reference = `UP${id.replaceAll('-', '').slice(-20).toUpperCase()}`
  const path = `/desk/wallet/transactions/${id}/approve`
  await ask(traffic, n + 1, { path, token: operatorToken, key: randomUUID(), body: { reference } })
  record.balance += added
  record.requests.set(id, 'approved')
}

const idOf = ({ body }: Sent): string => String(JSON.parse(body).transaction._id)

type Question = { path: string; token: string; key?: string; body?: object }

/** Like a browser: without an answer, or with 503, the same request goes to the other process. */
async function ask(traffic: Traffic, first: number, question: Question): Promise<Sent> {
  const [began, { phase }] = [Date.now(), traffic]
  const end = began + 15 * 60_000
  for (let attempt = first; ; attempt += 1) {
    const side = traffic.sides[attempt % traffic.sides.length]
    if (!side) throw new Error('No process is running')
    const method = question.body === undefined ? 'GET' : 'POST'
    const answer = await send({ port: side.port, method, ...question })
    const isMoney = question.body !== undefined
    traffic.answers.push({ ...answer, side: side.name, phase: traffic.phase, isMoney })
    if (answer.status === 200) {
      traffic.waits.push({ phase, ms: Date.now() - began })
      return answer
    }
    const isTemporary = answer.status === 0 || answer.status === 503 || answer.status === 409
    if (!isTemporary || Date.now() > end)
      throw new Error(`${side.name} answered ${question.path} with ${answer.status}: ${answer.body}`)
    await wait(100)
  }
}
