-- Batches of a warehouse have lots, and a posting says of which one it moved some. What is announced has none yet.
alter table stock.postings
  add column lot_id uuid,
  add column lot_number text,
  add column lot_expires_on date;
