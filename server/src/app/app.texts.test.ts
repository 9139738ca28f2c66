import * as z from 'zod/mini'
import { allCalls } from '@sauda/contract/calls'
import { call as define, pathOf, type Call } from '@sauda/contract/platform/call'
import {
  clientTextErrors,
  fieldName,
  forClients,
  textFields,
  type TextField,
} from '@sauda/contract/platform/client-text'
import { line } from '@sauda/contract/platform/field'
import { describe, expect, test } from 'vitest'
import { withoutNetwork } from '../../test/inject.ts'
import { examples } from '../../test/rights.ts'
import { signerSettings } from '../../test/note-signer.ts'
import { testServer } from '../../test/server.ts'
import { clientTextFault } from '../core/mail/text-rules.ts'

// Every text of an operator or a file that a client or visitor reads is checked (settled, section 15). A field of a desk's call is
// either marked in the contract, or named here with the reason why clients do not read it, or not as a text.

const decision = 'in the audit log and the request of a second operator, which only operators read'
const notForClients: Readonly<Record<string, readonly string[]>> = {
  [decision]: [
    'kyc.decide.pan.samePanReason',
    'identity.correct.reason',
    'closing-price.decide.reason',
    'security.decide.reason',
    'clearing.accept.reason',
    'contact.propose.reason',
    'privacy.erase.reason',
    'broker-bank.reverseOpening.reason',
    'payout.stop.reason',
    'payout.resume.reason',
    'payout.cancel.reason',
    'reconciliation.settle.note',
    'bank-statement.correct.reason',
    'bank-statement.explain.reason',
    'bank-statement.withdraw.reason',
    'queue.hold.reason',
    'client.setTradingAccount.reason',
    'client.setNoteDelivery.reason',
    'client.freeze.reason',
    'client.unfreeze.reason',
    'view.start.reason',
    'approval.breakGlass.reason',
    'corporate-action.preview.source',
    'corporate-action.book.source',
    'corporate-action.reverse.reason',
  ],
  'read by a client only where the line is booked to one, and then checked in reconciliation.link.ts': [
    'line-booking.book.reason',
    'line-booking.reverse.reason',
  ],
  'notes, registers, titles and names at the desk': [
    'note.add.text',
    'contract-note.bounce.reason',
    'contract-note.dispatch.number',
    'note.end.text',
    'content.addTestimonial.consent',
    'content.editTestimonial.consent',
    'complaint.record.complainant',
    'privacy.recordBreach.what',
    'privacy.recordBreach.affected',
    'privacy.recordBreach.measures',
    'privacy.updateBreach.what',
    'privacy.updateBreach.affected',
    'privacy.updateBreach.measures',
    'calendar.add.name',
    'message.addTemplate.title',
    'message.editTemplate.title',
    'operator.passkeyAdd.name',
    'operator.addRole.name',
    'operator.renameRole.name',
    'find.find.text',
  ],
  'compared with what is stored, which itself is checked': [
    'trade-charge.previewPlans.clients',
    'trade-charge.assignPlans.clients',
    'trade.previewBuy.stockName',
    'trade.buy.stockName',
    'corporate-action.preview.stockName',
    'corporate-action.preview.otherStock',
    'corporate-action.book.stockName',
    'corporate-action.book.otherStock',
    'operator.addOperator.role',
    'operator.changeRole.role',
    'closing-price.decide.isin',
    'closing-price.decide.close',
    'security.decide.isin',
    'charge.approve.transactionId',
    'charge.reject.transactionId',
    'clearing.closeShortage.number',
    'line-booking.book.settlementIds',
    'wallet.approve.version',
    'reconciliation.approve.version',
    'bank-day.close.version',
    'clearing.accept.gaps',
    'approval.approve.version',
    'trade.confirmPrice.version',
  ],
  'letters, digits and hyphens of a reference, without blanks and dots': [
    'wallet.approve.reference',
    'trade.previewBuy.orderNumber',
    'trade.previewBuy.exchangeTradeNumber',
    'trade.buy.orderNumber',
    'trade.buy.exchangeTradeNumber',
    'trade.previewSell.orderNumber',
    'trade.previewSell.exchangeTradeNumber',
    'trade.sell.orderNumber',
    'trade.sell.exchangeTradeNumber',
  ],
  'a file of trades: its stocks are looked up, and its numbers are checked like those of a typed trade': [
    'trade-file.preview.csv',
    'trade-file.book.csv',
  ],
  'the broker’s own contact details and accounts, which need a second administrator': [
    'complaint.saveLevel.phone',
    'broker-bank.add.upiId',
    'broker-bank.edit.upiId',
  ],
  'codes and layouts of the files of banks and exchanges': [
    'holding.preview.account',
    'holding.preview.isin',
    'holding.preview.quantity',
    'holding.importFile.account',
    'holding.importFile.isin',
    'holding.importFile.quantity',
    'exchange-file.setCode.code',
    'exchange-file.setCode.meaning',
    'payout.saveLayout.name',
    'payout.saveLayout.fileName',
    'payout.saveLayout.corporateCode',
    'payout.saveLayout.modes.internal',
    'payout.saveLayout.modes.neft',
    'payout.saveLayout.modes.rtgs',
    'payout.saveLayout.top',
    'payout.saveLayout.row',
    'payout.saveLayout.response.reference',
    'payout.saveLayout.response.amount',
    'payout.saveLayout.response.status',
    'payout.saveLayout.response.utr',
    'payout.saveLayout.response.reason',
    'payout.saveLayout.response.paid',
    'payout.saveLayout.response.failed',
    'reconciliation.saveLayout.header',
    'reconciliation.preview.sheet',
    'reconciliation.importStatement.sheet',
    'reconciliation.columns.sheet',
  ],
  'secrets of the operator': [
    'operator.changePassword.currentPassword',
    'operator.changePassword.newPassword',
    'operator.passkeyStart.password',
    'operator.passkeyAdd.response.id',
    'operator.passkeyAdd.response.rawId',
    'operator.passkeyAdd.response.response.clientDataJSON',
    'operator.passkeyRemove.password',
    'operator.totpConfirm.code',
    'operator.totpConfirm.password',
  ],
}

