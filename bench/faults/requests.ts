import { request, type Agent } from 'node:http'
import { whole } from '../report.ts'

export interface Sent {
  status: number
  ms: number
  body: string
}

interface Question {
  port: number
  method?: string
  path: string
  token?: string
  key?: string
  body?: object
  agent?: Agent
}

/** Status 0 if the connection broke. */
export const send = ({ port, method = 'GET', path, token, key, body, agent }: Question): Promise<Sent> =>
  new Promise((resolve) => {
    const began = performance.now()
    const text = body === undefined ? undefined : JSON.stringify(body)
    const done = (status: number, answer = '') => resolve({ status, ms: performance.now() - began, body: answer })
    const headers = {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(text !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    }
    const asked = request({ host: '127.0.0.1', port, method, path: `/api${path}`, headers, agent }, (response) => {
      let answer = ''
      response.on('data', (part) => (answer += String(part)))
      response.on('end', () => done(response.statusCode ?? 0, answer)).on('error', () => done(0))
    })
    asked.on('error', () => done(0))
    asked.end(text)
  })

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** One row for each status: how many, and how long they took in milliseconds. */
export function summary(what: string, sent: readonly { status: number; ms: number }[]): string[][] {
  const byStatus = Map.groupBy(sent, ({ status }) => status)
  return [...byStatus].map(([status, of]) => {
    const times = of.map(({ ms }) => ms)
    const [p50, p99, most] = [quantile(times, 0.5), quantile(times, 0.99), quantile(times, 1)]
    return [what, status === 0 ? 'no answer' : String(status), ...[of.length, p50, p99, most].map(whole)]
  })
}

export const summaryHead = ['requests', 'status', 'count', 'p50 ms', 'p99 ms', 'longest ms']
