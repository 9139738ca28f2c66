import { roles } from '@sauda/contract/broker/operator'
import { reason, type Things } from './call-things.ts'
import { newOperator } from './operator.ts'

/** Examples of what operators do with a case besides deciding it, and of the rights of roles. */
export function queueCalls({ server, atDesk, requested, made, desk, next }: Things) {
  const ownRole = async () => {
    const name = `Own role ${next()}`
    await server.db.run("insert into role_rights (role, rights) values ($1, '{client.read}')", [name])
    return name
  }
  const remindAt = new Date(Date.now() + 3_600_000).toISOString()
  return {
    // An addition that gives the role its usual rights again, so that nobody is logged out.
    'operator.changeRights': async () => {
      await server.db.run(
        `insert into role_rights (role, rights) values ('support', '{client.read}')
         on conflict (role) do update set rights = excluded.rights`,
      )
      return atDesk({ params: { role: 'support' }, body: { rights: [...roles.support] } })
    },
    'operator.addRole': async () => atDesk({ body: { name: `Role ${next()}`, rights: ['client.read'] } }),
    'operator.renameRole': async () => atDesk({ params: { role: await ownRole() }, body: { name: `Name ${next()}` } }),
    'operator.retireRole': async () => atDesk({ params: { role: await ownRole() } }),
    'queue.claim': async () => atDesk({ body: { kind: 'deposit', id: await requested('add-money'), release: false } }),
    'queue.hold': async () => {
      const id = await requested('add-money')
      return atDesk({ body: { kind: 'deposit', id, reason, remindAt, message: 'Please send us the receipt' } })
    },
    'queue.resume': async () => {
      const item = { kind: 'deposit', id: await requested('add-money') }
      await made(desk('queue/hold', { ...item, reason, remindAt }))
      return atDesk({ body: item })
    },
    'queue.assign': async () =>
      atDesk({
        body: {
          kind: 'deposit',
          id: await requested('add-money'),
          operatorId: (await newOperator(server, 'cashier')).id,
        },
      }),
  }
}
