import type { Query, Right } from '@sauda/contract/platform/call'
import { id } from '@sauda/contract/platform/field'
import {
  timelineCalls,
  type TimelineCase,
  type TimelineKindName,
  timelineKindNames,
  timelineKinds,
  type TimelineRow,
  timelineRules,
} from '@sauda/contract/client/timeline'
import { type ClientMailRow, selectClientMails } from '../../core/mail/mail.ts'
import { requireRow, type Sql } from '../../platform/db.ts'
import { findClient } from '../../core/ledger/client.sql.ts'
import { type ActionFilter, type AuditedEvent, selectEvents } from './timeline.sql.ts'
import type { AppContext } from '../../app/app-context.ts'

/** The texts of notes, messages and replies by their ids, from the features that store them. */
export type TextsOf = (sql: Sql, clientId: string, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>

/** Each source is read by its own id, so that a page is one index scan of each; `next` names the last row of both. */
async function timelinePage(
  sql: Sql,
  { rights, texts }: { readonly rights: readonly Right[]; readonly texts: readonly TextsOf[] },
  clientId: string,
  { kind, before = '.' }: Query<typeof timelineCalls.timeline>,
): Promise<{ rows: TimelineRow[]; next?: string }> {
  await requireRow(findClient(sql, clientId))
  const kinds = timelineKindNames.filter(
    (name) => name === (kind ?? name) && rights.includes(timelineKinds[name].right),
  )
  const [eventBefore = '', mailBefore = ''] = before.split('.')
  const limit = timelineRules.pageRows + 1
  const [events, mails] = await Promise.all([
    selectEvents(sql, clientId, filterOf(kinds), { before: eventBefore || null, limit }),
    kinds.includes('mail') ? selectClientMails(sql, clientId, mailBefore || null, limit) : [],
  ])
  const merged = merge(events, mails)
  const page = merged.slice(0, timelineRules.pageRows)
  const found = await Promise.all(
    texts.map((textsOf) =>
      textsOf(
        sql,
        clientId,
        page.flatMap((each) => ('event' in each ? (textIdOf(each.event) ?? []) : [])),
      ),
    ),
  )
  const known = new Map(found.flatMap((each) => [...each]))
  const lastEvent = page.findLast((each) => 'event' in each)?.event.id ?? eventBefore
  const lastMail = page.findLast((each) => 'mail' in each)?.mail.id ?? mailBefore
  return {
    rows: page.map((each) =>
      'event' in each ? eventRow(clientId, each.event, known, rights.includes('audit.read')) : mailRow(each.mail),
    ),
    ...(merged.length > page.length && { next: `${lastEvent}.${lastMail}` }),
  }
}

const patternsOf = (name: TimelineKindName): string[] => timelineKinds[name].actions.map((action) => `${action}%`)

const filterOf = (kinds: readonly TimelineKindName[]): ActionFilter => ({
  patterns: kinds.flatMap(patternsOf),
  others: kinds.includes('other'),
  named: timelineKindNames.flatMap(patternsOf),
})

type Item = { readonly event: AuditedEvent } | { readonly mail: ClientMailRow }

/** Keeps the order of each source. */
function merge(events: readonly AuditedEvent[], mails: readonly ClientMailRow[]): Item[] {
  const merged: Item[] = []
  for (let [e, m] = [0, 0]; ;) {
    const [event, mail] = [events[e], mails[m]]
    if (event && !(mail && mail.at > event.at)) {
      merged.push({ event })
      e++
    } else if (mail) {
      merged.push({ mail })
      m++
    } else return merged
  }
}

const mailRow = ({ id, at, subject, status }: ClientMailRow): TimelineRow => ({
  id: `mail-${id}`,
  at,
  kind: 'mail',
  text: subject,
  mail: { _id: id, status },
})

const kindOf = (action: string): TimelineKindName =>
  timelineKindNames.find((name) => timelineKinds[name].actions.some((start) => action.startsWith(start))) ?? 'other'

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

const textIdOf = ({ after = {} }: AuditedEvent): string | undefined =>
  textOf(after['noteId']) ?? textOf(after['messageId']) ?? textOf(after['replyId'])

function eventRow(
  clientId: string,
  event: AuditedEvent,
  texts: ReadonlyMap<string, string>,
  withChanges: boolean,
): TimelineRow {
  const { at, action, actorKind, actorName, before, after = {}, ip } = event
  const name = nameFields.flatMap((field) => textOf(after[field]) ?? [])[0]
  const amount = Number(after['amount'] ?? Number.NaN)
  const text = texts.get(textIdOf(event) ?? '') ?? textOf(after['reason']) ?? textOf(after['description'])
  const about = caseOf(clientId, event)
  return {
    id: event.id,
    at,
    kind: kindOf(action),
    action,
    by: actorName ?? actors[actorKind],
    ...(name !== undefined && { name }),
    ...(Number.isFinite(amount) && { amount }),
    ...(text !== undefined && { text }),
    ...(about && { about }),
    ...(withChanges && { before, after: event.after, ip }),
  }
}

/** The subject of the change: a request, a trade, a document or a setting. */
const nameFields = ['request', 'trade', 'document', 'kind']

const actors = { client: 'Client', operator: 'Operator', visitor: 'Visitor', system: 'System' } as const

/** By the first field that names a case. */
const caseFields: readonly (readonly [field: string, type: TimelineCase['type']])[] = [
  ['reversalId', 'reversal'],
  ['tradeId', 'trade'],
  ['loanId', 'loan'],
  ['chargeId', 'charge'],
  ['adjustmentId', 'adjustment'],
  ['settingId', 'setting'],
  ['complaintId', 'complaint'],
  ['kycId', 'kyc'],
  ['proposalId', 'proposal'],
  ['lineId', 'line'],
]

function caseOf(clientId: string, { action, before, after }: AuditedEvent): TimelineCase | undefined {
  const fields: Readonly<Record<string, unknown>> = { ...before, ...after }
  const request = textOf(fields['requestId'])
  if (request !== undefined) return { type: action.startsWith('setting.') ? 'setting' : 'wallet', id: request }
  const about = textOf(fields['about'])
  if (about !== undefined) return id.safeParse(about).success ? { type: 'wallet', id: about } : undefined
  if (action.startsWith('kyc.')) return { type: 'kyc', id: clientId }
  for (const [field, type] of caseFields) {
    const found = textOf(fields[field])
    if (found !== undefined) return { type, id: found }
  }
  return undefined
}

export function timelineRoutes({ mount, db }: Pick<AppContext, 'mount' | 'db'>, texts: readonly TextsOf[]): void {
  mount(timelineCalls.timeline, ({ operator, params, query }) =>
    timelinePage(db, { rights: operator.rights, texts }, params.clientId, query),
  )
}