/** What clients read of each kind of file, and where that is checked. */
const files: Readonly<Record<string, string>> = {
  'security.importFile': 'names and symbols: security.text.ts',
  'client-import.importFile': 'names of the client, the executive and the account holder: client-import.read.ts',
  'payout.importAnswer': 'the reason of a failure: payout.answer.ts; the UTR is letters and digits',
  'exchange-file.importFile':
    'numbers of orders and trades, which are digits; the name of a security is that of the list',
  'corporate-action.readFile': 'shown as it is read; nothing of it is stored',
  'closing-price.importFile': 'prices and days',
  'levy-file.importFile': 'amounts',
  'fair-value.importFile': 'prices; symbols stay at the desk',
  'calendar.importList': 'days and their names, which stay at the desk',
  'stt-class.importList': 'ISINs and symbols that are looked up',
  'clearing.importFile': 'amounts and days',
  'tradebook.importFile': 'the client’s own statement, shown to this client alone: tradebook.read.ts',
  'holding.importFile': 'quantities, ISINs and demat accounts that are looked up',
  'reconciliation.importStatement':
    'amounts, days and references, which are letters and digits; narrations stay at the desk',
  'reconciliation.columns': 'nothing: it shows the operator a sample of the file',
}

const probes = [
  'Pay desk.payments@okhdfc now',
  'Visit sauda-kyc.com',
  'desk@ybl',
  'CALL-98765-43210',
  'wa.me/x',
  'Call 98765 43210',
]
const probeOf = ({ schema }: TextField): string | undefined => probes.find((probe) => schema.safeParse(probe).success)

