import type { Reply, CallInput } from '@sauda/contract/platform/call'
import { auditCalls, auditRules } from '@sauda/contract/core/audit'
import { fetchFile, usePages, useRequest } from '../../shell/api.ts'

export type AuditRow = Reply<typeof auditCalls.list>['rows'][number]
type AuditFilter = NonNullable<CallInput<typeof auditCalls.file>['query']>

export const useAudit = (filter: AuditFilter) =>
  usePages(
    auditCalls.list,
    { query: { ...filter } },
    {
      nextOf: ({ rows }) => (rows.length < auditRules.pageRows ? undefined : rows.at(-1)?.id),
      keep: true,
    },
  )

export const loadAuditFile = (filter: AuditFilter) => fetchFile(auditCalls.file, { query: { ...filter } })

export const useVerify = () => useRequest(auditCalls.verify)
