alter table one_time_code drop constraint one_time_code_flow_check;
alter table one_time_code add constraint one_time_code_flow_check
  check (flow in ('reset', 'login-auth', 'login-operator', 'contact-present', 'contact-new'));

-- The client changed the e-mail address or mobile number.
alter table client add column contact_changed_at timestamptz;

-- Since when withdrawals pause: the last change of bank details, e-mail address or mobile number.
create view withdrawal_pause as
  select b.client_id, greatest(b.changed_at, c.contact_changed_at) as since,
         c.contact_changed_at is not null and c.contact_changed_at >= coalesce(b.changed_at, '-infinity') as by_contact
    from bank_details b join client c on c.id = b.client_id;
