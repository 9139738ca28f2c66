import type { Call, Reply } from '@sauda/contract/call'
import { accept, ApiError } from './api.ts'
import { reachable } from './reach.ts'
import { deskOperatorHeader } from '@sauda/contract/session'
import { session } from './session.ts'

/** A large file is read line by line, and waits for one that was sent before it. */
const patienceMs = 10 * 60_000

/** Sends a file of lines; `onSent` hears how much of it has left, from 0 to 1. Throws ApiError. */
export async function askWithCsv<C extends Call & { csv: string }>(
  call: C,
  file: File,
  onSent: (share: number) => void,
): Promise<Reply<C>> {
  const { operatorId } = session.get()
  const body = new FormData()
  body.append(call.csv, file)
  const response = await accept(call, await post(`/api${call.path}`, { body, operatorId, onSent }), operatorId)
  return (await response.json()) as Reply<C>
}

interface Sending {
  body: FormData
  operatorId: string | null | undefined
  onSent: (share: number) => void
}

/** By XMLHttpRequest, for fetch does not tell how much of a body has been sent. */
function post(url: string, { body, operatorId, onSent }: Sending): Promise<Response> {
  const request = new XMLHttpRequest()
  return new Promise((resolve, reject) => {
    const fail = () => {
      reachable.set(false)
      reject(new ApiError(0, 'Server not reachable.'))
    }
    request.upload.addEventListener('progress', ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0))
    request.addEventListener('load', () => resolve(new Response(request.responseText, { status: request.status })))
    request.addEventListener('error', fail)
    request.addEventListener('timeout', fail)
    request.open('POST', url)
    request.timeout = patienceMs
    if (operatorId) request.setRequestHeader(deskOperatorHeader, operatorId)
    request.send(body)
  })
}
