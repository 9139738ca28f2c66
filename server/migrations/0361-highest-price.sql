-- The highest price of the day, which proposes the price of a close-out.
alter table closing_price
  add column high numeric,
  add constraint closing_price_high_check check (high >= close) not valid;
comment on column closing_price.high is 'Rupees: the highest price of the day at this exchange (HghPric); null for files imported before it was kept.';
