-- Who set stock, and with which request, for the causes of movements. Null for movements of orders, whose history has both.
alter table stock.transactions
  add column application_id uuid,
  add column user_id uuid,
  add column request_id uuid;
