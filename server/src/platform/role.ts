import { readFileSync } from 'node:fs'
import type { Sql } from './db.ts'

/** The application's role, which may not write the books past `book_journal` nor change the audit log. */
export const appRole = 'sauda_app'

const grants = new URL('../../migrations/grants.sql', import.meta.url)

/** Printed at start if the database login may not use the role. */
export const withoutRole = `The application works with all rights of its database login, and only triggers keep the books from being changed: that login may not become ${appRole}. docs/scaling.md says how to let it.`

type Owner = { query(text: string): Promise<unknown> }

/** Runs inside the migration's transaction; false if the role may not be created or used. */
export async function prepareRole(owner: Owner): Promise<boolean> {
  if (!(await succeeds(owner, beRole)) && !(await succeeds(owner, `${makeRole}; ${beRole}`))) return false
  await owner.query(grantOf(ourTables))
  await owner.query(grantOf(ourFunctions))
  await owner.query(readFileSync(grants, 'utf8'))
  return true
}

/** Grants new tables to the running programs; grants.sql revokes the rest at its end. */
export const grantNewTables = (owner: Owner): Promise<unknown> =>
  owner.query(grantOf(`${ourTables} and relacl is null`))

/** Whether row `name` of a catalog is neither of an extension nor of another role, who grants and backs it up. */
export const isOurs = (catalog: 'pg_class' | 'pg_proc', name: string): string =>
  `pg_has_role(${name}.${catalog === 'pg_class' ? 'relowner' : 'proowner'}, 'usage') and not exists
     (select from pg_depend d where d.classid = '${catalog}'::regclass and d.objid = ${name}.oid and d.deptype = 'e')`

const ourTables = `
  select case relkind when 'S' then 'usage on sequence ' else 'select, insert, update, delete on ' end || oid::regclass as rights
    from pg_class c
   where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'S') and ${isOurs('pg_class', 'c')}`

const ourFunctions = `
  select 'execute on function ' || oid::regprocedure as rights from pg_proc p
   where pronamespace = 'public'::regnamespace and prokind = 'f' and ${isOurs('pg_proc', 'p')}`

const grantOf = (rights: string): string => `do $$ declare item record; begin
    if to_regrole('${appRole}') is null then return; end if;
    for item in ${rights} loop execute 'grant ' || item.rights || ' to ${appRole}'; end loop;
  end $$`

const beRole = `set local role ${appRole}; set local role none`

const makeRole = `do $$ begin
    if to_regrole('${appRole}') is null then create role ${appRole} nologin; end if;
  -- Roles belong to all databases of a server: the start of another one may have been quicker.
  exception when duplicate_object or unique_violation then null;
  end $$;
  grant ${appRole} to current_user`

/** Runs statements that may fail; the transaction continues either way. */
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

/** Whether statements really run as that role: a pooler in between may drop a connection's settings. */
export const worksAsRole = async (sql: Sql): Promise<boolean> =>
  (await sql.row<{ ours: boolean }>('select current_user = $1 as ours', [appRole]))?.ours === true
