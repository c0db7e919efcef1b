-- The warehouse also ships what brands sell to customers of their own.
alter table fulfillment.orders
  drop constraint orders_origin_known,
  add constraint orders_origin_known check (origin in ('internal', 'external', 'order-pay'));
