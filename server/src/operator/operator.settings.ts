import * as z from 'zod/mini'

export const operatorVariables = {
  ADMIN_EMAIL: z.optional(z.email({ error: 'must be an e-mail address' })),
  ADMIN_PASSWORD: z.optional(
    z
      .string()
      .check(
        z.minLength(8, { error: 'must have at least 8 characters' }),
        z.maxLength(128, { error: 'must have at most 128 characters' }),
      ),
  ),
}
const schema = z.object(operatorVariables)

export const operatorFault = (isGiven: (name: string) => boolean): string | undefined =>
  isGiven('ADMIN_EMAIL') === isGiven('ADMIN_PASSWORD')
    ? undefined
    : 'ADMIN_EMAIL and ADMIN_PASSWORD: set both or neither'

export const operatorSettings = (e: z.infer<typeof schema>) => ({
  adminEmail: e.ADMIN_EMAIL?.toLowerCase(),
  adminPassword: e.ADMIN_PASSWORD,
})
