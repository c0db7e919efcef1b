-- The public tracking page lists the scans of one shipment.
create index tracking_events_shipment_idx on shipping.tracking_events (brand_id, shipment_id, occurred_at);