type NamedField = TextField & { readonly name: string; readonly call: Call }

/** The fields of the desk's calls that change something and take such a text. */
const fieldsOf = (calls: readonly (readonly [name: string, call: Call])[]): NamedField[] =>
  calls
    .filter(([, { method, who }]) => method !== 'GET' && !['client', 'verified', 'anyone'].includes(who))
    .flatMap(([name, call]) =>
      [call.body, call.query]
        .flatMap((schema) => (schema ? textFields(schema) : []))
        .filter((field) => probeOf(field) !== undefined)
        .map((field) => ({ ...field, call, name: [name, ...field.path].join('.') })),
    )
const listed = Object.values(notForClients).flat()
const unchecked = (calls: typeof allCalls): string[] =>
  fieldsOf(calls).flatMap(({ name, isForClients }) => (isForClients || listed.includes(name) ? [] : [name]))

describe('the list of texts', () => {
  test('has every field of the desk that takes a text, and none twice', () => {
    expect(unchecked(allCalls)).toEqual([])
    const marked = fieldsOf(allCalls).flatMap(({ name, isForClients }) => (isForClients ? [name] : []))
    expect(marked.filter((name) => listed.includes(name))).toEqual([])
    expect(listed.filter((name) => !fieldsOf(allCalls).some((field) => field.name === name))).toEqual([])
    expect(new Set(listed).size).toBe(listed.length)
  })

  test('misses a new field, wherever it is in a body', () => {
    const text = line('Enter it', 100)
    const body = z.object({
      plain: text,
      list: z._default(z.array(z.object({ deep: z.optional(text) })), []),
      either: z.union([z.literal(''), z.object({ one: text })]),
      marked: z.optional(forClients(line('Enter it', 100))),
    })
    const added = [['new.call', define('POST /desk/new', 'operator', { does: 'New.', body, reply: body })]] as const
    expect(unchecked(added as unknown as typeof allCalls)).toEqual([
      'new.call.plain',
      'new.call.list.deep',
      'new.call.either.one',
    ])
  })

  test('has no field of a client’s own call', () => {
    const own = allCalls.filter(([, { who }]) => ['client', 'verified', 'anyone'].includes(who))
    expect(own.filter(([, { body }]) => body && textFields(body).some(({ isForClients }) => isForClients))).toEqual([])
  })

  test('has every kind of imported file', () => {
    const imports = allCalls.filter(([name, { csv }]) => csv !== undefined && !/\.preview/.test(name))
    expect(Object.keys(files).toSorted()).toEqual(imports.map(([name]) => name).toSorted())
  })
})

const server = withoutNetwork(await testServer({ ...signerSettings(), RATE_LIMITS: 'off' }))
const { changing: valid } = await examples(server)

/** The value with the text at the path; lists get it as their only item. */
function withText(value: unknown, [name, ...path]: readonly string[], text: string): unknown {
  if (name === undefined) return Array.isArray(value) ? [text] : text
  const inside = (value ?? {}) as Record<string, unknown>
  return { ...inside, [name]: withText(inside[name], path, text) }
}

const checked = fieldsOf(allCalls).filter(({ isForClients, call }) => isForClients && !call.images)

test.each(checked.map((field) => [field.name, field] as const))('%s is checked', async (_, field) => {
  const { call } = field
  const name = allCalls.find(([, each]) => each === call)?.[0] ?? ''
  const made = await valid[name]?.()
  if (!made) throw new Error(`server/test/every-call.ts has no example of ${name}`)
  const text = probeOf(field) ?? ''
  const fault = clientTextFault(text) ?? 'upi'
  const given = { token: made.token, body: withText(made.body, field.path, text) }
  const path = pathOf(call.path, made.params ?? {})
  const { status, body } = await server.call(call.method, path, given as Parameters<typeof server.call>[2])
  expect({ status, message: body.message }).toEqual({
    status: 422,
    message: clientTextErrors[fault](fieldName(field.path)).message,
  })
})
