import { deserialize } from 'node:v8'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ClientImport, ClientImportLine } from '@sauda/contract/client/client-import'
import { csvErrors } from '@sauda/contract/platform/csv'
import { decimalText } from '@sauda/contract/platform/decimal'
import { AppError } from '@sauda/contract/platform/error'
import { maskPan } from '@sauda/contract/client/pan-aadhaar'
import type { Instrument } from '@sauda/contract/trading/market'
import { rupeesOf, rupeesText } from '@sauda/contract/platform/money'
import { tradeErrors, tradeRules } from '@sauda/contract/trading/trade-error'
import type { Sql } from '../../platform/db.ts'
import { bulkLimits } from '../../platform/concurrency.ts'
import { inThread } from '../../platform/thread.ts'
import type * as reader from './client-import.read.ts'
import type { FileClient, FileLine, FilePosition } from './client-import.read.ts'
import { findTaken, type TakenRow } from './client-import.sql.ts'
import { type Described, factsOf, sampleOf } from '../../core/approval/review.ts'

const thread = inThread<typeof reader>(
  new URL('./client-import.read.ts', import.meta.url),
  csvErrors.tooMuch,
  bulkLimits,
)

export type PlanDependencies = {
  readonly panLookup: (pan: string) => Buffer
  readonly fingerprint: (text: string) => Buffer
  readonly instrument: (sql: Sql, stockName: string) => Promise<Instrument | undefined>
  /** Paise; throws an AppError if the instrument does not allow the quantity. */
  readonly amountOf: (deal: { quantity: bigint; price: bigint }, instrument: Instrument) => bigint
}

export type PlannedPosition = FilePosition & { readonly symbol: string; readonly cost: bigint }
export type PlannedClient = FileClient & {
  readonly pan: string
  readonly fingerprint: Buffer
  readonly positions: readonly PlannedPosition[]
}
export type Plan = {
  readonly lines: ClientImportLine[]
  readonly counts: ClientImport['counts']
  readonly unused: readonly string[]
  /** The new ones, in the order of the file; none of them may be used while a line is wrong. */
  readonly clients: readonly PlannedClient[]
}

/** Compares a file with what is stored; changes nothing. Throws an AppError if it cannot be read at all. */
export async function planImport(sql: Sql, dependencies: PlanDependencies, bytes: Uint8Array): Promise<Plan> {
  const { batches, unused } = await thread('readFile', bytes)
  const lines: FileLine[] = []
  for (const each of batches) {
    lines.push(...(deserialize(each) as FileLine[]))
    // Other requests run between the batches.
    await nextTurn()
  }
  const positions = await planPositions(sql, dependencies, lines)
  const owners = await findOwners(sql, dependencies, lines)
  const clients: PlannedClient[] = []
  const planned: ClientImportLine[] = []
  const importedPans = new Map<string, string>()
  for (const { line, pan, client, problems } of lines) {
    if (line % 500 === 0) await nextTurn()
    if (!client || problems.length > 0) continue
    const own = positions.get(pan) ?? []
    const fingerprint = dependencies.fingerprint(textOf(pan, client, own))
    const owner = owners.pan(dependencies.panLookup(pan))
    if (owner?.fingerprint?.equals(fingerprint)) {
      importedPans.set(pan, owner.id)
      continue
    }
    problems.push(...takenProblems(owners, client, owner))
    if (own.length > tradeRules.openPositions) problems.push(tradeErrors.tooManyOpen.message)
    clients.push({ ...client, pan, fingerprint, positions: own })
  }
  for (const each of lines) planned.push(viewOf(each, positions, importedPans.get(each.pan)))
  const counts = { new: 0, imported: 0, wrong: 0 }
  for (const { status } of planned) counts[status]++
  return { lines: planned, counts, clients, unused }
}

type Positions = ReadonlyMap<string, (PlannedPosition & { readonly line: number })[]>

/** By PAN. The problems of a position go to its line. */
async function planPositions(sql: Sql, { instrument, amountOf }: PlanDependencies, lines: readonly FileLine[]) {
  const instruments = new Map<string, Instrument | undefined>()
  const byPan = new Map<string, (PlannedPosition & { line: number })[]>()
  for (const { line, pan, position, problems } of lines) {
    if (!position || problems.length > 0) continue
    const { stock, quantity, unitCost } = position
    if (!instruments.has(stock)) instruments.set(stock, await instrument(sql, stock))
    const found = instruments.get(stock)
    try {
      if (!found) throw new AppError(tradeErrors.unknownStock)
      const cost = amountOf({ quantity, price: unitCost }, found)
      byPan.set(pan, [...(byPan.get(pan) ?? []), { ...position, symbol: found.symbol, cost, line }])
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      problems.push(error.message)
    }
  }
  return byPan
}

type Owners = {
  readonly ucc: (ucc: string) => TakenRow | undefined
  readonly email: (email: string) => TakenRow | undefined
  readonly mobile: (mobile: string) => TakenRow | undefined
  readonly pan: (lookup: Buffer) => TakenRow | undefined
}

const slice = 1000

