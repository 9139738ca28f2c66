import type { Reply } from '@sauda/contract/call'
import { auditCalls, auditRules } from '@sauda/contract/audit'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { callApi, fetchFile } from '../shell/api.ts'

export type AuditRow = Reply<typeof auditCalls.list>['rows'][number]
export interface AuditFilter {
  subjectId?: string | undefined
  actorId?: string | undefined
  from?: string | undefined
  to?: string | undefined
  action?: string | undefined
}

export const useAudit = (filter: AuditFilter) =>
  useInfiniteQuery({
    queryKey: ['audit', filter],
    queryFn: ({ pageParam, signal }) => callApi(auditCalls.list, { query: { ...filter, before: pageParam } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ rows }) => (rows.length < auditRules.pageRows ? undefined : rows.at(-1)?.id),
    placeholderData: (before) => before,
  })

export const loadAuditFile = (filter: AuditFilter) => fetchFile(auditCalls.file, { query: { ...filter } })

export const useVerify = () => useMutation({ mutationFn: () => callApi(auditCalls.verify, {}) })
