import type { Things, Valid } from './call-things.ts'
import { corporateActionCalls } from './corporate-action-calls.ts'
import { brokeragePlan } from './charge-rates.ts'
import { newIsin, priceDecision, successorDecision } from './price-file.ts'
import { tradebookForm } from './tradebook.ts'

/** Valid requests about prices, securities, rates and plans. */
export function marketCalls(things: Things): Record<string, () => Promise<Valid>> {
  const { server, second, atDesk, made, desk, next, rich, own } = things
  return {
    ...corporateActionCalls(things),
    'closing-price.decide': async () => atDesk({ body: await priceDecision(server, second.id) }),
    'security.decide': async () => atDesk({ body: await successorDecision(server, second.id) }),
    'tradebook.remove': async () => {
      const client = await rich()
      const body = tradebookForm()
      await made(server.call('POST', '/user/tradebooks', { token: client.token, body }))
      const { tradebooks } = await made(server.call('GET', '/user/tradebooks', { token: client.token }))
      return own(client, { params: { tradebookId: tradebooks[0]._id } })
    },
    'watch.add': async () => own(await rich(), { body: { symbol: 'TCS' } }),
    'watch.remove': async () => {
      const client = await rich()
      await server.call('POST', '/user/watchlist', { token: client.token, body: { symbol: 'TCS' } })
      return own(client, { body: { symbol: 'TCS' } })
    },
    'watch.addAlert': async () => {
      const client = await rich()
      await server.call('POST', '/user/watchlist', { token: client.token, body: { symbol: 'TCS' } })
      return own(client, { body: { symbol: 'TCS', side: 'above', price: 4000 } })
    },
    'watch.removeAlert': async () => {
      const client = await rich()
      await server.call('POST', '/user/watchlist', { token: client.token, body: { symbol: 'TCS' } })
      const { body } = await server.call('POST', '/user/watchlist/alerts', {
        token: client.token,
        body: { symbol: 'TCS', side: 'above', price: 4000 },
      })
      return own(client, { params: { alertId: body.watched[0].alerts[0]._id } })
    },
    'trade-charge.setRate': async () =>
      atDesk({
        body: {
          rate: 'transaction BSE special all all',
          percent: `0.${String(next()).padStart(6, '0')}`,
          from: '2026-01-01',
        },
      }),
    'stt-class.exempt': async () => atDesk({ body: { isins: [newIsin(80_000 + next())], from: '2026-01-01' } }),
    'stt-class.set': async () =>
      atDesk({ body: { isin: newIsin(70_000 + next()), stt: 'exempt', from: '2026-01-01' } }),
    'trade-charge.setPlan': async () => atDesk({ body: brokeragePlan(`Plan ${next()}`) }),
    'trade-charge.previewPlans': async () => atDesk(await several(things)),
    'trade-charge.assignPlans': async () => atDesk(await several(things)),
    'trade-charge.assignPlan': async () => {
      const plan = brokeragePlan(`Plan ${next()}`)
      await made(desk('trade-charges/plans', plan))
      return atDesk({ body: { clientId: (await rich()).id, plan: plan.name, from: plan.from } })
    },
  }
}

async function several({ server, made, desk, next, rich }: Things) {
  const plan = brokeragePlan(`Plan ${next()}`)
  await made(desk('trade-charges/plans', plan))
  const { id } = await rich()
  const ucc = `SEVERAL${next()}`
  await server.db.run('update client set ucc = $2 where id = $1', [id, ucc])
  return { body: { clients: ucc, plan: plan.name, from: plan.from } }
}
