import { readFileSync } from 'node:fs'
import { pathOf, type Call } from '@sauda/contract/platform/call'
import { features } from '@sauda/contract/calls'
import { commonErrors } from '@sauda/contract/platform/error'
import { viewErrors } from '@sauda/contract/client/view'
import { clientReads } from './client-calls.ts'
import { complaintForm, makeThings, reason, type Example, type Things } from './call-things.ts'
import { contractNoteReads } from './contract-note.ts'
import { importForms } from './client-import.ts'
import { clearingForms, newSettlement } from './clearing.ts'
import { proposalCases } from './proposal-cases.ts'
import { levyFileForms, storedLevyFile } from './levy-file.ts'
import { holdingForms } from './holding.ts'
import { tradebookForm } from './tradebook.ts'
import { priceFileForms } from './price-file.ts'
import { bookedFile, tradeFileForms, recordedDay } from './trade-file.ts'
import { everyCall } from './every-call.ts'
import { form } from './form.ts'
import type { MoneyClient } from './money.ts'
import { newOperator } from './operator.ts'
import { repliesOf } from './reply-examples.ts'
import { jpeg } from './picture.ts'
import { requireRow } from '../src/platform/db.ts'
import { hdfcLine } from './payout.ts'
import { newUtr, statementForm, statementText } from './reconciliation.ts'
import { taxYearName, taxYearOf } from '@sauda/contract/books/tax-year'
import { dayInIndia } from '../src/platform/india.ts'
import type { TestServer } from './server.ts'

export type Row = {
  /** With the kind of the case in brackets, where one call decides several kinds. */
  readonly name: string
  readonly call: Call
  /** By the kind of caller: `yes`, or the status of the rejection. */
  readonly answers: Readonly<Record<string, string>>
}

const page = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8')

/** The rows of the table of docs/api.md whose heading begins with these two columns. */
export function rightsTable(first: string, second: string): Record<string, string>[] {
  const begin = page.search(new RegExp(`^${first} {2,}${second}`, 'm'))
  const [head = '', ...lines] = begin === -1 ? [] : page.slice(begin, page.indexOf('\n```', begin)).split('\n')
  const columns = [...head.matchAll(/\S+(?: \S+)*/g)]
  const cells = (line: string) =>
    columns.map(({ 0: title, index }, n) => [title, line.slice(index, columns[n + 1]?.index).trim()] as const)
  return lines.map((line) => Object.fromEntries(cells(line)))
}

