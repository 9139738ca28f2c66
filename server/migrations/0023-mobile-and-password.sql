-- A number with its country code or a leading zero and its ten digits are one telephone. Where two clients hold what is
-- one by now, the first keeps the ten digits and the other what they typed.
with bare as (
  select distinct on (right(mobile, 10)) id, right(mobile, 10) as mobile from client
   where mobile ~ '^(91|0)[6-9][0-9]{9}$' order by right(mobile, 10), number
)
update client c set mobile = bare.mobile from bare
 where c.id = bare.id and not exists (select from client o where o.mobile = bare.mobile);
update pending_registration set mobile = right(mobile, 10) where mobile ~ '^(91|0)[6-9][0-9]{9}$';

-- True until an operator has chosen a password of their own.
alter table operator add column handed_out boolean not null default false;
