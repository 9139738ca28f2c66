import { randomInt } from 'node:crypto'
import { type Example, password, reason, type Things, type Valid } from './call-things.ts'
import { form } from './form.ts'
import { jpeg } from './picture.ts'

/** Examples of the calls about a client: notes and messages. */
export function clientCalls(things: Things): Readonly<Record<string, () => Promise<Valid>>> {
  const { server, call, token, rich, own, registered, atDesk, made } = things
  const body = { text: reason, isWarning: true }
  const draft = async () => ({ kind: 'client', id: (await rich()).id, subject: 'Your account', text: 'Hello {name}' })
  let templates = 0
  const template = () => ({ title: `Title ${(templates += 1)}`, kind: 'client', subject: 'Your account', text: reason })
  const added = async () => {
    // The number of active templates is limited.
    await server.db.run("update message_template set retired = true where title like 'Title %'")
    return made(call('POST', '/desk/message-templates', { token, body: template() }))
  }
  const viewCode = async (): Promise<string> => {
    const { id } = await registered()
    const { link } = await made(call('POST', `/desk/clients/${id}/view`, { token, body: { reason } }))
    return link.split('#')[1]
  }
  let mobiles = 9_012_000_000
  const newMobile = () => String((mobiles += 1))
  return {
    'contact.start': async () => own(await registered(), { body: { mobile: newMobile(), password } }),
    'contact.change': async () => {
      const client = await registered()
      const mobile = newMobile()
      await made(call('POST', '/user/contact/start', { token: client.token, body: { mobile, password } }))
      return own(client, { body: { mobile, code: await server.codeFor(client.email) } })
    },
    ...closureCalls(things),
    'view.start': async () => atDesk({ params: { clientId: (await rich()).id }, body: { reason } }),
    'view.open': async () => ({ body: { code: await viewCode() } }),
    'view.end': async () => {
      const view = await made(call('POST', '/user/view', { body: { code: await viewCode() } }))
      return { body: { token: view.token } }
    },
    'note.add': async () => atDesk({ params: { clientId: (await rich()).id }, body }),
    'message.preview': async () => atDesk({ body: await draft() }),
    'message.send': async () => {
      const given = await draft()
      const { seen } = await made(call('POST', '/desk/messages/preview', { token, body: given }))
      return atDesk({ body: { ...given, seen } })
    },
    'message.addTemplate': async () => atDesk({ body: template() }),
    'message.editTemplate': async () => {
      const { _id, version } = await added()
      return atDesk({ params: { templateId: _id }, body: { ...template(), version } })
    },
    'message.retireTemplate': async () => {
      const { _id, version } = await added()
      return atDesk({ params: { templateId: _id }, body: { version, isRetired: true } })
    },
    'statement.sendExplanation': async () => atDesk({ params: { clientId: (await rich()).id }, body: {} }),
    'note.end': async () => {
      const clientId = (await rich()).id
      const { _id } = await made(call('POST', `/desk/clients/${clientId}/notes`, { token, body }))
      return atDesk({ params: { clientId, noteId: _id }, body: { text: reason } })
    },
  }
}

function closureCalls({ call, buy, rich, own, atDesk, made }: Things): Readonly<Record<string, () => Promise<Valid>>> {
  const holder = async () => {
    const client = await rich()
    await buy(client, 'TCS', 2, 100)
    return client
  }
  const seller = async () => {
    const client = await holder()
    await made(call('POST', '/user/closure/sale', { token: client.token }))
    return client
  }
  return {
    'closure.close': async () => own(await rich(), { body: {} }),
    'closure.cancel': async () => {
      const client = await rich()
      await made(call('POST', '/user/closure', { token: client.token, body: {} }))
      return own(client)
    },
    'closure.requestSale': async () => own(await holder()),
    'closure.cancelSale': async () => own(await seller()),
    'closure.closeSale': async () => {
      const { body } = await call('GET', '/user/closure', { token: (await seller()).token })
      return atDesk({ params: { saleId: body.sale._id }, body: { reason } })
    },
  }
}

export function clientReads({
  server,
  call,
  rich,
  own,
  made,
  token,
  second,
}: Things): Readonly<Record<string, () => Promise<Example>>> {
  const contactForm = async () => {
    const data = form({ evidence: await jpeg() })
    data.append('mobile', `91${String(randomInt(10 ** 8)).padStart(8, '0')}`)
    data.append('reason', reason)
    return data
  }
  const contactProposal = async () => {
    const { id } = await rich()
    await made(call('POST', `/desk/clients/${id}/contact`, { token, body: await contactForm() }))
    // Without the approval policy the change was made at once, with the client's id in place of a proposal's.
    await server.db.run(
      `insert into proposal (id, kind, client_id, summary, reasons, payload, requested_by)
       select $1, 'contact.change', $1, 'Change the mobile number', '{}',
              jsonb_build_object('clientId', $1::uuid, 'mobile', '9100000000', 'reason', 'Asked', 'evidenceId', r.id), $2
         from reply r where r.client_id = $1`,
      [id, second.id],
    )
    return { params: { proposalId: id } }
  }
  return {
    'contact.propose': async () => ({ params: { clientId: (await rich()).id }, body: await contactForm() }),
    'contact.evidence': contactProposal,
    'identity.correct': async () => {
      const data = form({ evidence: await jpeg() })
      for (const [name, text] of Object.entries({
        name: 'Asha Verma',
        number: 'ABCPV1234E',
        bornOn: '1990-12-31',
        reason,
      }))
        data.append(name, text)
      return { params: { clientId: (await rich()).id }, body: data }
    },
    'wallet.timeline': async () => {
      const client = await rich()
      const body = { id: client.id, amount: 500 }
      const { transaction } = await made(call('POST', '/user/wallet/add-money', { token: client.token, body }))
      return own(client, { params: { transactionId: transaction._id } })
    },
    'mail.ofClient': async () => {
      const { context } = server.app
      const { id, email } = await server.newClient()
      await context.db.transaction((tx) =>
        context.mail(tx, { to: email, subject: 'Hello', text: 'Hello', blocks: ['Hello'] }),
      )
      const row = await server.db.row<{ id: string }>('select id from mail where client_id = $1', [id])
      return { params: { clientId: id, mailId: row?.id ?? '' } }
    },
  }
}
