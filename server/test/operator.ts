import { hash } from '@node-rs/argon2'
import type { Role } from '@sauda/contract/broker/operator'
import type { TestServer } from './server.ts'
import { newId } from '../src/platform/id.ts'

export type NewOperator = {
  readonly id: string
  readonly token: string
  readonly email: string
  readonly password: string
  readonly name: string
}

const password = 'Desk-Lamp-42'
/** Verifying it takes almost no time, unlike the hashes that the server makes (password.test.ts). */
const passwordHash = await hash(password, { memoryCost: 8, timeCost: 1 })
let count = 0

/** An operator whose waiting periods are over, logged in at the desk. */
export async function establishedOperator(server: TestServer, role: Role, name?: string): Promise<NewOperator> {
  const operator = await newOperator(server, role, name)
  await server.db.run(
    "update operator set created_at = created_at - interval '6 weeks', role_since = role_since - interval '6 weeks' where id = $1",
    [operator.id],
  )
  return operator
}

/** An operator of a role, logged in at the desk. */
export async function newOperator(server: TestServer, role: Role, name = `Nisha ${role}`): Promise<NewOperator> {
  count += 1
  const email = `${role}${count}@desk.example`
  await server.db.run('insert into operator (id, email, name, role, password_hash) values ($1, $2, $3, $4, $5)', [
    newId(),
    email,
    name,
    role,
    passwordHash,
  ])
  const { status, body } = await server.call('POST', '/desk/login', { body: { email, password } })
  if (status !== 200) throw new Error(`desk login: ${body.message}`)
  return { id: body._id, token: body.token, email, password, name }
}
