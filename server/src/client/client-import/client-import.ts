import {
  type ClientImport,
  clientImportCalls,
  clientImportErrors,
  type ClientImportRow,
  clientImportRules,
  wrongImportLine,
} from '@sauda/contract/client/client-import'
import { AppError, commonErrors } from '@sauda/contract/platform/error'
import { decimalRupees, formatRupees, rupeesOf } from '@sauda/contract/platform/money'
import type { Payload } from '@sauda/contract/core/proposal'
import type { AppContext } from '../../app/app-context.ts'
import { ownAccounts } from '../../core/approval/own-account.ts'
import { type ProposalHandler, proposeUnlessWaived, waiting } from '../../core/approval/proposal.ts'
import { postOpenings } from '../../core/ledger/ledger.ts'
import { decryptOwned, eraseDataKey, ownerCipher } from '../../platform/data-key.ts'
import { breaksUnique, requireRow, type Sql, type Tx } from '../../platform/db.ts'
import { newId } from '../../platform/id.ts'
import type { SentCsv } from '../../platform/upload.ts'
import {
  decideImport,
  findImport,
  type ImportRow,
  insertImport,
  insertImported,
  isEmailOf,
  lockIdentities,
  selectImports,
} from './client-import.sql.ts'
import {
  type Plan,
  type PlanDependencies,
  planImport,
  type PlannedClient,
  totalsOf,
  describeImport,
} from './client-import.plan.ts'
import { isSingle } from '../../core/approval/waive.ts'
import { runIdempotent } from '../../core/idempotency/idempotency.ts'
import { bulkLimits, limitConcurrency } from '../../platform/concurrency.ts'
import { type TradingAccountContext, unassignedEvidence } from '../client/trading-account.ts'
import type { ByOperator } from '../../core/audit/audit.ts'

type Person = { readonly id: string; readonly name: string }
type Created = PlannedClient & { readonly id: string }

/** With what other features provide: each writes one part of many clients. */
export type ImportContext = TradingAccountContext &
  Omit<PlanDependencies, 'fingerprint'> & {
    readonly createClients: (tx: Tx, clients: readonly Created[]) => Promise<void>
    readonly saveIdentities: (tx: Tx, clients: readonly Created[]) => Promise<void>
    readonly saveBankDetails: (tx: Tx, clients: readonly Created[]) => Promise<void>
    readonly openPositions: (
      tx: Tx,
      clients: readonly Created[],
      by: { readonly importId: string; readonly operatorId: string },
    ) => Promise<void>
  }

const filePlace = (importId: string): string => `client-import:${importId}`

const planOf = (context: ImportContext, sql: Sql, bytes: Uint8Array) =>
  planImport(sql, { ...context, fingerprint: (text) => context.secret.hmac('lookup', 'client-import', text) }, bytes)

const nameOf = ({ name }: SentCsv): string => (name === '' ? 'clients.csv' : name)

const readingOf = (fileName: string, plan: Plan): ClientImport => ({
  fileName,
  lines: plan.lines,
  counts: plan.counts,
  totals: viewOfTotals(totalsOf(plan)),
  unused: [...plan.unused],
})

type Totals = ReturnType<typeof totalsOf>

const viewOfTotals = ({ clients, positions, bank_details: bankDetails, balance, cost }: Totals) => ({
  clients,
  positions,
  bankDetails,
  balance: rupeesOf(balance),
  cost: rupeesOf(cost),
})

const plannedFile = (context: ImportContext, { bytes }: SentCsv) => planOf(context, context.db, bytes)

/** The effect of each line. Changes nothing. */
const preview = async (context: ImportContext, csv: SentCsv) => readingOf(nameOf(csv), await plannedFile(context, csv))

/** The lines of a pending import, compared again with what is stored now. */
async function planOfImport(context: ImportContext, importId: string): Promise<ClientImport & { readonly plan: Plan }> {
  const row = await requireRow(findImport(context.db, importId))
  const plan = await planOf(context, context.db, openFile(context, row))
  return { ...readingOf(row.file_name, plan), plan }
}

async function importLines(context: ImportContext, importId: string): Promise<ClientImport> {
  const { plan: _, ...reading } = await planOfImport(context, importId)
  return reading
}

const listImports = async (sql: Sql) => ({
  imports: (await selectImports(sql, clientImportRules.rows)).map(viewOf),
})

const requestHash = ({ secret }: AppContext, { bytes }: SentCsv): Buffer =>
  secret.hmac('lookup', 'client-import-file', bytes.toString('latin1'))

