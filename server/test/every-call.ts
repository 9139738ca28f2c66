import { randomUUID } from 'node:crypto'
import { bankCalls } from './bank-calls.ts'
import { clientCalls } from './client-calls.ts'
import { makeThings, password, reason, type Things, type Valid, unknownInvitation } from './call-things.ts'
import { exampleOffer } from './loan.ts'
import { marketCalls } from './market-calls.ts'
import { moneyClient } from './money.ts'
import { privacyCalls } from './privacy-calls.ts'
import { newOperator } from './operator.ts'
import { queueCalls } from './queue-calls.ts'
import { registrationCalls } from './registration-calls.ts'
import { newUtr } from './reconciliation.ts'
import type { TestServer } from './server.ts'
import { equityOn, spouse } from './setting.ts'
import { exchangeCalls } from './trade-file.ts'

type Calls = Readonly<Record<string, () => Promise<Valid>>>

/** Well-formed, for an unknown passkey. */
const unknownPasskey = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA', attestationObject: 'AAAA' },
}

const deal = { quantity: 1, price: 100 }

/** Each of these calls hashes a password, so that many of them take seconds. */
export const hashesPassword =
  /^(?:auth\.(?:register|login|changePassword|totpStart|totpRemove|passkeyStart|passkeyRemove)|operator\.(?:login|changePassword|passkeyStart|passkeyRemove|totpConfirm))$/

/** A valid input by the name of the call, such as `wallet.approve`: every call that changes something, except file uploads. */
export async function everyCall(server: TestServer): Promise<Calls> {
  const [admin, second] = [await newOperator(server, 'admin', 'Nisha'), await newOperator(server, 'admin', 'Omar')]
  const things = makeThings(server, admin, second)
  return {
    ...registrationCalls(things),
    ...accountCalls(things),
    ...moneyCalls(things),
    ...tradingCalls(things),
    ...marketCalls(things),
    ...exchangeCalls(things),
    ...operatorPasskeyCalls(things),
    ...deskCalls(things),
    ...queueCalls(things),
    ...clientCalls(things),
    ...bankCalls(things),
    ...privacyCalls(things),
  }
}

function accountCalls({ server, rich, own, atDesk, registered, next }: Things): Calls {
  return {
    'auth.verifyOtp': async () => ({ body: { otp: '123456', email: 'nobody@example.com' } }),
    'auth.login': async () => ({ body: { email: (await registered()).email, password } }),
    'auth.logout': async () => own(await rich()),
    'auth.forgotPassword': async () => ({ body: { email: (await rich()).email } }),
    'auth.resetPassword': async () => ({ body: { email: 'a@example.com', otp: '123456', newPassword: password } }),
    'auth.changePassword': async () =>
      own(await registered(), { body: { currentPassword: password, newPassword: 'Oil-Lamp-43' } }),
    'auth.totpStart': async () => own(await registered(), { body: { password } }),
    'auth.totpConfirm': async () => own(await rich(), { body: { code: '123456' } }),
    'auth.totpRemove': async () => own(await rich(), { body: { password, code: '123456' } }),
    'auth.acceptInvitation': async () => ({ body: unknownInvitation }),
    'auth.passkeyLoginStart': async () => ({}),
    'auth.passkeyLogin': async () => ({ body: { response: unknownPasskey } }),
    'auth.passkeyStart': async () => own(await registered(), { body: { password } }),
    'auth.passkeyAdd': async () => own(await rich(), { body: { name: 'Phone', response: unknownPasskey } }),
    'auth.passkeyRemove': async () =>
      own(await registered(), { params: { passkeyId: randomUUID() }, body: { password } }),
    'session.endOthers': async () => own(await rich()),
    'session.operatorEndOthers': async () => atDesk({}, await newOperator(server, 'support')),
    'session.operatorEnd': async () => {
      const operator = await newOperator(server, 'support')
      const row = await server.db.row<{ id: string }>('select id from session where operator_id = $1', [operator.id])
      return atDesk({ params: { sessionId: row?.id ?? '' } }, operator)
    },
    'session.end': async () => {
      const client = await rich()
      const row = await server.db.row<{ id: string }>('select id from session where client_id = $1', [client.id])
      return own(client, { params: { sessionId: row?.id ?? '' } })
    },
    'notice.read': async () => own(await rich(), { body: { ids: [randomUUID()] } }),
    'bank.update': async () => {
      const client = await rich()
      const bankDetails = { accountHolderName: 'Asha Rao', accountNumber: '123456789012', ifsc: 'HDFC0000001' }
      return own(client, { params: { userId: client.id }, body: { bankDetails } })
    },
    'find.find': async () => atDesk({ body: { text: 'Asha' } }),
    'kyc.checkPan': async () => atDesk({ params: { clientId: (await rich()).id }, body: { number: 'ABCPD1234E' } }),
    'kyc.correct': async () => {
      const { id } = await rich()
      return atDesk({ params: { clientId: id }, body: { correction: 'revoke', documents: ['pan'], reason } })
    },
    'kyc.decide': async () => {
      const { id } = await moneyClient(server, { verified: false })
      await server.db.run(
        `insert into kyc_document (id, client_id, document, file_key) select gen_random_uuid(), $1::uuid, d, $1::text || d
           from unnest(array['pan', 'aadhaar']) d`,
        [id],
      )
      await server.db.run("update client set kyc_status = 'PENDING' where id = $1", [id])
      const pan = { accept: true, number: `ABCPD${1000 + (next() % 9000)}E`, name: 'Asha Rao' }
      return atDesk({ params: { clientId: id }, body: { pan, aadhaar: { accept: true, last4: '1234' } } })
    },
  }
}

