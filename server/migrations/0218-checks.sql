-- Figures that the program never writes otherwise. The start validates them on stored rows.
alter table bank_statement add constraint bank_statement_figures check (first_on <= last_on and added between 0 and lines) not valid;
alter table bank_line add constraint bank_line_place check (line_number > 0 and occurrence >= 0) not valid;
alter table client_import
  add constraint client_import_figures check (least(clients, positions, bank_details, balance, cost) >= 0) not valid;
alter table payout_file add constraint payout_file_serial check (serial > 0) not valid;
alter table payout_batch add constraint payout_batch_serial_known check (serial > 0) not valid;
alter table wallet_count add constraint wallet_count_requests check (requests >= 0) not valid;
alter table books_point add constraint books_point_entries check (entries >= 0) not valid;
alter table content add constraint content_version check (version > 0) not valid;
alter table message_template add constraint message_template_version check (version > 0) not valid;
alter table consent add constraint consent_version check (notice_version > 0) not valid;
alter table data_export add constraint data_export_clients check (clients >= 0) not valid;