export const callNamed = (name: string): Call => {
  const [feature = '', own = ''] = name.replace(/ \(.+/, '').split('.')
  const call = (features as Record<string, Record<string, Call>>)[feature]?.[own]
  if (!call) throw new Error(`docs/api.md names ${name}, which is no call`)
  return call
}

/** By the access: `yes`, or the status of the rejection, for every kind of caller. */
export const answersByAccess: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map(
  rightsTable('access', 'visitor').flatMap(({ access = '', ...answers }) =>
    access.split(', ').map((each) => [each, answers] as const),
  ),
)

export const rows = (): Row[] =>
  rightsTable('call', 'address').flatMap(({ call = '', access = '' }) =>
    access.split(', ').map((each) => {
      const [who = '', kind] = each.split('=').toReversed()
      const answers = answersByAccess.get(who)
      if (!answers) throw new Error(`docs/api.md does not say who has the access ${who}`)
      return { name: kind ? `${call} (${kind})` : call, call: callNamed(call), answers }
    }),
  )

const { notSignedIn, noRight, notVerified, notFound } = commonErrors

/** One request; the status if rights rejected it, otherwise `yes`, with the status of the answer. */
export async function ask(server: TestServer, { name, call }: Row, token: string | undefined, given: Example) {
  const { params = {}, body, query = '', headers = {} } = given
  const path = `${pathOf(call.path, params)}${query}`
  const authorization: Record<string, string> = {
    ...headers,
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  }
  if (call.reply === 'events') {
    const response = await fetch(`${server.url}/api${path}`, { headers: authorization })
    await response.body?.cancel()
    return { verdict: response.ok ? 'yes' : String(response.status), status: response.status }
  }
  const answer = await server.call(call.method, path, { headers: authorization, ...(body !== undefined && { body }) })
  const { status } = answer
  const { message } = answer.body as { message?: string }
  const rejections = [
    notSignedIn,
    noRight,
    notVerified,
    viewErrors.readOnly,
    viewErrors.notShown,
    ...(name.startsWith('queue.') ? [notFound] : []),
  ]
  const isRejected = rejections.some((each) => each.status === status && each.message === message)
  return { verdict: isRejected || status >= 500 ? String(status) : 'yes', status }
}

/** Valid requests: `exampleOf` makes one of any row, `changing` has those of every call that changes something. */
export async function examples(server: TestServer) {
  const changing = await everyCall(server)
  const admin = await newOperator(server, 'admin', 'Nisha')
  const things = makeThings(server, admin, await newOperator(server, 'admin', 'Omar'))
  const special = {
    ...casesOf(things),
    ...readsOf(things),
    ...clientReads(things),
    ...contractNoteReads(things),
    ...(await formsOf(things, server)),
    ...(await repliesOf(things)),
  }
  const exampleOf = async ({ name, call }: Row): Promise<Example> => {
    const make = special[name] ?? changing[name.replace(/ \(.+/, '')]
    if (make) return make()
    const isClients = call.who === 'client' || call.who === 'verified'
    return isClients ? ofClient(things, await things.rich()) : { params: await paramsFor(call, changing) }
  }
  return { exampleOf, changing }
}

const ofClient = ({ own }: Things, client: MoneyClient): Example => own(client, { params: { userId: client.id } })

/** The call whose example has a record for this parameter. */
const sources: Readonly<Record<string, string>> = {
  clientId: 'kyc.decide',
  transactionId: 'wallet.reject',
  paymentId: 'wallet.reject',
  loanId: 'loan.offer',
  chargeId: 'charge.approve',
  tradeId: 'trade.sell',
  reversalId: 'reversal.reject',
  adjustmentId: 'ledger.rejectAdjustment',
  requestId: 'setting.reject',
  lineId: 'reconciliation.settle',
  batchId: 'payout.cancel',
  complaintId: 'complaint.reply',
  bankAccountId: 'bank-day.close',
}

async function paramsFor({ path, words }: Call, changing: Awaited<ReturnType<typeof everyCall>>) {
  const params: Record<string, string> = {}
  for (const [, name = ''] of path.matchAll(/:(\w+)/g)) {
    const { params: known = {} } = (await changing[sources[name] ?? '']?.()) ?? {}
    params[name] = known[name] ?? Object.values(known)[0] ?? words?.[name]?.[0] ?? 'HDFC0000001'
  }
  return params
}

type Makers = Readonly<Record<string, () => Promise<Example>>>

/** Calls that decide cases of several kinds. */
function casesOf(things: Things): Makers {
  const { rich, requested, paid, loans, line } = things
  const claim = async (kind: string, id: Promise<string>) => ({ body: { kind, id: await id, release: false } })
  return {
    ...proposalCases(things),
    'wallet.approve (withdrawal)': async () => ({
      params: { transactionId: await requested('withdraw') },
      body: { reference: newUtr() },
    }),
    'wallet.reject (deposit)': async () => ({
      params: { transactionId: await requested('add-money') },
      body: { reason },
    }),
    'reconciliation.approve (withdrawal)': async () => ({
      ...(await line(7777)),
      body: { paymentId: await requested('withdraw') },
    }),
    'queue.claim (withdrawal)': () => claim('withdrawal', requested('withdraw')),
    'queue.claim (charge)': () =>
      claim(
        'charge',
        paid().then(({ params }) => params.chargeId),
      ),
    'queue.claim (loan)': () =>
      claim(
        'loan',
        rich().then(async (client) => (await loans.request(client))._id),
      ),
  }
}

/** Calls that read something of the client, or need a query. */
function readsOf(things: Things): Makers {
  const { server, rich, own, buy, second } = things
  const quotes = { query: '?symbols=TCS' }
  const event = async () => {
    const client = await rich()
    const row = await server.db.row<{ id: string }>('select id from journal where client_id = $1', [client.id])
    return own(client, { params: { userId: client.id, journalId: row?.id ?? '' } })
  }
  const report = { params: { report: 'clients' }, query: '?from=2026-01-01&to=2026-12-31' }
  return {
    'queue.colleagues (deposit)': async () => ({ query: '?kind=deposit' }),
    'statement.event': event,
    'statement.trail': event,
    'statement.trailOfClient': async () => {
      const { params } = await event()
      return { params: { clientId: params?.['userId'] ?? '', journalId: params?.['journalId'] ?? '' } }
    },
    'statement.trailOf': async () => ({ ...ofClient(things, await rich()), query: '?figure=cash' }),
    'statement.trailOfAmount': async () => ({ params: { clientId: (await rich()).id }, query: '?figure=cash' }),
    'statement.confirmation': async () => {
      const client = await rich()
      const { createdAt } = await buy(client, 'TCS', 1, 100)
      return { ...ofClient(things, client), query: `?day=${dayInIndia(new Date(createdAt))}` }
    },
    'statement.annual': async () => ({
      ...ofClient(things, await rich()),
      query: `?year=${taxYearName(taxYearOf(dayInIndia(new Date())))}`,
    }),
    'tax.stock': async () => ({ ...ofClient(things, await rich()), query: '?stock=TCS' }),
    'tax.sales': async () => ({ ...ofClient(things, await rich()), query: '?line=portfolio' }),
    'tax.file': async () => ({ ...ofClient(things, await rich()), query: '?format=csv' }),
    'bank.ifsc': async () => own(await rich(), { params: { code: 'HDFC0000001' } }),
    'market.quotes': async () => ({ ...own(await rich()), ...quotes }),
    'market.prices': async () => ({ ...own(await rich()), ...quotes }),
    'closing-price.closes': async () => ({ ...own(await rich()), query: '?symbol=TCS' }),
    'watch.find': async () => ({ ...own(await rich()), query: '?search=TCS' }),
    'market.candles': async () => ({ ...own(await rich()), query: '?symbol=TCS&interval=5m' }),
    'accounting.totals': async () => ({ query: report.query }),
    'accounting.journal': async () => ({ query: `${report.query}&format=xml` }),
    'report.report': async () => report,
    'report.parts': async () => ({ params: { report: 'cash' }, query: `${report.query}&column=Received` }),
    'report.file': async () => ({ ...report, query: `${report.query}&format=csv` }),
    'contract.day': async () => ({ query: `?day=${await recordedDay(server, second.id)}` }),
    'exchange-file.trades': async () => ({ params: { fileId: await bookedFile(server, second.id) } }),
    'clearing.settlement': async () => ({ params: { settlementId: (await newSettlement(server)).id } }),
    'levy-file.differences': async () => ({ params: { fileId: await storedLevyFile(server, second.id) } }),
    'market.deskQuotes': async () => quotes,
    'market.deskPrices': async () => quotes,
  }
}

async function formsOf({ rich, own, registered, batched, second }: Things, server: TestServer): Promise<Makers> {
  const picture = await jpeg()
  const statement = async () => ({
    query: `?bankAccountId=${(await requireRow(server.db.row<{ id: string }>('select id from broker_bank where receives'))).id}`,
    body: statementForm(statementText([{ text: 'UPI', reference: newUtr(), credit: 500 }])),
  })
  const answer = async () => {
    const { batchId, name } = await batched(true)
    return { params: { batchId }, body: statementForm(hdfcLine(name, '500.00', newUtr()), 'answer.csv') }
  }
  return {
    ...importForms(server, second.id),
    ...priceFileForms(),
    ...tradeFileForms(server),
    ...levyFileForms(server),
    ...clearingForms(),
    ...holdingForms(server, rich),
    'tradebook.preview': async () => ({ ...own(await rich()), body: tradebookForm() }),
    'tradebook.importFile': async () => ({ ...own(await rich()), body: tradebookForm() }),
    'payout.preview': answer,
    'payout.importAnswer': answer,
    'profile.uploadPhoto': async () => ({ ...own(await rich()), body: form({ profile: picture }) }),
    'complaint.raise': async () => ({ ...own(await rich()), body: complaintForm() }),
    'kyc.upload': async () => ({ ...own(await registered()), body: form({ pan: picture, aadhaar: picture }) }),
    'reconciliation.preview': statement,
    'reconciliation.columns': statement,
    'reconciliation.importStatement': statement,
  }
}
