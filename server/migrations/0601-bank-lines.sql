-- What bank lines explain, and which statements one operator may rely on. This release needs the pause (docs/upgrading.md), so a file may
-- hold its locks for long.
-- Unused, or with other arguments or results.
drop function post_journal(uuid, text, uuid, uuid, text, text[], text[], bigint[]);
drop function book_journal(uuid, text, uuid, uuid, text, text[], text[], bigint[], uuid, date);
drop function post_house_journal(uuid, text, uuid, text, text[], text[], bigint[], uuid, date);
drop function figures_of(uuid);
drop function entries_of(uuid[]);
-- functions

-- One row for each thing that a line explains, with its part of the amount. Replaces bank_line.matched_*, its notes, line_booking and line_part.
create table bank_link (
  id uuid not null,
  -- Without a foreign key: a withdrawn line leaves its table.
  line_id uuid not null,
  kind text not null check (kind in
    ('payment', 'return', 'returned', 'client', 'charge', 'interest', 'penny_drop', 'transfer', 'moved', 'settlement', 'levy', 'note')),
  payment_id uuid,
  returns_id uuid,
  client_id uuid,
  amount bigint not null,
  how smallint not null check (how between 1 and 5),
  reason text,
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

-- What is left of a line without an explanation, and whether an operator closed it with a note; kept by functions/bank-line.sql.
drop trigger bank_line_kept on bank_line;
drop trigger bank_line_never_deleted on bank_line;
-- Most lines are explained, and keep the default: to write every line and all its indexes again would take a minute for 350,000.
alter table bank_line add column unexplained bigint not null default 0 check (unexplained >= 0),
  add column is_closed boolean not null default false,
  -- The first other file with the same line, imported later.
  add column repeated_by uuid references bank_statement (id),
  add constraint bank_line_place check (line_number > 0 and occurrence >= 0) not valid,
  drop constraint bank_line_once;
update bank_line set unexplained = case when matched_id is null then amount else 0 end, is_closed = note is not null
  where matched_id is null or note is not null;
alter table bank_line alter column unexplained drop default;
drop index bank_line_match, bank_line_waiting, bank_line_settled, bank_line_matched, bank_line_names, bank_line_nameless, bank_line_matched_at;
alter table bank_line drop column matched_kind, drop column matched_id, drop column matched_how, drop column matched_at,
  drop column matched_by, drop column settled_by, drop column settled_at, drop column note,
  -- A line is recognised within its bank account, whatever the format of the file.
  add constraint bank_line_once unique (identity, occurrence, broker_bank_id);
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
create trigger bank_line_begins before insert on bank_line for each row execute function begin_bank_line();
create trigger bank_line_only_withdrawn before delete on bank_line for each row execute function keep_bank_lines();
create trigger bank_line_balance_kept before update of balance on bank_line for each row
  when (new.balance is distinct from old.balance) execute function keep_bank_balance();

alter table penny_drop drop constraint penny_drop_booking_id_fkey;
alter table penny_drop rename column booking_id to link_id;
alter table penny_drop add foreign key (link_id) references bank_link (id);
drop table line_part, line_booking;

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

-- Which imported lines one operator may rely on: those of a statement that continues from the last accepted line, or that another
-- operator confirmed by entering the balance of the bank.
alter table bank_statement
  add column opening bigint,
  add column closing bigint,
  add column accepted_at timestamptz,
  add column accepted_by uuid references operator (id),
  add column withdrawn_by uuid references operator (id),
  add column withdrawn_at timestamptz,
  add constraint bank_statement_figures check (first_on <= last_on and added between 0 and lines) not valid;
create index bank_statement_waiting on bank_statement (broker_bank_id, last_on) where accepted_at is null;
-- Two operators signed these days off.
update bank_statement s set accepted_at = now()
  from broker_bank b where b.id = s.broker_bank_id and s.last_on <= b.closed_through;

create table statement_contradiction (
  id uuid primary key,
  statement_id uuid not null references bank_statement (id),
  line_id uuid not null,
  kind text not null check (kind in ('absent', 'balance')),
  balance bigint,
  found_at timestamptz not null default now(),
  resolution text check (resolution in ('corrected', 'withdrawn', 'explained')),
  resolved_by uuid references operator (id),
  resolved_at timestamptz,
  reason text,
  constraint statement_contradiction_once unique (statement_id, line_id),
  constraint statement_contradiction_check check ((kind = 'balance') = (balance is not null)),
  constraint statement_contradiction_check1 check ((resolution is null) = (resolved_at is null) and (resolution is null) = (resolved_by is
    null))
);
create index statement_contradiction_open on statement_contradiction (line_id) where resolution is null;

create table withdrawn_line (
  id uuid primary key,
  statement_id uuid not null references bank_statement (id),
  line jsonb not null,
  withdrawn_by uuid not null references operator (id),
  withdrawn_at timestamptz not null default now()
);
create index withdrawn_line_statement on withdrawn_line (statement_id);
create trigger withdrawn_line_append_only before delete or update on withdrawn_line for each row execute function refuse_change();
create trigger withdrawn_line_no_truncate before truncate on withdrawn_line for each statement execute function refuse_change();

-- A payment is missing in the statements of one account; closed with a note, it may still be missing in those of another.
alter table missing_line add column broker_bank_id uuid references broker_bank (id);
alter table missing_line drop constraint missing_line_payment_id_key;
create unique index missing_line_payment on missing_line (payment_id) where settled_at is null;
create index missing_line_of_payment on missing_line (payment_id);

-- approved_from: the line that a request was approved from, where the bank gave it no reference. proof_line_id: the line on which one
-- operator approved a deposit alone; without one the approval counts towards the limits per day.
alter table wallet_request add column approved_from uuid, add column proof_line_id uuid;
update wallet_request r set proof_line_id = l.id
  from bank_line l
 where l.reference = r.bank_reference and l.amount = coalesce(r.credited, r.amount) and l.direction = 'credit'
   and r.type = 'added' and r.status = 'approved' and r.decided_at > now() - interval '1 day';

-- Accounts from which somebody else pays for a client.
create table payer_account (
  client_id uuid not null references client (id),
  account text not null,
  confirmed_by uuid not null references operator (id),
  confirmed_at timestamptz not null default now(),
  primary key (client_id, account)
);

create table bank_opening (
  id uuid primary key,
  broker_bank_id uuid not null references broker_bank (id),
  day date not null,
  amount bigint not null check (amount >= 0),
  requested_by uuid not null references operator (id),
  booked_by uuid not null references operator (id),
  booked_at timestamptz not null default now(),
  reversed_by uuid references operator (id),
  reversed_at timestamptz,
  reversal_reason text,
  constraint bank_opening_check check ((reversed_at is null) = (reversed_by is null) and (reversed_at is null) = (reversal_reason is null))
);
create unique index bank_opening_once on bank_opening (broker_bank_id) where reversed_at is null;
create trigger bank_opening_kept before update on bank_opening for each row execute function keep_bank_opening();
create trigger bank_opening_never_deleted before delete on bank_opening for each row execute function refuse_change();
create trigger bank_opening_no_truncate before truncate on bank_opening for each statement execute function refuse_change();

-- Files for the bank: two of one account and date never share a number, whenever their batches were released.
create table payout_file (
  bank_id uuid not null references broker_bank (id),
  day date not null,
  serial int not null,
  batch_id uuid not null references payout_batch (id),
  content bytea not null,
  primary key (bank_id, day, serial),
  constraint payout_file_batch_id_day_content_key unique (batch_id, day, content),
  constraint payout_file_serial check (serial > 0)
);
create trigger payout_file_kept before delete or update on payout_file for each row execute function refuse_change();
alter table payout_batch add constraint payout_batch_serial_known check (serial > 0) not valid;

create table payout_stop (
  is_only boolean default true primary key check (is_only),
  stopped_at timestamptz,
  reason text,
  stopped_by uuid references operator (id),
  constraint payout_stop_check check ((stopped_at is null) = (reason is null)),
  constraint payout_stop_check1 check (stopped_by is null or stopped_at is not null)
);
insert into payout_stop default values;
