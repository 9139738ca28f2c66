import { type Call, type CallInput, type Reply, rights } from '@sauda/contract/platform/call'
import { commonErrors } from '@sauda/contract/platform/error'
import { operatorCalls } from '@sauda/contract/broker/operator'
import { deskOperatorHeader, sessionErrors } from '@sauda/contract/core/session'
import { ApiError } from '@sauda/web/api-error'
import { callHooks } from '@sauda/web/calls'
import {
  contentOf,
  type HttpResponse,
  type RequestInput,
  type RequestOptions,
  sendRequest,
  urlOf,
} from '@sauda/web/http'
import { type PendingRequest, type Replayable, sendIdempotent as sendWithKey } from '@sauda/web/idempotent'
import { createQueryClient, invalidate } from '@sauda/web/query-client'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { endSession, session } from './session.ts'
import { approvalCalls } from '@sauda/contract/core/approval'
import { brokerBankCalls } from '@sauda/contract/money/broker-bank'
import { payoutCalls } from '@sauda/contract/money/payout'

const timeoutMs = 20_000
/** Large files are checked line by line, after any file sent before. */
const fileTimeoutMs = 10 * 60_000

/** Throws ApiError. */
export const callApi = async <C extends Call>(call: C, input: CallInput<C>, signal?: AbortSignal): Promise<Reply<C>> =>
  (await request(call, input as RequestInput, { timeoutMs, signal })).body as Reply<C>

async function sendImages<C extends Call>(call: C, input: CallInput<C>): Promise<Reply<C>> {
  const { params, body, images } = input as RequestInput & { images?: Record<string, File | null> }
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...(body as object), ...images }))
    if (value !== undefined && value !== null) form.append(name, value as string | File)
  return (await request(call, { ...(params && { params }), body: form }, { timeoutMs: fileTimeoutMs })).body as Reply<C>
}

export const fetchImage = async <C extends Call & { reply: 'image' }>(
  call: C,
  input: CallInput<C>,
  signal?: AbortSignal,
): Promise<Blob> =>
  (await request(call, input as RequestInput, { timeoutMs, signal, responseType: 'blob' })).body as Blob

/** Percent of a file that has been received, by the size that the server expects. */
export type OnPercent = (percent: number) => void

/** A file under the name that the server gives it. */
export async function fetchFile<C extends Call & { reply: 'file' }>(
  call: C,
  input: CallInput<C>,
  onPercent?: OnPercent,
): Promise<{ name: string; blob: Blob }> {
  const onReceived = (bytes: number, estimate: number) => {
    if (estimate > 0) onPercent?.(Math.min(99, Math.round((bytes / estimate) * 100)))
  }
  const options = { timeoutMs: fileTimeoutMs, responseType: 'blob', onReceived } as const
  const { body, fileName = 'file' } = await request(call, input as RequestInput, options)
  return { name: fileName, blob: body as Blob }
}

type Upload = {
  file: File
  onProgress?: (percent: number) => void
  params?: Record<string, string>
  query?: object | undefined
}

export async function uploadCsv<C extends Call & { csv: string }>(
  call: C,
  { file, onProgress, params, query }: Upload,
): Promise<Reply<C>> {
  const body = new FormData()
  body.append(call.csv, file)
  const input = { body, ...(params && { params }), ...(query && { query: { ...query } }) }
  return (await request(call, input, { timeoutMs: fileTimeoutMs, onProgress })).body as Reply<C>
}

/** For a page being left: the reply is not read. */
export function sendOnLeave<C extends Call>(call: C, input: CallInput<C>): void {
  const { headers, body } = contentOf(input as RequestInput, { headers: operatorHeaders() })
  const url = urlOf(call.path, input as RequestInput)
  void fetch(url, { method: call.method, headers, body, keepalive: true }).catch(() => undefined)
}

/** The last request to each address without a final response. */
const pending = new Map<string, PendingRequest>()
let pendingPage: string | undefined

/**
 * Sends an idempotent call: a retry of the same form is the same request, an edited or reopened form a new one
 * (settled, section 3). Throws ApiError.
 */
export function sendIdempotent<C extends Call>(
  call: C,
  input: CallInput<C>,
  longMs = 0,
): Promise<Replayable<Reply<C> & object>> {
  const address = urlOf(call.path, { params: (input as RequestInput).params ?? {} })
  const slot = {
    read: () => pending.get(address),
    save: (next: PendingRequest) => void pending.set(address, next),
    clear: () => void pending.delete(address),
  }
  const send = (idempotencyKey: string) => request(call, input as RequestInput, { timeoutMs, idempotencyKey })
  return sendWithKey(slot, input, send, longMs)
}

/** For requests that may take minutes: waits for the response over any number of time-outs. */
export const sendLong = <C extends Call>(call: C, input: CallInput<C>) => sendIdempotent(call, input, fileTimeoutMs)

