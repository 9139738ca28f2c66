import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '@sauda/contract/error'
import type { SendPart, ThreadAnswer, ThreadCall } from './thread.ts'

const functions = (await import(workerData as string)) as Record<string, (input: unknown, send: SendPart) => unknown>

/** A Buffer arrives as plain bytes. */
const received = (input: unknown): unknown =>
  input instanceof Uint8Array ? Buffer.from(input.buffer, input.byteOffset, input.byteLength) : input

const send = (answer: ThreadAnswer): void => parentPort?.postMessage(answer)

async function answer({ name, input }: ThreadCall): Promise<ThreadAnswer> {
  try {
    return { value: await functions[name]?.(received(input), (part) => send({ part })) }
  } catch (error) {
    return error instanceof AppError ? { refusal: { status: error.status, message: error.message } } : { fault: error }
  }
}

parentPort?.on('message', (call: ThreadCall) => void answer(call).then(send))
