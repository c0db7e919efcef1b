-- Deprecated, ends on 1 December 2026: what brands tell of the shipments of their orders. One row for each order.
create schema shipments;

create table shipments.shipments (
  brand_id uuid not null,
  order_id uuid not null,
  id uuid not null,
  -- The shipment of the shipping module that it was told of; null where the order had none.
  shipment_id uuid,
  carrier text not null,
  tracking_number text,
  tracking_link text,
  status text not null,
  -- {name, street, city, postalCode, countryCode}.
  from_address jsonb,
  quote_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint shipments_pkey primary key (brand_id, order_id),
  constraint shipments_id_key unique (brand_id, id)
);
-- Whose an id is, when it is not the caller's.
create index shipments_id_idx on shipments.shipments (id);

create table shipments.parcels (
  brand_id uuid not null,
  order_id uuid not null,
  -- That of the parcel in the shipping module, where it has one.
  number integer not null,
  id uuid not null,
  tracking_number text,
  tracking_link text,
  status text not null,
  length_cm integer,
  width_cm integer,
  height_cm integer,
  weight_g integer,
  sscc text,
  -- [{productVariantId, batchQuantity, unitQuantity, lotNumber, expiryDate}].
  shipped_items jsonb not null,
  constraint parcels_pkey primary key (brand_id, order_id, number),
  constraint parcels_id_key unique (brand_id, order_id, id)
);
alter table shipments.parcels add constraint parcels_shipment_fkey foreign key (brand_id, order_id) references shipments.shipments (brand_id, order_id) on delete cascade;
