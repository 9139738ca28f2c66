-- The templates the product comes with. They state what is known and what the client can do, and promise nothing.
insert into message_template (id, title, kind, subject, text)
select gen_random_uuid(), title, kind, subject, text
from (values
  ('Photo not readable', 'kyc', 'Please upload your document again',
   'We could not read all details on the photo of your document.

Please upload a clear photo of the whole card, without glare and with all four corners visible.'),
  ('Name differs on the documents', 'kyc', 'The name on your documents differs',
   'The name on your PAN card differs from the name on your Aadhaar card or in your account.

Please tell us which name is correct, and upload documents that show it.'),
  ('Deposit not found in the bank statement', 'deposit', 'We have not found your deposit yet',
   'You reported a deposit of {amount} on {date}. We have not found it in our bank statement yet.

Please check the UTR in your bank''s app, and send us a screenshot of the payment that shows the UTR, the date and the amount.'),
  ('Amount differs from the bank statement', 'deposit', 'The amount of your deposit differs',
   'You reported a deposit of {amount} on {date}. The amount in our bank statement differs from it.

Please send us a screenshot of the payment that shows the UTR and the amount.'),
  ('Paid from another person''s account', 'deposit', 'Please confirm the account you paid from',
   'Your deposit of {amount} appears to come from a bank account that is not in your name. We can accept money only from your own bank account.

Please send us a bank statement or a cancelled cheque of the account you paid from that shows your name.'),
  ('Bank details to be checked', 'withdrawal', 'Please check your bank details',
   'Before we can process your withdrawal of {amount}, please check the account number, the IFSC and the name of the account holder in your profile.

If anything is wrong, please correct it there and write to us.'),
  ('Returned by the bank', 'withdrawal', 'Your bank returned the payment',
   'The bank returned the payment of your withdrawal of {amount}.

Please check your bank details in your profile, and ask your bank whether the account can receive payments.'),
  ('More information needed', 'loan', 'We need more information about your loan request',
   'To review your loan request of {date} we need more information.

Please send us your bank statement of the last three months.'),
  ('Payment not found', 'charge', 'We have not found your payment yet',
   'You reported a payment of {amount} for {request}. We have not found it in our bank statement yet.

Please check the transaction ID, and send us a screenshot of the payment that shows the transaction ID, the date and the amount.'),
  ('Details incomplete', 'setting', 'Please complete your request',
   'Details are missing in your request of {date}, so we cannot decide it yet.

Please open the request in your account, complete it and submit it again.'),
  ('Name at the bank differs', 'bank', 'The name on your bank account differs',
   'The name your bank has for the account differs from the name in your documents.

Please send us a bank statement or a cancelled cheque that shows your name and the account number.'),
  ('Documents needed for a complaint', 'complaint', 'We need documents for your complaint',
   'To examine your complaint {request} we need the documents it refers to, for example contract notes, statements or screenshots. Please send them with a reply to the complaint in your account.'),
  ('Contact details to be confirmed', 'client', 'Please confirm your contact details',
   'We could not reach you at the contact details in your account {client_id}.

Please check your e-mail address and mobile number in your profile, and change them there if they are no longer correct.')
) as given (title, kind, subject, text);
