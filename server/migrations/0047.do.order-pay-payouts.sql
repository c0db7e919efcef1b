-- What a brand was paid for orders of its own customers, newest first: nothing leads out of brand_paid.
create index orders_paid_idx on order_pay.orders (brand_id, updated_at desc, id desc) where status = 'brand_paid';
