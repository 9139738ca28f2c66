import { password, type Things, type Valid } from './call-things.ts'

/** Examples of the calls of a visitor who registers. */
export function registrationCalls({ server, next }: Things): Readonly<Record<string, () => Promise<Valid>>> {
  const visitor = () => ({
    name: 'Asha Rao',
    email: `new${next()}@example.com`,
    mobile: String(9_000_000_000 + next()),
    password,
    executiveName: 'Meera',
    referralId: '',
  })
  return {
    'auth.register': async () => ({ body: visitor() }),
    'auth.resendOtp': async () => {
      const { headers } = await server.call('POST', '/user/register', { body: visitor() })
      return {
        headers: {
          cookie: headers
            .getSetCookie()
            .map((cookie) => cookie.split(';')[0])
            .join('; '),
        },
      }
    },
  }
}
