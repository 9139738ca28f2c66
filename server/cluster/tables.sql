-- Distributes journal and entry by client over the workers of a Citus cluster, in an empty or a filled database (npm run distribute).
-- Everything that differs from server/schema.sql is here, with the guarantee that it keeps.
begin;

-- The triggers of these tables only refuse changes, which is safe on a shard.
set local citus.enable_unsafe_triggers = on;
set local citus.multi_shard_modify_mode = 'sequential';

-- The coordinator connects to the workers as this role. How it logs in there is set in pg_hba.conf and pg_dist_authinfo.
do $$ begin
  if not (select rolcanlogin from pg_roles where rolname = 'sauda_app') then alter role sauda_app login; end if;
end $$;

-- Guarantee: keys. Those of a distributed table contain the client. An event still happens once to a cause, which is one client's or nobody's.
alter table entry drop constraint entry_journal_id_fkey, drop constraint entry_pkey, add constraint entry_pkey primary key (id, client_id);
alter table journal drop constraint journal_pkey, add constraint journal_pkey primary key (id, client_id),
  drop constraint journal_once, add constraint journal_once unique (cause_id, event, client_id);
select create_distributed_table('journal', 'client_id');
select create_distributed_table('entry', 'client_id', colocate_with => 'journal');
-- Also of the same client.
alter table entry add constraint entry_journal_id_fkey foreign key (journal_id, client_id) references journal (id, client_id);

-- Guarantee: a request and its money are committed together or not at all. Citus commits a transaction of one worker before the coordinator's
-- own, unless a table it manages on the coordinator was written too: then in two phases. This one is always empty.
create table two_phases (id int primary key);
comment on table two_phases is 'Always empty. Every posting updates it, so that Citus commits in two phases.';
select citus_add_local_table_to_metadata('two_phases');

-- Guarantee: a check of the books reads one state of all databases. Postings share a lock, which they take before any row of a ledger and
-- which is released after every database has committed; a check takes it alone until each database has its snapshot (core/ledger/books.ts).
-- Defined again whenever a release has defined the functions of server/migrations/functions, in the same transaction.
create function define_posting() returns trigger language plpgsql as $define$
begin
  create or replace function begin_posting() returns void language plpgsql as $$
  begin
    perform pg_advisory_xact_lock_shared(7234105);
    update two_phases set id = id where id = 0;
  end $$;
  return null;
end $define$;
create trigger functions_defined after insert or update on migration for each statement execute function define_posting();
update migration set name = name where version = 0;

-- Guarantee: the same. With one connection to each worker, a transaction reads all shards of a worker from one snapshot.
do $$ begin
  execute format('alter database %I set citus.max_adaptive_executor_pool_size = 1', current_database());
  -- Citus assumes many rows wherever it reads shards, so PostgreSQL would compile most statements, which takes longer than they run.
  execute format('alter database %I set jit = off', current_database());
end $$;

commit;
