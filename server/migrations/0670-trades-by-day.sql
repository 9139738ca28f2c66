-- Who traded lately, for the settlement of unused funds: rows are in the order of booking, so a few bytes for each sixteen pages are enough.
create index trade_lately on trade using brin (traded_on) with (pages_per_range = 16, autosummarize = on);
