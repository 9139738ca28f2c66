-- The terms of a loan are stored in whole paise like every other amount, and their names say so.
create function pg_temp.paise(object json, name text) returns bigint language sql
  return ((object ->> name)::numeric * 100)::bigint;
alter table loan disable trigger loan_kept;
update loan set terms = json_strip_nulls(json_build_object(
  'amountPaise', pg_temp.paise(terms, 'amount'), 'ratePercent', terms -> 'ratePercent', 'months', terms -> 'months',
  'feePaise', pg_temp.paise(terms, 'fee'), 'feeGstPaise', pg_temp.paise(terms, 'feeGst'), 'aprPercent', terms -> 'aprPercent',
  'totalPayablePaise', pg_temp.paise(terms, 'totalPayable'),
  'schedule', (select json_agg(json_build_object('number', s -> 'number', 'dueDate', s -> 'dueDate',
                 'principalPaise', pg_temp.paise(s, 'principal'), 'interestPaise', pg_temp.paise(s, 'interest'),
                 'feePaise', pg_temp.paise(s, 'fee'), 'amountPaise', pg_temp.paise(s, 'amount')) order by n)
                 from json_array_elements(terms -> 'schedule') with ordinality as part (s, n))))
 where terms is not null;
alter table loan enable trigger loan_kept;
drop function pg_temp.paise(json, text);
comment on column loan.terms is 'The offer, with amounts in whole paise; from acceptance on with its due dates. Never changed afterwards. The audit log has the hash of the terms as the client saw them.';
