import { currentNotice } from '@sauda/contract/client/privacy'
import { reason, type Things, type Valid } from './call-things.ts'

/** Calls of complaints and of data protection. */
export function privacyCalls({
  server,
  registered,
  rich,
  own,
  atDesk,
  complained,
  made,
  desk,
}: Things): Record<string, () => Promise<Valid>> {
  const text = { text: reason }
  const asked = async () => {
    const { token } = await registered()
    const body = { kind: 'correction', text: reason }
    const { requests } = await made(server.call('POST', '/user/privacy/requests', { token, body }))
    return { params: { requestId: requests[0]._id as string } }
  }
  const breach = {
    what: reason,
    happenedAt: '2026-01-05T10:00:00.000Z',
    knownAt: '2026-01-06T10:00:00.000Z',
    affected: reason,
    measures: reason,
  }
  return {
    'privacy.accept': async () => {
      const client = await registered()
      await server.db.run('delete from consent where client_id = $1', [client.id])
      return own(client, { body: { version: currentNotice } })
    },
    'privacy.request': async () => own(await registered(), { body: { kind: 'correction', text: reason } }),
    'privacy.complete': async () => atDesk({ ...(await asked()), body: { answer: reason, name: 'Asha Rao' } }),
    'privacy.reject': async () => atDesk({ ...(await asked()), body: { answer: reason } }),
    'privacy.erase': async () => atDesk({ params: { clientId: (await registered()).id }, body: { reason } }),
    'privacy.recordBreach': async () => atDesk({ body: breach }),
    'privacy.updateBreach': async () => {
      const { _id } = await made(desk('privacy/breaches', breach))
      return atDesk({ params: { breachId: _id }, body: { ...breach, measures: 'Another measure' } })
    },
    'complaint.escalate': async () => {
      const client = await rich()
      const { params } = await complained(client)
      await made(desk(`complaints/${params.complaintId}/reply`, text))
      return own(client, { params, body: text })
    },
    'complaint.resolve': async () => {
      const client = await rich()
      return own(client, await complained(client))
    },
    'complaint.record': async () =>
      atDesk({
        body: {
          clientId: (await rich()).id,
          source: 'sebi',
          reference: 'SEBIE/MH26/0000001/1',
          category: 'trade',
          text: reason,
          receivedOn: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10),
        },
      }),
    'complaint.reply': async () => atDesk({ ...(await complained()), body: text }),
    'complaint.passOn': async () => atDesk({ ...(await complained()), body: text }),
    'complaint.close': async () => atDesk({ ...(await complained()), body: text }),
    'complaint.saveLevel': async () =>
      atDesk({ body: { level: 1, contact: 'Meera', address: '', phone: '', email: '', hours: '', days: 7 } }),
  }
}
