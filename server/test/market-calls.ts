import type { Things, Valid } from './call-things.ts'
import { brokeragePlan } from './charge-rates.ts'
import { priceDecision, successorDecision } from './price-file.ts'

/** Valid requests about prices, securities, rates and plans. */
export const marketCalls = ({
  server,
  second,
  atDesk,
  made,
  desk,
  next,
  rich,
}: Things): Record<string, () => Promise<Valid>> => ({
  'closing-price.decide': async () => atDesk({ body: await priceDecision(server, second.id) }),
  'security.decide': async () => atDesk({ body: await successorDecision(server, second.id) }),
  'trade-charge.setRate': async () =>
    atDesk({
      body: {
        rate: 'transaction BSE special all all',
        percent: `0.${String(next()).padStart(6, '0')}`,
        from: '2026-01-01',
      },
    }),
  'trade-charge.setPlan': async () => atDesk({ body: brokeragePlan(`Plan ${next()}`) }),
  'trade-charge.assignPlan': async () => {
    const plan = brokeragePlan(`Plan ${next()}`)
    await made(desk('trade-charges/plans', plan))
    return atDesk({ body: { clientId: (await rich()).id, plan: plan.name, from: plan.from } })
  },
})
