-- Trades with another broker, by the client's own statement, for tax.
create table tradebook (
  id uuid primary key,
  client_id uuid not null references client (id),
  name text not null,
  sha256 bytea not null check (length(sha256) = 32),
  imported_at timestamptz not null default clock_timestamp(),
  constraint tradebook_once unique (client_id, sha256)
);
comment on table tradebook is 'Files with the trades that a client made with another broker, by the client''s own statement. Used for tax only, never in the books. The client may remove one.';
comment on column tradebook.name is 'The name of the file, which is not stored.';
comment on column tradebook.sha256 is 'Of the file as it was sent.';

create table tradebook_trade (
  tradebook_id uuid not null references tradebook (id) on delete cascade,
  line int not null check (line > 0),
  client_id uuid not null references client (id),
  day date not null,
  time text not null,
  exchange text not null,
  isin text not null check (isin ~ '^[A-Z]{2}[A-Z0-9]{9}[0-9]$'),
  symbol text not null,
  side text not null check (side in ('B', 'S')),
  quantity numeric(20,8) not null check (quantity > 0),
  price numeric(20,8) not null check (price > 0),
  is_delivered boolean not null,
  key text not null,
  primary key (tradebook_id, line),
  constraint tradebook_trade_once unique (client_id, day, isin, side, key)
);
comment on table tradebook_trade is 'The trades in a tradebook that are used.';
comment on column tradebook_trade.line is 'In the file.';
comment on column tradebook_trade.day is 'The trading day in India.';
comment on column tradebook_trade.quantity is 'Units.';
comment on column tradebook_trade.price is 'Rupees a unit.';
comment on column tradebook_trade.time is 'HH:MM:SS in India; empty if the file has none.';
comment on column tradebook_trade.exchange is 'As in the file; empty if it has none.';
comment on column tradebook_trade.symbol is 'As in the file, or the ISIN.';
comment on column tradebook_trade.is_delivered is 'Trade-for-trade: not matched with other trades of the day.';
comment on column tradebook_trade.key is 'Tells trades of a day, share and side apart: the trade number, or what the row says with a count of equal rows.';
