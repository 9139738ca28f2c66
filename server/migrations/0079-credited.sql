-- A deposit approved at another amount keeps the requested one and stores what was credited.
alter table wallet_request add column credited bigint
  check (credited is null or (credited > 0 and credited <> amount and type = 'added' and status <> 'rejected'));

create or replace view bank_payment as
  select id, case type when 'added' then 'deposit' else 'withdrawal' end as kind,
         case type when 'added' then 'ADD' else 'WDR' end || number as name,
         client_id, coalesce(credited, amount) as amount, status, created_at as asked_at, decided_at, decided_by,
         utr as entered, bank_reference
    from wallet_request
  union all
  select id, 'charge', 'CHG' || number, client_id, amount + gst,
         case status when 'PAID' then 'pending' when 'APPROVED' then 'approved' else 'unpaid' end,
         coalesce(paid_at, created_at), decided_at, decided_by, transaction_id, transaction_id
    from charge;
