-- Called at the end of every transaction of a request. Raises check_violation of session if the session has ended or its owner may no
-- longer act; otherwise the session cannot be ended before this transaction commits. Freezing a client deletes the sessions, so that
-- only an operator's role and state are read again.
create or replace function require_session(p_session uuid, p_role text) returns void language plpgsql set search_path = public, pg_temp as $$
begin
  if p_role is null then
    perform from session where id = p_session and expires_at > clock_timestamp() for key share;
  else
    perform from session s join operator o on o.id = s.operator_id
      where s.id = p_session and s.expires_at > clock_timestamp() and o.disabled_at is null and o.role = p_role
      for key share of s;
  end if;
  if not found then
    raise exception 'session % has ended', p_session using errcode = 'check_violation', table = 'session';
  end if;
end $$;

-- However a session ends, its event streams end with the next notices; the end of an operator's view of a client is audited.
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

-- The second factor of a client or operator, the stronger one of the two; null: none.
create or replace function second_factor(owner uuid) returns text language sql stable as $$
  select case
    when exists (select from passkey where owner_id = owner) then 'passkey'
    when exists (select from totp where owner_id = owner and confirmed_at is not null) then 'totp'
  end
$$;

-- An IPv4 address, or the /64 of an IPv6 address.
create or replace function network_of(ip text) returns text language sql immutable strict parallel safe as $$
  select case when ip ~ '^[0-9a-fA-F:]+$' and ip like '%:%' then network(set_masklen(ip::inet, 64))::text else ip end
$$;
