-- Why a price waits is computed when it is shown, so that it is true of the closes of that moment; stored is only that it waits.
alter table closing_price add column is_held boolean not null default false;
update closing_price set is_held = true where reasons <> '{}';
alter table closing_price drop column reasons;
alter table closing_price add constraint closing_price_held_check check (accepted is null or is_held);
create index closing_price_held on closing_price (day) where is_held and accepted is null;
comment on column closing_price.is_held is 'Whether it waits for an operator, or waited. Until it is accepted it is not used.';
comment on column closing_price.accepted is 'The decision on a held price; null while it waits.';

-- Null for files imported before it was kept.
alter table closing_price add column low numeric check (low > 0 and low <= close);
comment on column closing_price.low is 'Rupees: the lowest price of the day at this exchange (LwPric); null for files imported before it was kept.';

alter table security add column underlying text;
comment on column security.underlying is 'What an ETF holds, such as Gold, as the list of ETFs names it.';
