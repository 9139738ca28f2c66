-- What later levy files ask for beyond the adjusted contract is the broker's.
alter table contract
  add column stt_difference bigint not null default 0,
  add column stamp_difference bigint not null default 0;
comment on column contract.stt_difference is 'Paise of STT in the newest file beyond stt, paid by the broker (levy.difference); below zero what the broker keeps to remit.';
comment on column contract.stamp_difference is 'The same of stamp duty.';
comment on table contract_fault is 'Clients of a trade day whose trades could not be booked. Booking the day again removes the row.';
