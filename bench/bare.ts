import { verify } from '@node-rs/argon2'
import Fastify from 'fastify'
import { findClientByEmail } from '../server/src/client/auth/auth.sql.ts'
import { openDb } from '../server/src/platform/db.ts'
import { makeLog } from '../server/src/platform/log.ts'
import { sha256 } from '../server/src/platform/secret.ts'
import { findProfile } from '../server/src/client/profile/profile.sql.ts'
import { findSession } from '../server/src/core/session/session.sql.ts'

// The minimum for the two calls: the product's own statements, prepared and pipelined, and password hash; nothing else.
const db = openDb(process.env['DATABASE_URL'] ?? '', makeLog('silent'))
const app = Fastify()

app.post<{ Body: { email: string; password: string } }>('/login', async ({ body }, reply) => {
  const client = await findClientByEmail(db, body.email)
  if (!client || !(await verify(client.password_hash, body.password))) return await reply.code(401).send({})
  return { token: 'x'.repeat(43), _id: client.id, isDocsVerified: client.kyc_status }
})

app.get('/profile', async ({ headers }, reply) => {
  const token = headers.authorization?.slice('Bearer '.length) ?? ''
  const session = await findSession(db, sha256(token), null, { client: 30, operator: 15 })
  if (!session?.client_id) return await reply.code(401).send({})
  return await findProfile(db, session.client_id)
})

console.log(`ready ${await app.listen({ port: 0, host: '127.0.0.1' })}`)
