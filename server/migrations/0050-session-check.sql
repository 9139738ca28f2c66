-- As before with fewer reads, since every transaction of a request ends with this. Freezing a client deletes the sessions, and
-- a login waits for a freeze in progress; an operator's role and state are read again.
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
