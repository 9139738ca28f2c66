import { parentPort, workerData } from 'node:worker_threads'
import { answerOf, type Call } from './called.ts'
import type { ThreadAnswer } from './thread.ts'

const functions = await import(workerData as string)

const send = (answer: ThreadAnswer): void => parentPort?.postMessage(answer)

parentPort?.on('message', (call: Call) => void answerOf(functions, call, (part) => send({ part })).then(send))