export function discardPendingRequests(): void {
  pending.clear()
}

/** Navigation closes a form; an expired session does not. */
export function useDiscardOnNavigation(): void {
  const { pathname } = useLocation()
  useEffect(() => {
    if (pendingPage !== pathname) discardPendingRequests()
    pendingPage = pathname
  }, [pathname])
}

/** By what is known about the login; a call that changes something is left to the server. */
function mayRead({ reads, who, alsoFor }: Call): boolean {
  const me = queryClient.getQueryData(callQuery(operatorCalls.me, {}).queryKey)
  if (!reads || !me || !rights.some((right) => right === who)) return true
  return me.rights.some((right) => right === who || right === alsoFor)
}

async function request(call: Call, input: RequestInput, options: RequestOptions): Promise<HttpResponse> {
  const { operatorId } = session.get()
  // The server would record a refused request in the audit trail.
  if (!mayRead(call)) throw new ApiError('response', commonErrors.noRight.status, commonErrors.noRight)
  try {
    return await sendRequest(call, input, { ...options, headers: operatorHeaders() })
  } catch (error) {
    // Another operator has logged in with this browser.
    if (error instanceof ApiError && error.message === sessionErrors.otherOperator.message) location.reload()
    else if (error instanceof ApiError && error.status === 401 && call.who !== 'anyone')
      endSession('expired', operatorId)
    throw error
  }
}

/** The server rejects the request if the cookie belongs to another operator. */
function operatorHeaders(): Record<string, string> {
  const { operatorId } = session.get()
  return operatorId ? { [deskOperatorHeader]: operatorId } : {}
}

export const queryClient = createQueryClient(5_000)

export const { callQuery, useCall, usePages } = callHooks(callApi)

/**
 * A mutation that refetches what is on the screen, also after a failure, because the request may have arrived. If it `waits`, it ends
 * with the new figures: then they may remove the component, and with it the callbacks given to `mutate`.
 */
export const useChange = <Input = void, Result = unknown>(change: (input: Input) => Promise<Result>, waits = false) =>
  useMutation({
    mutationFn: change,
    onSuccess: () => (waits ? refreshAll() : void refreshAll()),
    onError: () => void refreshAll(),
  })

/** Sends a call once, however often it is repeated. */
export const useSend = <C extends Call>(call: C, waits = false) =>
  useChange(
    (input: CallInput<C>): Promise<Replayable<Reply<C> & object>> =>
      call.images ? (sendImages(call, input) as Promise<Reply<C> & object>) : sendIdempotent(call, input),
    waits,
  )

/** Sends a call that changes nothing on the screen. */
export const useRequest = <C extends Call>(call: C) =>
  useMutation({ mutationFn: (input: CallInput<C>) => callApi(call, input) })

/** For audited photo views and new secrets; dropped when off screen. */
export const fetchOnce = {
  staleTime: Infinity,
  gcTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  meta: { fetchOnce: true },
}

/** Refetches everything except audited photo views and new secrets. */
export const refreshAll = (): Promise<void> =>
  invalidate(queryClient, { predicate: ({ meta }) => !meta?.['fetchOnce'] })

type Answer = Reply<typeof approvalCalls.approve>

/** `version`: of what the operator sees. */
export function decideProposal(
  { _id: proposalId, version }: { readonly _id: string; readonly version: string },
  approve: boolean,
): Promise<Replayable<Answer>> {
  return approve
    ? sendLong(approvalCalls.approve, { params: { proposalId }, body: { version } })
    : sendLong(approvalCalls.reject, { params: { proposalId } })
}

/** `review`: the request with its version. Nothing may be decided before it has loaded. `onDecided` may not use the component's state: the new figures may remove it. */
export function useDecide(proposalId: string, onDecided: (verb: 'approve' | 'reject') => void) {
  const review = useCall(approvalCalls.proposal, { params: { proposalId } })
  const version = review.data?.version ?? ''
  const change = useChange(async (verb: 'approve' | 'reject') => {
    const answer = await decideProposal({ _id: proposalId, version }, verb === 'approve')
    onDecided(verb)
    return answer
    // The screen must not offer the decision again before it shows the new state.
  }, true)
  return { ...change, review }
}

export const useBankAccounts = () => useCall(brokerBankCalls.list, {})

/** The choices of a bank account; empty where there is only one. */
export function useBankAccountChoices(): readonly { value: string; label: string }[] {
  const { data: accounts = [] } = useBankAccounts()
  if (accounts.length < 2) return []
  return accounts.map(({ _id, name, accountNumber }) => ({
    value: _id,
    label: accountNumber === undefined ? name : `${name}, ••${accountNumber.slice(-4)}`,
  }))
}

/** Whether all payouts and approvals of withdrawals are stopped; every page shows it. */
export const usePayoutStop = () => useCall(payoutCalls.stopState, {})
