-- Whoever brings orders from elsewhere to their end sees those of all brands.
create index orders_newest_of_all_idx on external_orders.orders (created_at desc, id desc);
