import { demoClients, demoOperators, demoPassword } from '../seed/people.ts'
import type { Config } from './config.ts'

export function welcome(config: Config, port: number, isDemoFilled: boolean): string {
  const { publicUrl, deskUrl } = config
  const addresses = [
    ['Portal', `${publicUrl}/`],
    ['Desk', `${deskUrl}/desk`],
    ...(config.smtpUrl === undefined ? [['Mailbox', `${deskUrl}/desk/mailbox  (mails are also printed here)`]] : []),
    ['API', `${publicUrl}/api/docs`],
  ]
  return [
    `${config.brandName} is ready on http://localhost:${port}`,
    '',
    ...addresses.map(([name = '', address = '']) => `  ${name.padEnd(9)}${address}`),
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
    `  Demo logins (password for all: ${demoPassword})`,
    ...rows.map(([kind = '', email = '', what = '']) => `  ${kind.padEnd(9)}${email.padEnd(24)}${what}`),
  ]
}
