import type { NewOperator } from './operator.ts'
import type { NewClient, TestServer } from './server.ts'

export const allOff = { equity: false, fno: false, currency: false, commodity: false }
export const equityOn = { ...allOff, equity: true }
export const spouse = { name: 'Vikram Rao', relationship: 'Spouse', share: 100 }

/** The steps of a setting request, as client and operator take them. */
export function settingSteps(server: TestServer) {
  return {
    read: async (client: NewClient) => (await server.call('GET', '/user/settings', { token: client.token })).body,
    ask: (client: Pick<NewClient, 'token'>, kind: string, body: unknown) =>
      server.call('PUT', `/user/settings/${kind}`, { token: client.token, body }),
    takeBack: (client: NewClient, id: string) =>
      server.call('DELETE', `/user/settings/requests/${id}`, { token: client.token }),
    desk: (operator: NewOperator, id: string) => server.call('GET', `/desk/settings/${id}`, { token: operator.token }),
    approve: (operator: NewOperator, id: string, headers?: Record<string, string>) =>
      server.call('POST', `/desk/settings/${id}/approve`, { token: operator.token, ...(headers && { headers }) }),
    refuse: (operator: NewOperator, id: string, reason = 'We need proof of your income for this segment') =>
      server.call('POST', `/desk/settings/${id}/refuse`, { token: operator.token, body: { reason } }),
    rows: (client: NewClient) =>
      server.db.rows<{ status: string }>(
        'select status from setting_request where client_id = $1 order by created_at, id',
        [client.id],
      ),
    mails: (client: NewClient) =>
      server.db.rows<{ subject: string }>(
        `select subject from mail where recipient = $1 and subject ~* 'segments|nominee|settlement' order by created_at, id`,
        [client.email],
      ),
    audit: (action: string, client: NewClient) =>
      server.db.rows<{ actor_kind: string; before: object; after: object }>(
        'select actor_kind, before, after from audit where action = $1 and subject_id = $2 order by id',
        [action, client.id],
      ),
  }
}
