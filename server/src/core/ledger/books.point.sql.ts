import { advisoryLocks } from '../../platform/advisory-lock.sql.ts'
import type { Sql, Tx } from '../../platform/db.ts'

/** Entries up to `entryId` are verified. */
export type Point = { entryId: bigint; at: Date; fullAt: Date }

/** The newest entry, and a transaction that began after every one that can still add an entry before it. */
export const markNewest = (tx: Tx) =>
  tx.row<{ entryId: bigint; xact: string; at: Date }>(
    `select coalesce(max(id), 0) as "entryId", pg_current_xact_id()::text as xact, now() as at from entry`,
  )

export const isOver = async (sql: Sql, xact: string): Promise<boolean> =>
  (await sql.row('select from (select) s where pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8', [xact])) !==
  undefined

/** True once a day, for one process; if that one ends, for another an hour later. */
export const claimFullCheck = async (sql: Sql): Promise<boolean> =>
  (await sql.run(
    `update books_point set tried_at = now()
      where full_at < now() - interval '24 hours' and (tried_at is null or tried_at < now() - interval '1 hour')`,
  )) > 0

/** `isSettled`: every transaction up to `xact` is over; `isLocked` until the end: no other process stores a point. */
export const readPoint = (tx: Tx, xact: string) =>
  tx.row<{ isLocked: boolean; isSettled: boolean } & (Point | Record<keyof Point, null>)>(
    `select l."isLocked", pg_snapshot_xmin(pg_current_snapshot()) > $2::xid8 as "isSettled", p.entry_id as "entryId",
            p.at, p.full_at as "fullAt"
       from (select pg_try_advisory_xact_lock($1) as "isLocked") l left join books_point p on true`,
    [advisoryLocks.books, xact],
  )

export const findPoint = (sql: Sql) =>
  sql.row<Point>('select entry_id as "entryId", at, full_at as "fullAt" from books_point')

export const storePoint = (tx: Tx, { entryId, at, fullAt }: Point) =>
  tx.run(
    `insert into books_point (entry_id, at, full_at) values ($1, $2, $3)
     on conflict (one) do update set entry_id = excluded.entry_id, at = excluded.at, full_at = excluded.full_at`,
    [entryId, at, fullAt],
  )

export const deletePoint = (tx: Tx) => tx.run('delete from books_point')
