-- When the brand marked the labels of a shipment as printed; null until then.
alter table shipping.shipments add column printed_at timestamptz;

-- Labels of parcels that wait for their first scan. It stays as small as the stack of parcels of a brand.
create index shipments_printable_idx on shipping.shipments (brand_id, created_at desc, id desc)
  where flow = 'labels' and status = 'ready' and shipped_at is null;

-- The sizes of parcels that a brand has shipped recently.
create index shipments_recent_idx on shipping.shipments (brand_id, created_at desc, id desc);
