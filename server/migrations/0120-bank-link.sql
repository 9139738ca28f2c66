-- What a bank line explains: one row for each thing, with its part of the amount. Replaces bank_line.matched_*, its notes,
-- line_booking and line_part.
create table bank_link (
  id uuid not null,
  -- Without a foreign key: a withdrawn line leaves its table (0136).
  line_id uuid not null,
  -- payment: of a deposit, withdrawal or charge. return: a receipt held to be returned to its payer. returned: the bank took back or
  -- returned what `returns_id` or `payment_id` names. client: booked to a client beside `payment_id`. charge and interest: the bank's.
  -- moved: the payment was booked to another bank account and moves to that of the line. note: closed without a booking.
  kind text not null check (kind in ('payment', 'return', 'returned', 'client', 'charge', 'interest', 'penny_drop', 'transfer', 'moved', 'note')),
  -- The request or charge that the line pays, or that explains the booking.
  payment_id uuid,
  returns_id uuid,
  -- Whose balance the booking changed.
  client_id uuid,
  -- Paise of the line, in its direction; below zero for what a payment has beyond the line.
  amount bigint not null,
  -- 1 by the bank's reference, 2 by ours, 3 by another number in the text, 4 by amount and date, 5 by an operator.
  how smallint not null check (how between 1 and 5),
  reason text,
  -- Without an operator: matched after an import.
  requested_by uuid,
  linked_by uuid,
  linked_at timestamptz not null default now(),
  unlinked_by uuid,
  unlinked_at timestamptz,
  unlink_reason text,
  check ((unlinked_at is null) = (unlinked_by is null) and (unlinked_at is null) = (unlink_reason is null)),
  check ((amount = 0) = (kind in ('moved', 'note')) and (amount >= 0 or kind = 'client')),
  check (kind <> 'payment' or payment_id is not null),
  check ((kind = 'returned') = (returns_id is not null or kind = 'returned' and payment_id is not null))
);

-- Filled first: keys and indexes for all rows together take a fraction of the time.
insert into bank_link (id, line_id, kind, payment_id, returns_id, client_id, amount, how, reason, requested_by, linked_by, linked_at,
                       unlinked_by, unlinked_at, unlink_reason)
  select k.id, k.line_id,
         -- A payment is returned once. What was returned again stays a booking to the client, which the check of the books reports.
         case when k.is_back and (k.reversed_at is not null or k.nth = 1) then 'returned'
              when k.kind = 'late' and k.line_amount = k.paid then 'payment'
              when k.kind = 'late' then 'client' else k.kind end,
         k.payment_id, k.return_id, k.client_id,
         case k.kind when 'moved' then 0 when 'late' then case k.line_amount when k.paid then k.paid else k.line_amount - k.paid end
                     else k.line_amount end,
         5, k.reason, k.requested_by, k.booked_by, k.booked_at, k.reversed_by, k.reversed_at, k.reversal_reason
    from (select b.*, row_number() over (partition by b.payment_id, b.is_back, b.reversed_at is null order by b.booked_at, b.id) as nth
            from (select k.*, l.amount as line_amount, p.amount as paid,
                         k.kind = 'client' and (l.direction = 'credit') = (p.kind = 'withdrawal') as is_back
                    from line_booking k join bank_line l on l.id = k.line_id left join bank_payment p on p.id = k.payment_id
                   where k.kind <> 'split') b) k;
-- The payments of splits, and of late lines that needed a second link for the difference.
insert into bank_link (id, line_id, kind, payment_id, amount, how, reason, requested_by, linked_by, linked_at)
  select gen_random_uuid(), k.line_id, 'payment', s.payment_id, s.amount, 5, k.reason, k.requested_by, k.booked_by, k.booked_at
    from line_part s join line_booking k on k.id = s.booking_id where k.reversed_at is null
  union all
  select gen_random_uuid(), k.line_id, 'payment', k.payment_id, p.amount, 5, k.reason, k.requested_by, k.booked_by, k.booked_at
    from line_booking k join bank_line l on l.id = k.line_id join bank_payment p on p.id = k.payment_id
   where k.kind = 'late' and k.reversed_at is null and l.amount <> p.amount;
