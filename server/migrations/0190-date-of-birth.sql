-- Encrypted with the client's data key: the date of birth as an operator corrected it. Otherwise that of the Aadhaar card's QR code counts.
alter table kyc_identity add column born_on bytea;