/** Stores the file and proposes its import. */
async function requestImport(
  context: ImportContext,
  tx: Tx,
  { csv, plan, operator, ip }: ByOperator & { readonly csv: SentCsv; readonly plan: Plan },
) {
  await requireImportable(context, tx, plan, operator)
  const id = newId()
  const totals = totalsOf(plan)
  await storeFile(context, tx, { id, csv, totals, operator })
  const payload = { importId: id }
  const summary = summaryOf(nameOf(csv), totals)
  const reasons = ['An import creates clients and opening balances, so it always needs a second operator']
  const change = { kind: 'client-import.book' as const, payload, operator, ip, summary, reasons }
  const result = await proposeUnlessWaived(context, tx, change, () => carryOut(context, tx, payload, { operator, ip }))
  const row = await requireRow(findImport(tx, id))
  await context.notifyScreens(tx, 'desk', 'client')
  return { ...viewOf(row), ...('proposal' in result && waiting(result.proposal)) }
}

function summaryOf(fileName: string, { clients, positions, balance, cost }: Totals): string {
  const count = clients === 1 ? '1 client' : `${clients} clients`
  const held = positions === 1 ? '1 position' : `${positions} positions`
  return `Import ${count} with opening balances of ${formatRupees(balance)} and ${held} at a cost of ${formatRupees(cost)} from ${fileName}`
}

type NewFile = { readonly id: string; readonly csv: SentCsv; readonly totals: Totals; readonly operator: Person }

async function storeFile(context: AppContext, tx: Tx, { id, csv, totals, operator }: NewFile): Promise<void> {
  const cipher = await ownerCipher(context.secret, tx, id)
  const content = cipher.encrypt('file', csv.bytes, filePlace(id))
  const fileHash = requestHash(context, csv)
  try {
    await insertImport(tx, { ...totals, id, fileName: nameOf(csv), fileHash, content, operatorId: operator.id })
  } catch (error) {
    throw breaksUnique(error, 'client_import_pending') ? new AppError(clientImportErrors.pending) : error
  }
}

function openFile({ secret }: AppContext, row: Awaited<ReturnType<typeof findImport>> & object): Buffer {
  const { id, content, data_key: dataKey } = row
  const sealed = content === null ? undefined : { purpose: 'file' as const, sealed: content, bound: filePlace(id) }
  const opened = sealed && decryptOwned(secret, { ownerId: id, dataKey }, sealed)
  if (!opened) throw new AppError(clientImportErrors.decided)
  return opened
}

/** Why the operator cannot import it: a line is wrong, none is new, or one is their own account. */
async function importFault(context: AppContext, sql: Sql, { lines, counts, clients }: Plan, operator: Person) {
  const wrong = lines.find(({ status }) => status === 'wrong')
  if (wrong) return wrongImportLine(wrong.line, wrong.problems[0] ?? '')
  if (counts.new === 0) return clientImportErrors.nothingNew
  const emails = clients.map(({ email }) => email)
  return !isSingle(context) && (await isEmailOf(sql, operator.id, emails)) ? commonErrors.ownAccount : undefined
}

async function requireImportable(...given: Parameters<typeof importFault>): Promise<void> {
  const fault = await importFault(...given)
  if (fault) throw new AppError(fault)
}

/** Imports or removes what waited for a second operator. */
const importProposal = (context: ImportContext): ProposalHandler<'client-import.book'> => ({
  async describe(tx, { importId }, operator) {
    const reading = await planOfImport(context, importId)
    const codes = reading.plan.clients.flatMap(({ ucc }) => (ucc === '' ? [] : [ucc]))
    const described = describeImport(reading, importId)
    const recorded = unassignedEvidence(await context.unassigned(tx, codes))
    const obstacle = await importFault(context, tx, reading.plan, operator)
    return { ...described, evidence: [...(described.evidence ?? []), ...recorded], obstacle }
  },
  carryOut: (tx, payload, by) => carryOut(context, tx, payload, by),
  undo: (tx, { importId }, { operator }) => close(tx, importId, 'rejected', operator),
})

async function close(tx: Tx, id: string, status: 'imported' | 'rejected', operator: Person): Promise<void> {
  if ((await decideImport(tx, { id, status, operatorId: operator.id })) === 0)
    throw new AppError(clientImportErrors.decided)
  await eraseDataKey(tx, id)
}

/** Clients per statement. */
const slice = 250

