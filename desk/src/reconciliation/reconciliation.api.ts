import type { StatementLayout } from '@sauda/contract/statement-layout'
import type { Body, CallInput, Reply } from '@sauda/contract/call'
import { bankStatementCalls } from '@sauda/contract/bank-statement'
import { bankDayCalls } from '@sauda/contract/bank-day'
import { lineBookingCalls } from '@sauda/contract/line-booking'
import { reconciliationCalls, type BankLine, type LineState } from '@sauda/contract/reconciliation'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { approveInBatches } from './bulk-approval.ts'
import { callApi, callQuery, invalidate, sendIdempotent, sendLong, uploadCsv } from '../shell/api.ts'

export type Waiting = Reply<typeof reconciliationCalls.lines>['counts']
export type Preview = Reply<typeof reconciliationCalls.preview>

export const useLines = (show: LineState, search: string) =>
  useInfiniteQuery({
    queryKey: ['reconciliation', 'lines', show, search],
    queryFn: ({ pageParam, signal }) =>
      callApi(reconciliationCalls.lines, { query: { show, search, after: pageParam } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ lines, more }) => (more && search === '' ? lines.at(-1)?._id : undefined),
  })

export const useLine = (lineId: string) =>
  useQuery(callQuery(['reconciliation', 'line', lineId], reconciliationCalls.line, { params: { lineId } }))

export const useLinesOf = (paymentId: string, enabled: boolean) =>
  useQuery({
    ...callQuery(['reconciliation', 'payment', paymentId], reconciliationCalls.ofPayment, { params: { paymentId } }),
    enabled,
  })

export const useStatements = () =>
  useQuery(callQuery(['reconciliation', 'statements'], reconciliationCalls.statements, {}))

export const useContradictions = () =>
  useQuery(callQuery(['reconciliation', 'contradictions'], bankStatementCalls.contradictions, {}))

const statementDecisions = {
  correct: bankStatementCalls.correct,
  explain: bankStatementCalls.explain,
  withdraw: bankStatementCalls.withdraw,
}
export type StatementVerb = keyof typeof statementDecisions

export const useDecideStatement = (statementId: string, verb: StatementVerb) =>
  useMutation({
    mutationFn: (reason: string) =>
      sendIdempotent(statementDecisions[verb], { params: { statementId }, body: { reason } }),
    onSettled: refresh,
  })

/** Confirms the statements of the account up to a day. */
export const useConfirmBalance = (bankAccountId: string) =>
  useMutation({
    mutationFn: (body: CallInput<typeof bankDayCalls.enterBalance>['body']) =>
      sendIdempotent(bankDayCalls.enterBalance, { params: { bankAccountId }, body }),
    onSettled: refresh,
  })

const refresh = () => {
  void invalidate(...['reconciliation', 'bank-day', 'queue', 'wallet', 'charge', 'client'].map((topic) => [topic]))
}

export const useApprove = () =>
  useMutation({
    mutationFn: ({ _id, payment, exception }: BankLine) =>
      sendIdempotent(reconciliationCalls.approve, {
        params: { lineId: _id },
        body: { paymentId: payment?._id ?? '', ...(exception === 'amount' && { asReceived: true }) },
      }),
    onSettled: refresh,
  })

export const useCredit = (lineId: string) =>
  useMutation({
    mutationFn: (body: { clientId: string; reason: string }) =>
      sendIdempotent(reconciliationCalls.credit, { params: { lineId }, body }),
    onSettled: refresh,
  })

export const useCandidates = (lineId: string) =>
  useQuery(callQuery(['reconciliation', 'candidates', lineId], lineBookingCalls.candidates, { params: { lineId } }))

type Booking = Pick<Body<typeof lineBookingCalls.book>, 'kind' | 'reason'>

export const useBookLine = (lineId: string) =>
  useMutation({
    mutationFn: (body: Booking) => sendIdempotent(lineBookingCalls.book, { params: { lineId }, body }),
    onSettled: refresh,
  })

export const useReverseLine = (lineId: string) =>
  useMutation({
    mutationFn: (reason: string) => sendIdempotent(lineBookingCalls.reverse, { params: { lineId }, body: { reason } }),
    onSettled: refresh,
  })

export const useCloseException = (lineId: string) =>
  useMutation({
    mutationFn: (note: string) => sendIdempotent(reconciliationCalls.settle, { params: { lineId }, body: { note } }),
    onSettled: refresh,
  })

/** Approves all exact matches in batches; `onDone` receives the number processed. */
export const useBulkApprove = (onDone: (count: number) => void) =>
  useMutation({
    mutationFn: (lines: readonly BankLine[]) => approveInBatches(lines, sendBatch, onDone),
    onSettled: refresh,
  })

async function sendBatch(lines: readonly BankLine[]) {
  const matches = lines.map(({ _id, payment }) => ({ lineId: _id, paymentId: payment?._id ?? '' }))
  return (await sendLong(reconciliationCalls.approveTogether, { body: { matches } })).results
}

/** To be confirmed before they are approved, with those that are left out; a line that comes later is not among them. */
export const useExactMatches = () => useMutation({ mutationFn: exactMatches })

async function exactMatches(): Promise<{ lines: BankLine[]; leftOut: BankLine[] }> {
  const exact: BankLine[] = []
  for (let after: string | undefined, more = true; more;) {
    const page = await callApi(reconciliationCalls.lines, { query: { show: 'approve', after } })
    exact.push(...page.lines.filter(({ confidence }) => confidence === 'exact'))
    more = page.more
    after = page.lines.at(-1)?._id
  }
  return { lines: exact.filter(({ obstacle }) => !obstacle), leftOut: exact.filter(({ obstacle }) => obstacle) }
}

type Sending = {
  file: File
  query: { bankAccountId: string; from?: string; to?: string }
  onProgress: (percent: number) => void
}

export const usePreview = () =>
  useMutation({
    mutationFn: (sending: Sending) => uploadCsv(reconciliationCalls.preview, sending),
  })

export const useTopRows = () =>
  useMutation({
    mutationFn: (file: File) => uploadCsv(reconciliationCalls.columns, { file, onProgress: () => {} }),
  })

export const useSaveLayout = () =>
  useMutation({
    mutationFn: ({ bankAccountId, layout }: { bankAccountId: string; layout: StatementLayout }) =>
      callApi(reconciliationCalls.saveLayout, { params: { bankAccountId }, body: layout }),
    onSettled: refresh,
  })

/** The columns chosen before for this account. */
export const useLayouts = () => useQuery(callQuery(['reconciliation', 'layouts'], reconciliationCalls.layouts, {}))

/** Repeating an import adds nothing twice. */
export const useImport = () =>
  useMutation({
    mutationFn: (sending: Sending) => uploadCsv(reconciliationCalls.importStatement, sending),
    onSettled: refresh,
  })
