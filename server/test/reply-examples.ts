import { pathOf } from '@sauda/contract/platform/call'
import type { Example, Things } from './call-things.ts'
import { form } from './form.ts'
import { acceptAadhaar, kycSteps, refuse } from './kyc.ts'
import { jpeg } from './picture.ts'

/** A reply to each kind of case, and its photo. */
export async function repliesOf(things: Things): Promise<Readonly<Record<string, () => Promise<Example>>>> {
  const { server, call, made, rich, own, registered, setting, complained, token } = things
  const kyc = await kycSteps(server)
  const picture = await jpeg()
  const body = () => form({ proof: picture })
  const reply = {
    'kyc.reply': async () => {
      const client = await registered()
      await made(kyc.upload(client))
      await made(kyc.decide({ token }, client.id, { pan: refuse(), aadhaar: acceptAadhaar }))
      return { ...own(client), params: { clientId: client.id }, body: body() }
    },
    'setting.reply': async () => {
      const client = await rich()
      return { ...own(client, await setting(client)), body: body() }
    },
    'complaint.message': async () => {
      const client = await rich()
      return { ...own(client, await complained(client)), body: body() }
    },
    'wallet.reply': async () => {
      const client = await rich()
      const deposit = { token: client.token, body: { id: client.id, amount: 500 } }
      const { transaction } = await made(call('POST', '/user/wallet/add-money', deposit))
      return { ...own(client, { params: { transactionId: transaction._id } }), body: body() }
    },
  }
  const paths = {
    'kyc.reply': '/user/kyc/reply',
    'setting.reply': '/user/settings/requests/:requestId/reply',
    'complaint.message': '/user/complaints/:complaintId/message',
    'wallet.reply': '/user/wallet/transaction/:transactionId/reply',
  }
  const proof = (name: keyof typeof reply) => async () => {
    const { client, params = {}, body } = await reply[name]()
    await made(call('POST', pathOf(paths[name], params), { token: client?.token ?? '', body }))
    const row = await server.db.row<{ id: string }>(
      'select id from reply where client_id = $1 and file_key is not null',
      [client?.id],
    )
    return { params: { ...params, replyId: row?.id ?? '' } }
  }
  return {
    ...reply,
    'kyc.proof': proof('kyc.reply'),
    'setting.proof': proof('setting.reply'),
    'wallet.proof': proof('wallet.reply'),
    'complaint.proof': proof('complaint.message'),
  }
}