function moneyCalls({ server, rich, own, atDesk, requested, charge, raised, paid, loans }: Things): Calls {
  const requestedLoan = async () => ({ loanId: (await loans.request(await rich()))._id })
  return {
    'wallet.intent': async () => own(await rich(), { body: { amount: 500 } }),
    'wallet.addMoney': async () => {
      const client = await rich()
      return own(client, { body: { id: client.id, amount: 500, utr: newUtr() } })
    },
    'wallet.withdraw': async () => {
      const client = await rich()
      return own(client, { body: { id: client.id, amount: 6000 } })
    },
    'wallet.cancel': async () => {
      const client = await rich()
      const body = { id: client.id, amount: 600 }
      const sent = await server.call('POST', '/user/wallet/withdraw', { token: client.token, body })
      return own(client, { params: { transactionId: sent.body.transaction._id } })
    },
    'wallet.approve': async () =>
      atDesk({ params: { transactionId: await requested('add-money') }, body: { reference: newUtr() } }),
    'wallet.reject': async () => atDesk({ params: { transactionId: await requested('withdraw') }, body: { reason } }),
    'loan.request': async () => {
      const client = await rich()
      return own(client, { params: { userId: client.id }, body: { userId: client.id } })
    },
    'loan.accept': async () => {
      const client = await rich()
      return own(client, { body: { loanId: (await loans.offered(client))._id } })
    },
    'loan.decline': async () => {
      const client = await rich()
      return own(client, { body: { loanId: (await loans.offered(client))._id } })
    },
    'loan.repay': async () => {
      const client = await rich()
      return own(client, { body: { loanId: (await loans.running(client))._id, amount: 40_000 } })
    },
    'loan.preview': async () => atDesk({ body: exampleOffer }),
    'loan.offer': async () => atDesk({ params: await requestedLoan(), body: exampleOffer }),
    'loan.reject': async () => atDesk({ params: await requestedLoan(), body: { reason } }),
    'charge.pay': async () => {
      const client = await rich()
      const body = { paymentMethod: 'UPI', transactionId: newUtr(), remarks: 'Paid' }
      return own(client, { params: { chargeId: await raised(client) }, body })
    },
    'charge.raise': async () => atDesk({ body: { clientId: (await rich()).id, ...charge } }),
    'charge.approve': async () => atDesk(await paid()),
    'charge.reject': async () => {
      const { params, body } = await paid()
      return atDesk({ params, body: { reason, ...body } })
    },
    'charge.cancel': async () => atDesk({ params: { chargeId: await raised(await rich()) }, body: { reason } }),
  }
}

function tradingCalls({
  rich,
  atDesk,
  bought,
  unchecked,
  asked,
  adjusted,
  stock,
  line,
  matched,
  file,
  made,
  desk,
  second,
  next,
}: Things): Calls {
  return {
    'trade.previewBuy': async () => atDesk({ body: { clientId: (await rich()).id, stockName: 'TCS', ...deal } }),
    'trade.buy': async () => atDesk({ body: { clientId: (await rich()).id, stockName: 'TCS', ...deal, quantity: 60 } }),
    'trade.previewSell': async () => atDesk({ params: { tradeId: await bought() }, body: { ...deal, left: 2 } }),
    'trade.confirmPrice': async () => atDesk(await unchecked(), second),
    'trade.sell': async () => atDesk({ params: { tradeId: await bought() }, body: { ...deal, left: 2 } }),
    'reversal.request': async () => atDesk({ params: { tradeId: await bought() }, body: { reason } }),
    'reversal.approve': async () => atDesk({ params: { reversalId: await asked() } }, second),
    'reversal.reject': async () => atDesk({ params: { reversalId: await asked() } }),
    'trade-file.preview': async () => atDesk({ body: await file() }),
    'trade-file.book': async () => atDesk({ body: await file() }),
    'market.addInstrument': async () => atDesk({ body: { ...stock(), symbol: `NEW${next()}` } }),
    'market.editInstrument': async () => {
      const { _id } = await made(desk('instruments', { ...stock(), symbol: `OLD${next()}` }))
      return atDesk({ params: { instrumentId: _id }, body: stock() })
    },
    'ledger.requestAdjustment': async () =>
      atDesk({ body: { clientId: (await rich()).id, kind: 'credit', amount: 5, reason } }),
    'ledger.approveAdjustment': async () => atDesk({ params: { adjustmentId: await adjusted() } }, second),
    'ledger.rejectAdjustment': async () => atDesk({ params: { adjustmentId: await adjusted() } }),
    'reconciliation.approve': async () => {
      const { lineId, paymentId } = await matched()
      return atDesk({ params: { lineId }, body: { paymentId } })
    },
    'reconciliation.approveTogether': async () => atDesk({ body: { matches: [await matched()] } }),
    'reconciliation.credit': async () =>
      atDesk({ ...(await line(8888)), body: { clientId: (await rich()).id, reason } }),
    'line-booking.book': async () => atDesk({ ...(await line(8899)), body: { kind: 'interest', reason } }),
    'line-booking.reverse': async () => {
      const booked = await line(8811)
      await made(desk(`reconciliation/lines/${booked.params.lineId}/book`, { kind: 'interest', reason }))
      return atDesk({ ...booked, body: { reason } })
    },
    'reconciliation.settle': async () => atDesk({ ...(await line(7777)), body: { note: reason } }),
  }
}

