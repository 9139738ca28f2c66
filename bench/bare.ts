import { createHash } from 'node:crypto'
import { verify } from '@node-rs/argon2'
import Fastify from 'fastify'
import pg from 'pg'

// The minimum for the two calls: the product's own queries and password hash, nothing else.
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 })
const app = Fastify()

app.post<{ Body: { email: string; password: string } }>('/login', async ({ body }, reply) => {
  const { rows } = await pool.query(
    'select id, name, email, password_hash, kyc_status, frozen_at is not null as frozen from client where email = $1',
    [body.email],
  )
  const [client] = rows
  if (!client || !(await verify(client.password_hash, body.password))) return await reply.code(401).send({})
  return { token: 'x'.repeat(43), _id: client.id, isDocsVerified: client.kyc_status }
})

app.get('/profile', async ({ headers }, reply) => {
  const token = headers.authorization?.slice('Bearer '.length) ?? ''
  const session = await pool.query('select client_id from session where token_hash = $1 and expires_at > now()', [
    createHash('sha256').update(token).digest(),
  ])
  const id = session.rows[0]?.client_id
  if (!id) return await reply.code(401).send({})
  const { rows } = await pool.query(
    `select c.id, c.name, 'SD' || c.number as sauda_id, c.kyc_status, c.photo_key, c.mobile, c.email,
            i.pan_number, i.aadhaar_last4, b.holder_name, b.account_number, b.ifsc
       from client c
       left join kyc_identity i on i.client_id = c.id
       left join bank_details b on b.client_id = c.id
      where c.id = $1`,
    [id],
  )
  return rows[0]
})

console.log(`ready ${await app.listen({ port: 0, host: '127.0.0.1' })}`)
