-- Trades that are not booked or not delivered are open items too.
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
          where adjustment.client_id = c.id and adjustment.status = 'pending'))::int as adjustments,
    (( select count(*) as count
           from exchange_trade
          where exchange_trade.client_id = c.id and exchange_trade.booked_at is null))::int as unbooked,
    (( select count(*) as count
           from shortage
          where shortage.client_id = c.id and shortage.ended_at is null))::int as shortages
   from client c;
comment on column open_item.unbooked is 'Trades of the exchanges'' files that are not booked.';
comment on column open_item.shortages is 'Short deliveries that are neither closed out nor ended.';