-- Lines that operators booked (5) have their links from above.
insert into bank_link (id, line_id, kind, payment_id, amount, how, linked_by, linked_at)
  select gen_random_uuid(), l.id, 'payment', l.matched_id, l.amount, l.matched_how, l.matched_by, l.matched_at
    from bank_line l where l.matched_how < 5;
insert into bank_link (id, line_id, kind, amount, how, reason, requested_by, linked_by, linked_at)
  select gen_random_uuid(), l.id, 'note', 0, 5, l.note, l.settled_by, l.settled_by, l.settled_at from bank_line l where l.note is not null;

alter table bank_link add primary key (id);
alter table bank_link add foreign key (returns_id) references bank_link (id), add foreign key (client_id) references client (id),
  add foreign key (requested_by) references operator (id), add foreign key (linked_by) references operator (id),
  add foreign key (unlinked_by) references operator (id);
-- One line pays a request, and what was paid is returned once.
create unique index bank_link_payment on bank_link (payment_id) where kind = 'payment' and unlinked_at is null;
create unique index bank_link_returned on bank_link (coalesce(returns_id, payment_id)) where kind = 'returned' and unlinked_at is null;
create index bank_link_line on bank_link (line_id);
create index bank_link_of_payment on bank_link (payment_id) where payment_id is not null;
create index bank_link_at on bank_link (linked_at);
-- Without statistics the joins below are planned for a few rows.
analyze bank_link;

create function keep_bank_link() returns trigger language plpgsql as $$
begin
  raise exception 'A link of a bank line is never changed, only removed once';
end $$;
create trigger bank_link_kept before update on bank_link for each row
  when (old.unlinked_at is not null
    or (new.id, new.line_id, new.kind, new.payment_id, new.returns_id, new.client_id, new.amount, new.how, new.reason,
        new.requested_by, new.linked_by, new.linked_at)
      is distinct from
       (old.id, old.line_id, old.kind, old.payment_id, old.returns_id, old.client_id, old.amount, old.how, old.reason,
        old.requested_by, old.linked_by, old.linked_at))
  execute function keep_bank_link();
create trigger bank_link_never_deleted before delete on bank_link for each row execute function refuse_change();
create trigger bank_link_no_truncate before truncate on bank_link for each statement execute function refuse_change();

-- What is left of a line without an explanation, and whether an operator closed it with a note; kept by the functions below.
drop trigger bank_line_kept on bank_line;
-- Most lines are explained, and keep the default: to write every line and all its indexes again would take a minute for 350,000.
alter table bank_line add column unexplained bigint not null default 0 check (unexplained >= 0),
  add column is_closed boolean not null default false;
update bank_line set unexplained = case when matched_id is null then amount else 0 end, is_closed = note is not null
  where matched_id is null or note is not null;
alter table bank_line alter column unexplained drop default;
create function begin_bank_line() returns trigger language plpgsql as $$
begin
  new.unexplained := new.amount;
  new.is_closed := false;
  return new;
end $$;
create trigger bank_line_begins before insert on bank_line for each row execute function begin_bank_line();

drop index bank_line_match, bank_line_waiting, bank_line_settled, bank_line_matched, bank_line_names, bank_line_nameless, bank_line_matched_at;
alter table bank_line drop column matched_kind, drop column matched_id, drop column matched_how, drop column matched_at,
  drop column matched_by, drop column settled_by, drop column settled_at, drop column note;
create index bank_line_waiting on bank_line (id) where unexplained > 0 and not is_closed;
create index bank_line_closed on bank_line (id) where unexplained > 0 and is_closed;
create index bank_line_explained on bank_line (id) where unexplained = 0;
-- From a request to the lines that name it. What is written is looked up at once, so it is sorted in at once.
create index bank_line_names on bank_line using gin (names) with (fastupdate = off) where unexplained > 0;
create index bank_line_nameless on bank_line (amount, direction, booked_on, id) where reference is null and unexplained > 0;
create trigger bank_line_kept before update on bank_line for each row
  when ((new.id, new.statement_id, new.line_number, new.identity, new.occurrence, new.booked_on, new.direction, new.amount, new.text)
        is distinct from
        (old.id, old.statement_id, old.line_number, old.identity, old.occurrence, old.booked_on, old.direction, old.amount, old.text)
    or (old.unexplained = 0 and new.unexplained = 0 and (new.reference, new.names) is distinct from (old.reference, old.names)))
  execute function keep_bank_line();