/** All clients of the file, or none; in slices, so that other requests run between them. */
async function carryOut(
  context: ImportContext,
  tx: Tx,
  { importId }: Payload<'client-import.book'>,
  by: ByOperator & { readonly requestedBy?: string },
): Promise<void> {
  const { operator, ip } = by
  // Until the commit, so that no PAN compared here is recorded by another transaction.
  await lockIdentities(tx)
  const row = await requireRow(findImport(tx, importId))
  const plan = await planOf(context, tx, openFile(context, row))
  await requireImportable(context, tx, plan, operator)
  const clients = plan.clients.map((client) => ({ ...client, id: newId() }))
  try {
    for (let at = 0; at < clients.length; at += slice)
      await importSlice(context, tx, clients.slice(at, at + slice), { importId, ...by })
  } catch (error) {
    const isTaken =
      breaksUnique(error, 'client_email_key') ||
      breaksUnique(error, 'client_mobile_key') ||
      breaksUnique(error, 'client_ucc')
    throw isTaken ? new AppError(clientImportErrors.changed) : error
  }
  await close(tx, importId, 'imported', operator)
  const { balance, cost, ...counts } = totalsOf(plan)
  const after = { fileName: row.file_name, ...counts, balance: decimalRupees(balance), cost: decimalRupees(cost) }
  const entry = { action: 'client-import.book', subjectId: importId, after }
  await context.audit(tx, { by: { operator, ip }, ...entry })
  await context.notifyScreens(tx, 'desk', 'client')
}

async function importSlice(
  context: ImportContext,
  tx: Tx,
  clients: readonly Created[],
  { importId, operator, ip, requestedBy }: ByOperator & { readonly importId: string; readonly requestedBy?: string },
): Promise<void> {
  await context.createClients(tx, clients)
  await context.saveIdentities(tx, clients)
  await context.saveBankDetails(tx, clients)
  const clientIds = clients.map(({ id }) => id)
  // That of the operator who approves is refused with the audit row of the client.
  if (requestedBy !== undefined && (await ownAccounts(context, tx, { operatorId: requestedBy, clientIds })).size > 0)
    throw new AppError(clientImportErrors.makersAccount)
  const imported = clients.map(({ id, fingerprint, balance }) => ({ clientId: id, fingerprint, balance }))
  await insertImported(tx, importId, imported)
  await postOpenings(
    tx,
    clients.map(({ id, balance }) => ({
      event: 'opening.balance',
      clientId: id,
      causeId: id,
      reason: 'Balance brought forward',
      to: 'cash',
      paise: balance,
    })),
  )
  await context.openPositions(tx, clients, { importId, operatorId: operator.id })
  for (const { id, balance, positions, kycDate, bank, address, noteConsentOn } of clients) {
    const after = {
      importId,
      balance: decimalRupees(balance),
      positions: positions.length,
      bankDetails: bank !== undefined,
      ...(kycDate !== '' && { verifiedOn: kycDate }),
      // The log is never erased, so it has no address.
      ...(address !== '' && { isAddressRecorded: true }),
      ...(noteConsentOn !== '' && { consentOn: noteConsentOn }),
    }
    await context.audit(tx, { by: { operator, ip }, action: 'client-import.client', subjectId: id, after })
  }
}

const viewOf = (row: ImportRow): ClientImportRow => ({
  _id: row.id,
  fileName: row.file_name,
  status: row.status,
  totals: viewOfTotals(row),
  requestedBy: row.requested_by_name,
  requestedAt: row.requested_at.toISOString(),
  ...(row.proposal_id !== null && { proposalId: row.proposal_id }),
  ...(row.decided_by_name !== null && { decidedBy: row.decided_by_name }),
  ...(row.decided_at !== null && { decidedAt: row.decided_at.toISOString() }),
})

/** Returns what carries out an approved import. */
export function clientImportRoutes(context: ImportContext) {
  const { mount, db } = context
  const limited = limitConcurrency(bulkLimits)
  mount(clientImportCalls.preview, ({ csv }) => limited(() => preview(context, csv)))
  mount(clientImportCalls.importFile, (given) =>
    limited(async () => {
      const plan = await plannedFile(context, given.csv)
      const body = { file: requestHash(context, given.csv).toString('hex') }
      return runIdempotent(db, { ...given, body }, (tx) => requestImport(context, tx, { ...given, plan }))
    }),
  )
  mount(clientImportCalls.list, () => listImports(db))
  mount(clientImportCalls.lines, ({ params }) => limited(() => importLines(context, params.importId)))
  return { 'client-import.book': importProposal(context) }
}
