-- Version 1.0.0 encrypts what older versions stored with the key of its client, numbers at its start and files in the minutes after it,
-- and gives bank references one form.
do $$
begin
  if exists (select from old_file) or exists (
    select from (select client_id from bank_details where account_lookup is null
                 union all select client_id from wallet_request where type = 'withdrawal' and pay_to_lookup is null
                 union all select client_id from kyc_identity where pan_number is not null and pan_lookup is null) n
     where not exists (select from data_key where owner_id = n.client_id and wrapped = ''))
  then raise exception 'version 1.0.0 has not encrypted everything that older versions stored. Start it with this database for some minutes, then start this version.';
  end if;
end $$;
drop table old_file, data_migration;