alter table penny_drop drop constraint penny_drop_booking_id_fkey;
alter table penny_drop rename column booking_id to link_id;
alter table penny_drop add foreign key (link_id) references bank_link (id);
drop table line_part, line_booking;

-- Of the text of an approval or a claim, which may have blanks and hyphens.
create function plain_reference(p_text text) returns text language sql immutable
  return regexp_replace(upper(p_text), '[^A-Z0-9]', '', 'g');

-- A reference is reserved for its direction: the bank returns a payment under the reference of the payment.
drop index payment_reference_once, payment_reference_collision, payment_reference_used_by;
alter table payment_reference add column direction text not null default 'credit' check (direction in ('credit', 'debit'));
update payment_reference p set direction = 'debit' from wallet_request r where r.id = p.used_by and r.type = 'withdrawal';
alter table payment_reference alter column direction drop default;
-- A request that was approved first under one reference and then under another has given up the first.
delete from payment_reference p using wallet_request r
  where r.id = p.used_by and r.status = 'approved' and r.first_approval_reference is not null
    and p.reference = plain_reference(r.first_approval_reference)
    and p.reference <> all (array[plain_reference(r.bank_reference), plain_reference(coalesce(r.utr, ''))]);
-- The references of lines explained before.
insert into payment_reference (reference, direction, used_by)
  select distinct on (l.reference, l.direction) l.reference, l.direction, case when k.kind = 'payment' then k.payment_id else k.id end
    from bank_link k join bank_line l on l.id = k.line_id
    left join payment_reference o on o.reference = l.reference and o.direction = l.direction
   where k.unlinked_at is null and k.kind not in ('note', 'moved') and l.reference is not null and o.reference is null
   order by l.reference, l.direction, k.kind = 'payment' desc, k.linked_at;
create unique index payment_reference_once on payment_reference (reference, direction) where not is_collision;
create index payment_reference_collision on payment_reference (reference, direction) where is_collision;
create index payment_reference_used_by on payment_reference (used_by);
-- One that another payment holds was paid once and credited twice: both keep it, marked, and `npm run books` names them.
with contested as materialized (
  select k.id, k.line_id, k.payment_id, l.reference, l.direction
    from bank_link k join bank_line l on l.id = k.line_id
    join payment_reference r on r.reference = l.reference and r.direction = l.direction and r.used_by <> k.payment_id
   where k.unlinked_at is null and k.kind = 'payment')
insert into payment_reference (reference, direction, used_by, is_collision)
  select distinct on (c.line_id) c.reference, c.direction, c.payment_id, true
    from contested c
   where not exists (
     select from bank_link o
       join payment_reference r on r.used_by = case when o.kind = 'payment' then o.payment_id else o.id end
      where o.line_id = c.line_id and o.unlinked_at is null and r.reference = c.reference and r.direction = c.direction)
   order by c.line_id, c.id;

-- Reserves the reference of a line for `p_owner`; false if it belongs to something else. A payment that another line explains has
-- given up this reference; a claim gives way to a line that has our own reference.
create function reserve_line_reference(p_direction text, p_reference text, p_owner uuid, p_line uuid, p_is_payment boolean, p_how int)
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

-- The only way to explain a line. Returns null, or why it cannot be explained so: explained, payment, returned, reference.
create function link_bank_line(
  p_id uuid, p_line uuid, p_kind text, p_payment uuid, p_returns uuid, p_client uuid, p_amount bigint, p_how int, p_reason text,
  p_requested_by uuid, p_linked_by uuid
) returns text language plpgsql security definer set search_path = public, pg_temp as $$
declare
  line bank_line;
  owner uuid := case when p_kind = 'payment' then p_payment else p_id end;
begin
  select * into strict line from bank_line where id = p_line for no key update;
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
create function unlink_bank_line(p_link uuid, p_by uuid, p_reason text) returns boolean
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

-- The line that a request was approved from, where the bank gave it no reference.
alter table wallet_request add column approved_from uuid;
