import type { AppContext } from '../../app/app-context.ts'
import type { Sql } from '../../platform/db.ts'
import { sameBytes } from '../../platform/secret.ts'

type SecretContext = Pick<AppContext, 'secret'>
type Owner = { readonly id: string; readonly email: string; readonly passwordHash: string }
/** The owner whose page the link opens. */
type Audience = 'invitation' | 'client-invitation'

/** Works until a password is set or the address is changed, because it signs the stored hash of the one before and the address. */
export function createInvitation(context: SecretContext, audience: Audience, owner: Owner, until: Date): string {
  const end = String(until.getTime())
  return `${owner.id}.${end}.${signature(context, audience, owner, end)}`
}

/** The owner found by `find` for a genuine, unexpired and unused invitation. */
export async function findInvited<
  Row extends { readonly id: string; readonly email: string; readonly password_hash: string },
>(
  context: SecretContext & Pick<AppContext, 'db'>,
  audience: Audience,
  invitation: string,
  find: (sql: Sql, id: string) => Promise<Row | undefined>,
): Promise<Row | undefined> {
  const [id = '', until = '', signed = ''] = invitation.split('.')
  const isOpen = /^[0-9a-f-]{36}$/.test(id) && Number(until) > Date.now()
  const row = isOpen ? await find(context.db, id) : undefined
  if (!row) return undefined
  const genuine = signature(context, audience, { id, email: row.email, passwordHash: row.password_hash }, until)
  return sameBytes(Buffer.from(signed), Buffer.from(genuine)) ? row : undefined
}

const signature = ({ secret }: SecretContext, audience: Audience, { id, email, passwordHash }: Owner, until: string) =>
  secret.hmac('code', audience, id, until, passwordHash, email).toString('base64url')
