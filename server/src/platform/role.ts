import { readFileSync } from 'node:fs'
import type { Sql } from './db.ts'

/** The application works as this role, which may not write the books past `post_journal` nor change the audit log. */
export const appRole = 'sauda_app'

const grants = new URL('../../migrations/grants.sql', import.meta.url)

/** Said once at the start where the database does not let us. */
export const withoutRole = `The application works with all rights of its database login, and only triggers keep the books from being changed: that login may not become ${appRole}. docs/scaling.md says how to let it.`

/** Statements one after the other on the connection that migrates. */
type Owner = { query(text: string): Promise<unknown> }

/** Inside the transaction that migrates: makes the role where we may and grants it what it needs; false where we may not. */
export async function prepareRole(owner: Owner): Promise<boolean> {
  if (!(await succeeds(owner, beRole)) && !(await succeeds(owner, `${makeRole}; ${beRole}`))) return false
  await owner.query(readFileSync(grants, 'utf8'))
  return true
}

const beRole = `set local role ${appRole}; set local role none`

const makeRole = `do $$ begin
    if to_regrole('${appRole}') is null then create role ${appRole} nologin; end if;
  -- Roles belong to all databases of a server: the start of another one may have been quicker.
  exception when duplicate_object or unique_violation then null;
  end $$;
  grant ${appRole} to current_user`

/** Runs statements that may be refused; the transaction goes on either way. */
async function succeeds(owner: Owner, statements: string): Promise<boolean> {
  await owner.query('savepoint attempt')
  try {
    await owner.query(statements)
    return true
  } catch {
    await owner.query('rollback to savepoint attempt')
    return false
  }
}

/** Whether statements really run as that role: a pooler in between may drop what a connection asks for at its start. */
export async function worksAsRole(sql: Sql): Promise<boolean> {
  return (await sql.row<{ ours: boolean }>('select current_user = $1 as ours', [appRole]))?.ours === true
}
