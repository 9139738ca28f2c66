-- Own and error accounts no longer count as accepted.
comment on column clearing_settlement.accepted_difference is 'Paise of the final obligation beyond the books and the broker''s own and error accounts that an operator accepted; null: none.';
