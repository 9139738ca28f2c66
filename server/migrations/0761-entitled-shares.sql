-- Bonus shares that are booked and not credited yet explain a difference from the depository.
alter table holding_line add column entitled numeric(20,8) not null default 0 check (entitled >= 0);
alter table holding_line alter column entitled drop default;
comment on column holding_line.entitled is 'Units of bonus shares in the position that are not in the demat account, because they are credited after that evening.';
alter table holding_line drop column difference;
alter table holding_line add column difference numeric(20,8) not null generated always as (books - depository - bought - entitled + sold) stored;
comment on column holding_line.difference is 'What no term explains; 0 if the line is equal or explained.';
