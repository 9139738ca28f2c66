import { AppError, type ErrorDefinition } from '@sauda/contract/platform/error'

/** A function of a module called in another thread or process. */
export type Call = { readonly name: string; readonly input: unknown }

export type SendPart = (part: Uint8Array) => void

/** The answer of the other side: parts of a file while it is written, then one of the others. */
export type LastAnswer =
  | { readonly value: unknown }
  | { readonly refusal: ErrorDefinition }
  | { readonly fault: unknown }
export type PartAnswer = { readonly part: Uint8Array }

export type Functions<M> = { readonly [Name in keyof M]: (input: never, send: SendPart) => unknown }

type Module = Readonly<Record<string, (input: unknown, send: SendPart) => unknown>>

/** A Buffer arrives as plain bytes. */
export const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)

const received = (input: unknown): unknown => (input instanceof Uint8Array ? bufferOf(input) : input)

/** On the other side. */
export async function answerOf(functions: Module, { name, input }: Call, send: SendPart): Promise<LastAnswer> {
  try {
    return { value: await functions[name]?.(received(input), send) }
  } catch (error) {
    return error instanceof AppError ? { refusal: { status: error.status, message: error.message } } : { fault: error }
  }
}

/** On the caller's side. */
export function valueOf(answer: LastAnswer): unknown {
  if ('value' in answer) return answer.value
  throw 'refusal' in answer ? new AppError(answer.refusal) : answer.fault
}
