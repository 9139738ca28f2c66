import { decimalOf } from '@sauda/contract/platform/decimal'
import * as z from 'zod/mini'
import { chargeOptions, type ChargeOptions } from './trade-charge.compute.ts'

const decimal = (preset: string) =>
  z._default(
    z.string().check(z.regex(/^\d{1,2}(\.\d{1,4})?$/, { error: `must be a number such as ${preset}` })),
    preset,
  )

export const tradeChargeVariables = {
  STT_NETTING: z.optional(
    z.literal('exchange', {
      error:
        'is no setting any more: trades are netted by the clearing corporation of each exchange, which two operators name on the settlement page',
    }),
  ),
  STT_ROUNDING: z._default(z.enum(['paisa', 'rupee'], { error: 'must be paisa or rupee' }), 'paisa'),
  STAMP_ROUNDING: z._default(z.enum(['paisa', 'rupee'], { error: 'must be paisa or rupee' }), 'paisa'),
  BROKERAGE_CAP_PERCENT: decimal('2.5'),
  BROKERAGE_CAP_SHARE: decimal('0.25'),
}
const schema = z.object(tradeChargeVariables)

export const tradeChargeSettings = (e: z.infer<typeof schema>): { readonly charges: ChargeOptions } => ({
  charges: {
    sttToPaisaFirst: e.STT_ROUNDING === 'paisa',
    stampUnit: e.STAMP_ROUNDING,
    cap: {
      ...chargeOptions.cap,
      percent: decimalOf(e.BROKERAGE_CAP_PERCENT) ?? 0n,
      perShare: decimalOf(e.BROKERAGE_CAP_SHARE) ?? 0n,
    },
  },
})
