-- A new line explains nothing yet.
create or replace function begin_bank_line() returns trigger language plpgsql as $$
begin
  new.unexplained := new.amount;
  new.is_closed := false;
  return new;
end $$;

-- What the bank wrote never changes; the references read in it may change until the line is explained.
create or replace function keep_bank_line() returns trigger language plpgsql as $$
begin
  raise exception 'A line of a bank statement is never changed';
end $$;

-- Lines leave the table through withdraw_bank_lines only.
create or replace function keep_bank_lines() returns trigger language plpgsql as $$
begin
  if not exists (select from withdrawn_line w where w.id = old.id) then
    raise exception 'A line of a bank statement is withdrawn, never deleted';
  end if;
  return old;
end $$;

-- A balance changes only to that of a later statement, after two operators agreed to it.
create or replace function keep_bank_balance() returns trigger language plpgsql as $$
begin
  if not exists (select from statement_contradiction c
                  where c.line_id = new.id and c.kind = 'balance' and c.balance = new.balance and c.resolution = 'corrected') then
    raise exception 'The balance of a bank line is only corrected by a later statement';
  end if;
  return new;
end $$;

-- The only way to remove lines: they count nowhere from then on.
create or replace function withdraw_bank_lines(p_lines uuid[], p_by uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into withdrawn_line (id, statement_id, line, withdrawn_by)
    select l.id, l.statement_id, to_jsonb(l), p_by from bank_line l where l.id = any (p_lines);
  delete from bank_line where id = any (p_lines);
end $$;

-- After a large import the planner needs new statistics; only the table's owner may collect them.
create or replace function analyze_bank_lines() returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  analyze bank_line;
end $$;

-- A link is written once and removed once.
create or replace function keep_bank_link() returns trigger language plpgsql as $$
begin
  raise exception 'A link of a bank line is never changed, only removed once';
end $$;

-- The normal spelling of a reference, without blanks and hyphens.
create or replace function plain_reference(p_text text) returns text language sql immutable
  return regexp_replace(upper(p_text), '[^A-Z0-9]', '', 'g');

-- Reserves the reference of a line for `p_owner`; false if it belongs to something else. A payment that another line explains has
-- given up this reference; a claim gives way to a line that has our own reference.
create or replace function reserve_line_reference(p_direction text, p_reference text, p_owner uuid, p_line uuid, p_is_payment boolean, p_how int)
returns boolean language plpgsql set search_path = public, pg_temp as $$
declare
  holder uuid;
  is_explained boolean;
  is_named boolean;
begin
  insert into payment_reference (reference, direction, used_by)
    select p_reference, p_direction, p_owner
     where not exists (select from payment_reference where reference = p_reference and direction = p_direction and is_collision)
    on conflict (reference, direction) where not is_collision do nothing;
  if found then return true; end if;
  select used_by into strict holder from payment_reference
    where reference = p_reference and direction = p_direction order by is_collision, used_by limit 1 for update;
  -- Several requests that one line paid together share its reference.
  if holder = p_owner or exists (
      select from bank_link where line_id = p_line and unlinked_at is null and holder in (payment_id, id)) then
    return true;
  end if;
  select count(*) > 0, coalesce(bool_or(l.reference = p_reference), false) into is_explained, is_named
    from bank_link k join bank_line l on l.id = k.line_id
   where (k.payment_id = holder and k.kind = 'payment' or k.id = holder) and k.unlinked_at is null and l.direction = p_direction;
  -- A second line with the reference of an explained one is another payment, which nothing can claim.
  if is_named then return not p_is_payment; end if;
  if is_explained or (p_is_payment and p_how = 2 and not exists (
      select from bank_payment where id = holder and status = 'approved')) then
    update payment_reference set used_by = p_owner
      where reference = p_reference and direction = p_direction and used_by = holder and not is_collision;
    return found;
  end if;
  return false;
end $$;
revoke execute on function reserve_line_reference from public;

-- The only way to explain a line. Returns null, or why it cannot be explained so: waiting (a pending proposal
-- would use the line, the payment or the receipt), explained, payment, returned, reference.
create or replace function link_bank_line(
  p_id uuid, p_line uuid, p_kind text, p_payment uuid, p_returns uuid, p_client uuid, p_amount bigint, p_how int, p_reason text,
  p_requested_by uuid, p_linked_by uuid
) returns text language plpgsql security definer set search_path = public, pg_temp as $$
declare
  line bank_line;
  owner uuid := case when p_kind = 'payment' then p_payment else p_id end;
begin
  select * into strict line from bank_line where id = p_line for no key update;
  if exists (select from proposal where status = 'pending' and uses && array[
      'line:' || p_line, case when p_kind = 'payment' then 'request:' || p_payment end, 'receipt:' || p_returns])
    then return 'waiting'; end if;
  if p_amount > line.unexplained or (p_kind = 'note' and line.unexplained = 0) then return 'explained'; end if;
  if p_kind = 'payment' and exists (select from bank_link where payment_id = p_payment and kind = 'payment' and unlinked_at is null)
    then return 'payment'; end if;
  if p_kind = 'returned' and exists (
      select from bank_link where coalesce(returns_id, payment_id) = coalesce(p_returns, p_payment) and kind = 'returned' and unlinked_at is null)
    then return 'returned'; end if;
  if p_kind not in ('note', 'moved') and line.reference is not null
     and not reserve_line_reference(line.direction, line.reference, owner, p_line, p_kind = 'payment', p_how)
    then return 'reference'; end if;
  insert into bank_link (id, line_id, kind, payment_id, returns_id, client_id, amount, how, reason, requested_by, linked_by)
    values (p_id, p_line, p_kind, p_payment, p_returns, p_client, p_amount, p_how, p_reason, p_requested_by, p_linked_by)
    on conflict do nothing;
  -- Another line was linked with the payment at this moment.
  if not found then return case p_kind when 'returned' then 'returned' else 'payment' end; end if;
  if p_kind = 'payment' then
    -- A client may know the payment by another number in the line.
    insert into payment_reference (reference, direction, used_by)
      select n.name, line.direction, owner from unnest(line.names) n (name)
       where n.name ~ '^([0-9]{12}|[A-Z][A-Z0-9]{15}|[A-Z][A-Z0-9]{21})$' and n.name !~ '^SD'
         and not exists (select from payment_reference o where o.reference = n.name and o.direction = line.direction)
      on conflict do nothing;
  end if;
  update bank_line set unexplained = unexplained - p_amount, is_closed = is_closed or p_kind = 'note'
    where id = p_line and (p_amount <> 0 or p_kind = 'note');
  return null;
end $$;
revoke execute on function link_bank_line from public;

-- Removes a link and frees the references that only it had reserved; false if it was removed before.
create or replace function unlink_bank_line(p_link uuid, p_by uuid, p_reason text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  link bank_link;
  line bank_line;
begin
  select l.* into line from bank_link k join bank_line l on l.id = k.line_id where k.id = p_link for no key update of l;
  update bank_link set unlinked_by = p_by, unlinked_at = now(), unlink_reason = p_reason
    where id = p_link and unlinked_at is null returning * into link;
  if link.id is null then return false; end if;
  update bank_line set unexplained = unexplained + link.amount, is_closed = is_closed and link.kind <> 'note'
    where id = line.id and link.kind <> 'moved';
  delete from payment_reference p
    where p.used_by = case when link.kind = 'payment' then link.payment_id else link.id end and p.direction = line.direction
      and (p.reference = line.reference or p.reference = any (line.names))
      and not exists (select from wallet_request r where r.id = p.used_by
                        and p.reference in (plain_reference(r.utr), plain_reference(r.bank_reference), plain_reference(r.first_approval_reference)))
      and not exists (select from charge h where h.id = p.used_by and p.reference = plain_reference(h.transaction_id));
  return true;
end $$;
revoke execute on function unlink_bank_line from public;
