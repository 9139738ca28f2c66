import { demoClients, demoOperators, demoPassword } from '../seed/people.ts'
import type { Config } from './config.ts'

/** What whoever started the server sees once it answers: on one screen, where everything is. */
export function welcome(config: Config, port: number, isDemoFilled: boolean): string {
  const at = config.publicUrl
  const places = [
    ['Portal', `${at}/`],
    ['Desk', `${at}/desk`],
    ...(config.smtpUrl === undefined ? [['Mailbox', `${at}/desk/mailbox  (mails are printed here too)`]] : []),
    ['API', `${at}/api/docs`],
  ]
  return [
    `${config.brandName} is ready on http://localhost:${port}`,
    '',
    ...places.map(([name = '', address = '']) => `  ${name.padEnd(9)}${address}`),
    ...(isDemoFilled ? logins() : []),
    '',
  ].join('\n')
}

function logins(): string[] {
  const rows = [
    ...Object.values(demoClients).map(({ email, shows }) => ['client', email, shows]),
    ...demoOperators.map(({ email, role }) => ['operator', email, role]),
  ]
  return [
    '',
    `  Demo logins, all with the password ${demoPassword}`,
    ...rows.map(([kind = '', email = '', what = '']) => `  ${kind.padEnd(9)}${email.padEnd(24)}${what}`),
  ]
}
