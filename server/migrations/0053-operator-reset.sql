-- Who reset an operator's login last, and when; as for adding, the two do not decide for each other for a while.
alter table operator
  add column reset_by uuid references operator (id),
  add column reset_at timestamptz;
