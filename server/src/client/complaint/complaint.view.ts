import type { Reply } from '@sauda/contract/platform/call'
import {
  type complaintCalls,
  complaintErrors,
  type ComplaintStep,
  type DeskComplaint,
  notBefore,
  type OwnComplaint,
  type RegisterLine,
  type ComplaintReport,
} from '@sauda/contract/client/complaint'
import {
  complaintRules,
  lastLevel,
  levelName,
  complaintSources,
  type ComplaintSource,
} from '@sauda/contract/client/complaint-name'
import type { ErrorDefinition } from '@sauda/contract/platform/error'
import { requireRow, type Sql } from '../../platform/db.ts'
import { addDays, dateText, dayInIndia } from '../../platform/india.ts'
import {
  type ComplaintRow,
  clientComplaints,
  findComplaint,
  selectLevels,
  selectSteps,
  type StepRow,
  selectFigures,
  type FiguresRow,
} from './complaint.sql.ts'
import { taxYearName, taxYearOf } from '@sauda/contract/books/tax-year'

const today = (): string => dayInIndia(new Date())

export const numberOf = ({ number }: Pick<ComplaintRow, 'number'>): string => `CMP${number}`

const viewOf = (row: ComplaintRow) => ({
  _id: row.id,
  number: numberOf(row),
  category: row.category,
  status: row.status,
  level: row.level,
  receivedAt: row.received_at.toISOString(),
  ...(row.closed_at && { closedAt: row.closed_at.toISOString() }),
  ...deadlinesOf(row),
})

/** A level's time ends no later than the time for the whole complaint. */
export function deadlinesOf({ opened_at, level_since, days }: ComplaintRow) {
  const dueOn = addDays(dayInIndia(opened_at), complaintRules.resolveDays)
  const levelDue = addDays(dayInIndia(level_since), days)
  return { dueOn, levelDueOn: levelDue < dueOn ? levelDue : dueOn }
}

const hasReply = ({ last_reply_at, level_since }: ComplaintRow): boolean =>
  last_reply_at !== null && last_reply_at >= level_since

/** Undefined if the client may escalate it. */
export function escalationObstacle(row: ComplaintRow): ErrorDefinition | undefined {
  if (row.level >= lastLevel) return complaintErrors.lastLevel
  if (row.closed_at)
    return addDays(dayInIndia(row.closed_at), complaintRules.reopenDays) < today() ? complaintErrors.tooLate : undefined
  const { levelDueOn } = deadlinesOf(row)
  return hasReply(row) || levelDueOn < today() ? undefined : notBefore(levelName(row.level), dateText(levelDueOn))
}

export const mayResolve = ({ status, source }: Pick<ComplaintRow, 'status' | 'source'>): boolean =>
  status === 'open' && source === 'investor'

const stepOf = (row: StepRow, by: string | null): ComplaintStep => ({
  _id: row.id,
  kind: row.kind,
  text: row.text,
  hasProof: row.has_proof,
  at: row.at.toISOString(),
  ...(by !== null && { by }),
})

/** Clients see which level wrote, not which operator. */
function ownOf(row: ComplaintRow, steps: readonly StepRow[]): OwnComplaint {
  const isWaiting = row.status === 'open' && row.level < lastLevel && escalationObstacle(row) !== undefined
  return {
    ...viewOf(row),
    mayEscalate: escalationObstacle(row) === undefined,
    mayResolve: mayResolve(row),
    ...(isWaiting && { escalateFrom: addDays(deadlinesOf(row).levelDueOn, 1) }),
    steps: steps
      .filter(({ complaint_id }) => complaint_id === row.id)
      .map((step) => stepOf(step, step.operator_name === null ? null : levelName(step.level))),
  }
}

/** A level without any contact has `supportEmail`, so that nobody is left without one. */
export async function listOwn(
  sql: Sql,
  clientId: string,
  supportEmail: string,
): Promise<Reply<typeof complaintCalls.list>> {
  const rows = await clientComplaints(sql, clientId, complaintRules.ownRows)
  const ids = rows.map(({ id }) => id)
  const steps = await selectSteps(sql, ids)
  const levels = (await selectLevels(sql)).map((level) =>
    level.contact || level.phone || level.email ? level : { ...level, email: supportEmail },
  )
  return { complaints: rows.map((row) => ownOf(row, steps)), levels }
}

