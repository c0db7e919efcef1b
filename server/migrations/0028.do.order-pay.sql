-- OrderPay: orders that brands make for customers of their own, paid through the marketplace. Ends on 1 December 2026;
-- the schema can then be dropped as a whole. Every table leads with brand_id: a brand is a shard.
create schema order_pay;

create table order_pay.customers (
  brand_id uuid not null,
  id uuid not null,
  store_name text not null,
  email text not null,
  first_name text not null,
  last_name text not null,
  -- E.164, and the country that its first digits tell.
  phone_number text not null,
  phone_country text not null,
  tax_number text,
  vat_number text,
  vat_exemption boolean not null,
  -- {street, postalCode, city, countryCode}
  billing_address jsonb not null,
  shipping_address jsonb not null,
  -- What its orders are paid in.
  currency text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint customers_pkey primary key (brand_id, id),
  constraint customers_phone_country_code check (phone_country ~ '^[A-Z]{2}$'),
  constraint customers_currency_code check (currency ~ '^[A-Z]{3}$')
);
create index customers_store_name_idx on order_pay.customers (brand_id, store_name, id);
-- Whose an id is, when it is not the caller's.
create index customers_id_idx on order_pay.customers (id);

-- How a customer has paid before.
create table order_pay.payment_methods (
  brand_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  type text not null,
  email text,
  name text,
  last4 text,
  created_at timestamptz not null,
  constraint payment_methods_pkey primary key (brand_id, id),
  constraint payment_methods_same_key unique nulls not distinct (brand_id, customer_id, type, email, name, last4),
  constraint payment_methods_last4_digits check (last4 ~ '^[0-9]{4}$')
);

create table order_pay.orders (
  brand_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  status text not null,
  -- Counts what moved stock, so that each move does so once.
  move_count integer not null,
  custom_reference text,
  -- Whole percents of the order.
  discount_rate integer not null,
  shipping_method text not null,
  -- What a euro was in each currency when the order was made. They never change.
  brand_currency text not null,
  brand_currency_rate numeric not null,
  customer_currency text not null,
  customer_currency_rate numeric not null,
  -- The customer as it was when the order was written last.
  shipping_address jsonb not null,
  contact_person jsonb not null,
  delivery_schedule jsonb,
  packing_instruction jsonb,
  delivery_appointment jsonb,
  payment_id uuid,
  tracking_number text,
  tracking_link text,
  cancel_reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint orders_pkey primary key (brand_id, id),
  constraint orders_status_known check (
    status in (
      'created', 'brand_confirmed', 'payment_confirmed', 'waiting_shipping', 'shipped', 'received', 'invoiced',
      'brand_paid', 'cancelled'
    )
  ),
  constraint orders_discount_rate_percent check (discount_rate between 0 and 100),
  constraint orders_rates_positive check (brand_currency_rate > 0 and customer_currency_rate > 0),
  constraint orders_paid_by_payment check (status in ('created', 'cancelled') or payment_id is not null)
);
create index orders_newest_idx on order_pay.orders (created_at desc, id desc);
create index orders_id_idx on order_pay.orders (id);

-- What was told; amounts follow from it.
create table order_pay.items (
  brand_id uuid not null,
  order_id uuid not null,
  position integer not null,
  variant_id uuid not null,
  variant_name text not null,
  -- Packs, and pieces in a pack.
  quantity integer not null,
  unit_multiplier integer not null,
  -- Of a pack, in the currency of the brand, before any discount.
  unit_price_minor bigint not null,
  discount_rate integer not null,
  discount_minor bigint not null,
  -- Percent, as it is for this customer.
  vat_rate numeric not null,
  minimum_remaining_shelf_life integer,
  constraint items_pkey primary key (brand_id, order_id, position),
  constraint items_quantity_positive check (quantity > 0 and unit_multiplier > 0),
  constraint items_price_not_negative check (unit_price_minor >= 0),
  constraint items_one_discount check (discount_rate = 0 or discount_minor = 0),
  constraint items_discount_within check (
    discount_rate between 0 and 100 and discount_minor between 0 and unit_price_minor * quantity
  ),
  constraint items_vat_rate_percent check (vat_rate between 0 and 100)
);

-- What is charged beside the goods, without VAT, in the currency of the customer.
create table order_pay.custom_items (
  brand_id uuid not null,
  order_id uuid not null,
  position integer not null,
  type text not null,
  amount_minor bigint not null,
  constraint custom_items_pkey primary key (brand_id, order_id, type),
  constraint custom_items_type_known check (type in ('shippingFees', 'exciseDuties', 'ecoTax')),
  constraint custom_items_not_negative check (amount_minor >= 0)
);

create table order_pay.payments (
  brand_id uuid not null,
  -- Also the key by which the provider knows it, so that nothing is taken twice.
  id uuid not null,
  order_id uuid not null,
  customer_id uuid not null,
  psp text not null,
  status text not null,
  amount_minor bigint not null,
  currency text not null,
  currency_rate numeric not null,
  payment_method text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint payments_pkey primary key (brand_id, id),
  constraint payments_order_key unique (brand_id, order_id),
  constraint payments_status_known check (status in ('pending', 'succeeded', 'cancelled')),
  constraint payments_not_negative check (amount_minor >= 0)
);
create index payments_pending_idx on order_pay.payments (created_at, id) where status = 'pending';

-- What the provider has said: one payment at most, and one refund of it at most.
create table order_pay.transactions (
  brand_id uuid not null,
  id uuid not null,
  payment_id uuid not null,
  type text not null,
  status text not null,
  psp_id text not null,
  amount_minor bigint not null,
  currency text not null,
  psp_data jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint transactions_pkey primary key (brand_id, id),
  constraint transactions_type_key unique (brand_id, payment_id, type),
  constraint transactions_type_known check (type in ('payment', 'refund')),
  constraint transactions_status_known check (status in ('pending', 'succeeded', 'failed', 'cancelled'))
);

-- The books of the providers that come with the server. Another company would keep them: nothing else reads or writes
-- them, and they are never part of a transaction of the orders.
create table order_pay.charges (
  key uuid not null,
  psp text not null,
  status text not null,
  amount_minor bigint not null,
  currency text not null,
  method jsonb not null,
  created_at timestamptz not null,
  constraint charges_pkey primary key (key),
  constraint charges_status_known check (status in ('pending', 'succeeded', 'failed', 'cancelled', 'refunded'))
);

alter table order_pay.payment_methods add constraint payment_methods_customer_fkey foreign key (brand_id, customer_id) references order_pay.customers (brand_id, id);
alter table order_pay.orders add constraint orders_customer_fkey foreign key (brand_id, customer_id) references order_pay.customers (brand_id, id);
alter table order_pay.items add constraint items_order_fkey foreign key (brand_id, order_id) references order_pay.orders (brand_id, id);
alter table order_pay.custom_items add constraint custom_items_order_fkey foreign key (brand_id, order_id) references order_pay.orders (brand_id, id);
alter table order_pay.payments add constraint payments_order_fkey foreign key (brand_id, order_id) references order_pay.orders (brand_id, id);
alter table order_pay.transactions add constraint transactions_payment_fkey foreign key (brand_id, payment_id) references order_pay.payments (brand_id, id);