function deskCalls({
  server,
  rich,
  own,
  atDesk,
  proposed,
  opened,
  setting,
  review,
  reviewed,
  staff,
  made,
  desk,
}: Things): Calls {
  return {
    'setting.segment': async () => own(await rich(), { body: equityOn }),
    'setting.nominee': async () => own(await rich(), { body: { nominees: [spouse], optedOut: false } }),
    'setting.settlement': async () => own(await rich(), { body: { frequency: 'monthly' } }),
    'setting.cancel': async () => {
      const client = await rich()
      return own(client, await setting(client))
    },
    'setting.approve': async () => atDesk(await setting(await rich())),
    'setting.reject': async () => atDesk({ ...(await setting(await rich())), body: { reason } }),
    'content.addTestimonial': async () => atDesk({ body: review() }),
    'content.editTestimonial': async () => {
      const { params, body } = await reviewed()
      return atDesk({ params, body: { ...review(), ...body } })
    },
    'content.publishTestimonial': async () => atDesk(await reviewed()),
    'content.unpublishTestimonial': async () => atDesk({ params: (await reviewed()).params }),
    'content.removeTestimonial': async () => atDesk({ params: (await reviewed()).params }),
    'operator.login': async () => {
      const { email } = await newOperator(server, 'support')
      return { body: { email, password: 'Desk-Lamp-42' } }
    },
    'operator.logout': async () => atDesk({}, await newOperator(server, 'support')),
    'operator.changePassword': async () =>
      atDesk(
        { body: { currentPassword: 'Desk-Lamp-42', newPassword: 'Oil-Lamp-43' } },
        await newOperator(server, 'support'),
      ),
    'digest.save': async () => atDesk({ body: { on: true } }),
    'operator.resetOperator': async () => atDesk({ params: { operatorId: (await newOperator(server, 'support')).id } }),
    'operator.totpStart': async () => atDesk({}, await newOperator(server, 'support')),
    'operator.totpConfirm': async () =>
      atDesk({ body: { code: '123456', password: 'Desk-Lamp-42' } }, await newOperator(server, 'support')),
    'client.setState': async () => atDesk({ params: { clientId: (await rich()).id }, body: { gstState: '27' } }),
    'client.freeze': async () => atDesk({ params: { clientId: (await rich()).id }, body: { reason } }),
    'client.unfreeze': async () => {
      const { id } = await rich()
      await made(desk(`clients/${id}/freeze`, { reason }))
      return atDesk({ params: { clientId: id }, body: { reason } })
    },
    'approval.breakGlass': async () => atDesk({ body: { reason } }, await newOperator(server, 'support')),
    'approval.approve': async () => atDesk(await opened(await proposed())),
    'approval.reject': async () => atDesk({ params: { proposalId: await proposed() } }),
    'operator.addOperator': async () => atDesk({ body: staff() }),
    'operator.changeRole': async () =>
      atDesk({ params: { operatorId: (await newOperator(server, 'support')).id }, body: { role: 'auditor' } }),
    'operator.acceptInvitation': async () => ({ body: unknownInvitation }),
    'operator.disableOperator': async () =>
      atDesk({ params: { operatorId: (await newOperator(server, 'support', `Gone ${randomUUID()}`)).id } }),
  }
}

function operatorPasskeyCalls({ server, atDesk }: Things): Calls {
  return {
    'operator.passkeyLoginStart': async () => ({}),
    'operator.passkeyLogin': async () => ({ body: { response: unknownPasskey } }),
    'operator.passkeyStart': async () => {
      const operator = await newOperator(server, 'support')
      return atDesk({ body: { password: operator.password } }, operator)
    },
    'operator.passkeyAdd': async () =>
      atDesk({ body: { name: 'Phone', response: unknownPasskey } }, await newOperator(server, 'support')),
    'operator.passkeyRemove': async () => {
      const operator = await newOperator(server, 'support')
      return atDesk({ params: { passkeyId: randomUUID() }, body: { password: operator.password } }, operator)
    },
  }
}
