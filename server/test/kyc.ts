import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { form } from './form.ts'
import type { NewOperator } from './operator.ts'
import { jpeg } from './picture.ts'
import type { NewClient, TestServer } from './server.ts'

/** A valid decision that accepts both documents. */
export const acceptPan = { accept: true, number: 'ABCPD1234E', name: 'Asha Rao' }
let pans = 1000
/** As `acceptPan`, with a PAN that no other client has. */
export const newPan = () => ({ ...acceptPan, number: `NEWPN${(pans += 1)}A` })
export const acceptAadhaar = { accept: true, last4: '1234' }
export const refuse = (reason = 'The photo is blurred') => ({ accept: false, reason })

/** The steps of document verification, as client and operator take them. */
export async function kycSteps(server: TestServer) {
  const card = await jpeg()
  const folder = join(server.app.context.config.dataDir, 'files', 'kyc')
  return {
    upload: (client: Pick<NewClient, 'token'>, documents: readonly string[] = ['pan', 'aadhaar']) =>
      server.call('POST', '/user/upload-docs', {
        token: client.token,
        body: form(Object.fromEntries(documents.map((name) => [name, card]))),
      }),
    status: async (client: NewClient) => (await server.call('GET', '/user/kyc', { token: client.token })).body,
    submission: (operator: NewOperator, clientId: string) =>
      server.call('GET', `/desk/kyc/${clientId}`, { token: operator.token }),
    decide: (operator: Pick<NewOperator, 'token'>, clientId: string, body: object) =>
      server.call('POST', `/desk/kyc/${clientId}/decide`, { token: operator.token, body }),
    /** Names of the encrypted photos in the store. */
    files: () => (existsSync(folder) ? readdirSync(folder) : []),
    audit: (action: string, clientId: string) =>
      server.db.rows<{ actor_kind: string; actor_name: string; before: unknown; after: unknown; ip: string }>(
        'select actor_kind, actor_name, before, after, ip from audit where action = $1 and subject_id = $2 order by id',
        [action, clientId],
      ),
    notices: async (clientId: string | null, since: bigint) =>
      (
        await server.db.rows<{ topic: string }>(
          'select topic from notice where client_id is not distinct from $1 and id > $2',
          [clientId, since],
        )
      ).map(({ topic }) => topic),
    lastNotice: async () =>
      (await server.db.row<{ id: bigint }>('select coalesce(max(id), 0) as id from notice'))?.id ?? 0n,
  }
}
