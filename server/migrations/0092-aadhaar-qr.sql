-- What the QR code of an Aadhaar photo said: the result of the check, and with the client's data key name, date of birth and last four digits.
alter table kyc_document
  add column qr_result text check (qr_result in ('signed', 'expired', 'unknown', 'forged')),
  add column qr_details bytea,
  add check (qr_result is null or document = 'aadhaar'),
  add check ((qr_details is not null) = coalesce(qr_result in ('signed', 'expired'), false));
