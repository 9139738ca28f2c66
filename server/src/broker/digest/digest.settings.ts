import * as z from 'zod/mini'

export const digestVariables = {
  DIGEST_AT: z._default(
    z.string().check(
      z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, {
        error: 'must be a time of the day in India, such as 07:00',
      }),
    ),
    '07:00',
  ),
}
const schema = z.object(digestVariables)

export const digestSettings = (e: z.infer<typeof schema>) => ({ digestAt: e.DIGEST_AT })
