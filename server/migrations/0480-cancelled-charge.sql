-- A charge that was raised by mistake is cancelled while it is unpaid.
alter table charge
  drop constraint charge_status_check,
  add constraint charge_status_check check (status in ('PENDING', 'PAID', 'APPROVED', 'REJECTED', 'CANCELLED')) not valid,
  drop constraint charge_check,
  add constraint charge_check check (case status when 'PENDING' then transaction_id is null when 'CANCELLED' then true else transaction_id is not null end) not valid,
  drop constraint charge_check2,
  add constraint charge_check2 check ((status in ('APPROVED', 'REJECTED', 'CANCELLED')) = (decided_at is not null)) not valid,
  drop constraint charge_check4,
  add constraint charge_check4 check ((status in ('REJECTED', 'CANCELLED')) = (reason is not null)) not valid;
comment on column charge.status is 'PENDING (unpaid), PAID (the client reported a payment), APPROVED or REJECTED (the payment was decided), CANCELLED (raised by mistake). Spelled as in the specified calls.';

create or replace view open_item as
 select id as client_id,
    (( select count(*) as count
           from lot
          where lot.client_id = c.id and lot.open_quantity > 0))::int as positions,
    (( select count(*) as count
           from loan
          where loan.client_id = c.id and (loan.status in ('pending', 'admin_approved', 'approved'))))::int as loans,
    (( select count(*) as count
           from wallet_request
          where wallet_request.client_id = c.id and wallet_request.status = 'pending'))::int as requests,
    (( select coalesce(sum(charge.amount + charge.gst), 0) as "coalesce"
           from charge
          where charge.client_id = c.id and charge.status not in ('APPROVED', 'CANCELLED')))::bigint as charges,
    (( select count(*) as count
           from complaint
          where complaint.client_id = c.id and complaint.status = 'open'))::int as complaints,
    (( select count(*) as count
           from proposal
          where proposal.client_id = c.id and proposal.status = 'pending'))::int as proposals,
    (( select count(*) as count
           from proposal
          where proposal.client_id = c.id and proposal.status = 'pending' and proposal.kind = 'contact.change'))::int as contacts,
    (( select count(*) as count
           from adjustment
          where adjustment.client_id = c.id and adjustment.status = 'pending'))::int as adjustments
   from client c;
comment on column open_item.charges is 'Paise of charges that are neither approved nor cancelled.';