async function findOwners(sql: Sql, { panLookup }: PlanDependencies, lines: readonly FileLine[]): Promise<Owners> {
  const named = lines.flatMap(({ pan, client }) =>
    client ? [{ ...client, pan: panLookup(pan), ucc: client.ucc.toUpperCase() }] : [],
  )
  const [emails, mobiles, pans, uccs] = [1, 2, 3, 4].map(() => new Map<string, TakenRow>()) as [
    Map<string, TakenRow>,
    Map<string, TakenRow>,
    Map<string, TakenRow>,
    Map<string, TakenRow>,
  ]
  for (let at = 0; at < named.length; at += slice)
    for (const row of await findTaken(sql, named.slice(at, at + slice))) {
      emails.set(row.email, row)
      mobiles.set(row.mobile, row)
      if (row.ucc !== null) uccs.set(row.ucc.toUpperCase(), row)
      if (row.pan_lookup) pans.set(row.pan_lookup.toString('hex'), row)
    }
  return {
    email: (email) => emails.get(email),
    mobile: (mobile) => mobiles.get(mobile),
    ucc: (ucc) => uccs.get(ucc.toUpperCase()),
    pan: (lookup) => pans.get(lookup.toString('hex')),
  }
}

function takenProblems(owners: Owners, { email, mobile, ucc }: FileClient, panOwner: TakenRow | undefined): string[] {
  const [emailOwner, mobileOwner] = [owners.email(email), owners.mobile(mobile)]
  const uccOwner = ucc === '' ? undefined : owners.ucc(ucc)
  const imported = panOwner?.fingerprint ? ', who was imported with other details or positions' : ''
  return [
    ...(panOwner ? [`This PAN belongs to ${panOwner.sauda_id}${imported}`] : []),
    ...(emailOwner ? [`This e-mail address belongs to ${emailOwner.sauda_id}`] : []),
    ...(uccOwner ? [`This UCC belongs to ${uccOwner.sauda_id}`] : []),
    ...(mobileOwner ? [`This mobile number belongs to ${mobileOwner.sauda_id}`] : []),
  ]
}

/** The same for the same client and positions, in whatever order and form the file has them. */
function textOf(pan: string, client: FileClient, positions: readonly PlannedPosition[]): string {
  const { name, email, mobile, executive, kycDate, balance, bank, ucc, demat, address, noteConsentOn } = client
  const held = positions.map(({ symbol, quantity, unitCost, purchasedOn }) =>
    [symbol, decimalText(quantity), decimalText(unitCost), purchasedOn].join(' '),
  )
  return JSON.stringify([
    pan,
    name,
    email,
    mobile,
    executive,
    kycDate,
    String(balance),
    bank ?? null,
    held.toSorted(),
    ...[ucc, demat].filter((text) => text !== ''),
    ...(address === '' && noteConsentOn === '' ? [] : [{ address, noteConsentOn }]),
  ])
}

function viewOf(each: FileLine, positions: Positions, importedId: string | undefined): ClientImportLine {
  const { line, record, pan, title, detail, problems, client } = each
  const position = record === 'position' ? positions.get(pan)?.find((own) => own.line === line) : undefined
  const amount = client?.balance ?? position?.cost
  const isImported = problems.length === 0 && importedId !== undefined
  return {
    line,
    record,
    pan: pan === '' ? '' : maskPan(pan),
    title,
    detail,
    ...(amount !== undefined && { amount: rupeesOf(amount) }),
    status: problems.length > 0 ? 'wrong' : isImported ? 'imported' : 'new',
    problems,
    ...(isImported && { clientId: importedId }),
  }
}

/** Totals of the new lines, in paise. */
export function totalsOf({ clients }: Plan) {
  const totals = { clients: clients.length, positions: 0, bank_details: 0, balance: 0n, cost: 0n }
  for (const { balance, bank, positions } of clients) {
    totals.positions += positions.length
    totals.bank_details += bank ? 1 : 0
    totals.balance += balance
    for (const { cost } of positions) totals.cost += cost
  }
  return totals
}

/** The totals of the file, and its first and last lines. */
export function describeImport(
  { fileName, lines, counts, totals, plan }: ClientImport & { readonly plan: Plan },
  importId: string,
): Described<'client-import.book'> {
  const { clients, positions, bankDetails, balance, cost } = totals
  const facts = factsOf({
    File: { text: fileName, to: `/clients/import/${importId}` },
    Clients: String(clients),
    'With bank details': String(bankDetails),
    'With consent to contract notes by e-mail': String(
      plan.clients.filter(({ noteConsentOn }) => noteConsentOn !== '').length,
    ),
    Positions: String(positions),
    'Cost of the positions': rupeesText(cost),
  })
  const rows = lines.map((line) => [
    { text: String(line.line) },
    { text: line.title },
    { text: line.pan },
    { text: line.problems.join('. ') || line.status },
  ])
  return {
    effects: [{ account: { text: 'Opening balances of the clients' }, amount: balance }],
    evidence: [
      { type: 'facts', id: JSON.stringify(counts), title: 'Import', facts },
      {
        type: 'table',
        id: importId,
        title: 'Lines of the file',
        columns: ['Line', 'Content', 'PAN', 'Result'],
        ...sampleOf(rows),
      },
    ],
  }
}
