import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Answer } from './server.ts'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))

export type Program = {
  readonly child: ChildProcess
  /** One call over HTTP; `body` goes as JSON, FormData as a form; a file is answered as its text. Throws if there was no complete response. */
  readonly call: (
    method: string,
    path: string,
    options: { token: string; body?: object; key?: string },
  ) => Promise<Pick<Answer, 'status' | 'body' | 'headers'>>
  /** Kills the process and waits until it has ended. */
  readonly kill: () => Promise<void>
}

/** The environment variables a program needs; no others are passed on. */
export function machine(): NodeJS.ProcessEnv {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  return { PATH, HOME, NODE_COMPILE_CACHE }
}

/** Starts the server as a separate program and waits until it is ready. */
export async function startProgram(settings: Readonly<Record<string, string>>): Promise<Program> {
  const env = {
    ...machine(),
    PORT: '0',
    DEMO_DATA: 'off',
    RATE_LIMITS: 'off',
    APPROVALS: 'single',
    LOG_LEVEL: 'silent',
    ...settings,
  }
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const port = await new Promise<string>((resolve, reject) => {
    let said = ''
    const onOutput = (part: Buffer) => {
      said += String(part)
      const found = / is ready on http:\/\/localhost:(\d+)/.exec(said)?.[1]
      if (found !== undefined) resolve(found)
    }
    child.stdout.on('data', onOutput)
    child.stderr.on('data', onOutput)
    void ended.then(() => reject(new Error(`the server did not start: ${said}`)))
  })
  const call: Program['call'] = async (method, path, { token, body, key }) => {
    const isForm = body instanceof FormData
    const response = await fetch(`http://127.0.0.1:${port}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(!isForm && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    })
    const isJson = response.headers.get('content-type')?.includes('json')
    const reply = isJson ? await response.json() : await response.text()
    return { status: response.status, headers: response.headers, body: reply }
  }
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  return { child, call, kill }
}
