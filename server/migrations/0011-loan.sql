create table loan (
  id uuid primary key,
  client_id uuid not null references client (id),
  status text not null default 'pending' check (status in ('pending', 'admin_approved', 'approved', 'closed', 'rejected')),
  -- The offer in the words and figures the client saw, letter for letter; from acceptance on with its due dates.
  terms json,
  -- Paise lent and not paid back: at all times the client's sum of loans_receivable.
  principal bigint check (principal >= 0),
  -- The operator who made the offer, or refused the request or took the offer back.
  decided_by uuid references operator (id),
  decided_at timestamptz,
  reason text,
  accepted_at timestamptz,
  closed_at timestamptz,
  created_at timestamptz not null default now(),
  check ((status = 'pending') = (decided_at is null)),
  check ((status = 'rejected') = (reason is not null)),
  check (terms is not null or status in ('pending', 'rejected')),
  check ((status in ('approved', 'closed')) = (accepted_at is not null)),
  check ((accepted_at is null) = (principal is null)),
  check ((status = 'closed') = (closed_at is not null)),
  check (status <> 'closed' or principal = 0)
);
create index loan_client on loan (client_id, id desc);
create index loan_waiting on loan (created_at) where status = 'pending';
-- One at a time, whoever races.
create unique index loan_open on loan (client_id) where status in ('pending', 'admin_approved', 'approved');

-- What was accepted stays as it was accepted.
create function keep_loan_terms() returns trigger language plpgsql as $$
begin
  raise exception 'The terms of an accepted loan are never changed';
end $$;
create trigger loan_terms_kept before update on loan for each row
  when (old.accepted_at is not null
    and (new.terms::text, new.accepted_at, new.client_id) is distinct from (old.terms::text, old.accepted_at, old.client_id))
  execute function keep_loan_terms();

create table loan_repayment (
  id uuid primary key,
  loan_id uuid not null references loan (id),
  -- The day in India, from which interest counts.
  paid_on date not null,
  -- Paise.
  interest bigint not null check (interest >= 0),
  fee bigint not null check (fee >= 0),
  principal bigint not null check (principal >= 0),
  -- Of the principal, what came from borrowed money not used.
  returned bigint not null check (returned between 0 and principal),
  at timestamptz not null default now(),
  check (interest + fee + principal > 0)
);
create index loan_repayment_loan on loan_repayment (loan_id, paid_on);
create trigger loan_repayment_append_only before update or delete on loan_repayment for each row execute function refuse_change();
create trigger loan_repayment_no_truncate before truncate on loan_repayment for each statement execute function refuse_change();
