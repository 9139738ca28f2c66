import * as z from 'zod/mini'
import { anyPersonName, day } from '../platform/field.ts'
import { relationships, settingRules, sharesLeft } from '../core/setting-name.ts'

/** What a client may request as nominees. Apart from the other settings, so that a screen loads it only to check what was typed. */

const shareError = 'Enter each share in percent, above 0 and with at most two decimals'
const share = z.number({ error: shareError }).check(
  z.refine((percent) => /^\d{1,3}(?:\.\d{1,2})?$/.test(String(percent)) && percent > 0 && percent <= 100, {
    error: shareError,
  }),
)

export const nominee = z.object({
  name: anyPersonName('Enter the name of each nominee'),
  relationship: z.enum(relationships, { error: 'Choose how each nominee is related to you' }),
  share,
  bornOn: z.optional(day('Enter the date of birth as YYYY-MM-DD')),
  guardian: z.optional(anyPersonName('Enter the name of the guardian')),
})
export type Nominee = z.infer<typeof nominee>

export const nomineeInput = z
  .object({
    nominees: z
      .array(nominee, { error: 'Add at least one nominee' })
      .check(z.maxLength(settingRules.mostNominees, { error: 'You cannot name more than 10 nominees' })),
    optedOut: z._default(z.boolean(), false),
  })
  .check(
    z.refine(({ nominees, optedOut }) => optedOut === (nominees.length === 0), {
      error: 'Add at least one nominee, or declare that you want none',
      abort: true,
    }),
    z.refine(({ nominees, optedOut }) => optedOut || sharesLeft(nominees.map((each) => each.share)) === 0, {
      error: 'The shares must add up to 100%',
    }),
    z.refine(
      ({ nominees }) => new Set(nominees.map((each) => each.name.toLocaleLowerCase())).size === nominees.length,
      { error: 'Name each nominee once' },
    ),
  )
