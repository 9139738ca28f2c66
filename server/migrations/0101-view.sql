-- A session in which an operator reads the portal as a client sees it. It is the operator's: nothing that counts or lists the
-- sessions of clients finds it, and it ends with the operator's session it was opened from.
alter table session
  add column viewed_client_id uuid references client (id) on delete cascade,
  add column viewed_from uuid references session (id) on delete cascade,
  add constraint session_view check (
    (viewed_client_id is null) = (viewed_from is null) and (viewed_client_id is null or operator_id is not null));
create index session_viewed_client on session (viewed_client_id) where viewed_client_id is not null;
create index session_viewed_from on session (viewed_from) where viewed_from is not null;

-- As before; however a view ends, the audit log has it.
create or replace function notify_ended_sessions() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into notice (client_id, topic, subject_id) select client_id, 'session', id from ended;
  insert into audit (era, actor_kind, actor_id, actor_name, action, subject_id, after)
    select a.era, 'operator', o.id::text, o.name, 'client.view.end', e.viewed_client_id::text,
           jsonb_build_object('viewId', e.id, 'endedAt', least(now(), e.expires_at))
      from ended e join operator o on o.id = e.operator_id cross join audit_era a
     where e.viewed_client_id is not null;
  return null;
end $$;