export const ownComplaint = async (sql: Sql, id: string): Promise<OwnComplaint> =>
  ownOf(await requireRow(findComplaint(sql, id)), await selectSteps(sql, [id]))

/** What an open complaint awaits first; counted likewise by `countOpen`. */
function nextOf(row: ComplaintRow): Pick<RegisterLine, 'next' | 'overdue'> {
  if (row.status !== 'open') return { overdue: false }
  const { dueOn, levelDueOn } = deadlinesOf(row)
  const isReply = levelDueOn < dueOn && !hasReply(row)
  const on = isReply ? levelDueOn : dueOn
  return { next: { is: isReply ? 'reply' : 'resolution', on }, overdue: on < today() }
}

export function registerLine(row: ComplaintRow): RegisterLine {
  const isOpen = row.status === 'open'
  const { last_message_at: asked, last_reply_at: answered } = row
  return {
    ...viewOf(row),
    source: row.source,
    ...(row.reference && { reference: row.reference }),
    text: row.text ?? '',
    name: row.name,
    ...(row.client_id && { clientId: row.client_id, saudaId: row.sauda_id ?? '' }),
    ...nextOf(row),
    unanswered: isOpen && (answered === null || (asked !== null && asked > answered)),
  }
}

export async function deskComplaint(sql: Sql, id: string): Promise<DeskComplaint> {
  const row = await requireRow(findComplaint(sql, id))
  const steps = await selectSteps(sql, [id])
  return { ...registerLine(row), steps: steps.map((step) => stepOf(step, step.operator_name)) }
}

const sources = Object.keys(complaintSources) as ComplaintSource[]

/** `2026-09` of `2026-10` and -1. */
function addMonths(month: string, count: number): string {
  const [year, number] = month.split('-').map(Number)
  return new Date(Date.UTC(year ?? 0, (number ?? 1) - 1 + count, 1)).toISOString().slice(0, 7)
}

const sum = (rows: readonly FiguresRow[]) => {
  const total = (name: 'carried' | 'received' | 'resolved' | 'pending' | 'old' | 'days') =>
    rows.reduce((all, row) => all + row[name], 0)
  return {
    carried: total('carried'),
    received: total('received'),
    resolved: total('resolved'),
    pending: total('pending'),
    old: total('old'),
    days: total('days'),
  }
}

/** Covers the last complete month and, up to its end, the financial year. */
export async function complaintReport(sql: Sql, today = dayInIndia(new Date())): Promise<ComplaintReport> {
  const month = addMonths(today.slice(0, 7), -1)
  const end = `${addMonths(month, 1)}-01`
  const months = Array.from({ length: complaintRules.months }, (_, n) =>
    addMonths(month, n + 1 - complaintRules.months),
  )
  const firstYear = taxYearOf(`${month}-01`) + 1 - complaintRules.years
  const years = Array.from({ length: complaintRules.years }, (_, n) => firstYear + n)
  const ranges = [
    ...months.map((each) => ({ from: `${each}-01`, to: `${addMonths(each, 1)}-01` })),
    ...years.map((year) => ({ from: `${year}-04-01`, to: [`${year + 1}-04-01`, end].toSorted()[0] ?? end })),
  ]
  const [rows, levels] = await Promise.all([selectFigures(sql, ranges, complaintRules.oldMonths), selectLevels(sql)])
  const ofRange = (index: number) => rows.filter(({ range }) => range === index + 1)
  return {
    month,
    sources: sources.map((source) => {
      const figures = sum(ofRange(months.length - 1).filter((row) => row.source === source))
      return { source, ...figures, recent: figures.pending - figures.old }
    }),
    months: months.map((period, index) => ({ period, ...sum(ofRange(index)) })),
    years: years.map((year, index) => ({
      period: taxYearName(year),
      ...sum(ofRange(months.length + index)),
    })),
    levels,
  }
}
