-- The ISIN of a security on a day: that of its last accepted successor.
create or replace function isin_on(given text, on_day date) returns text language sql stable strict parallel safe as $$
  with recursive chain (isin, step) as (
    select given, 0
    union all
    select s.successor, c.step + 1 from chain c join isin_successor s on s.isin = c.isin
     where s.accepted and s.from_day <= on_day and c.step < 50)
  select isin from chain order by step desc limit 1
$$;
