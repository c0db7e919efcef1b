-- What left the warehouse for an order from elsewhere, and until when its brand expects it to leave.
alter table external_orders.orders
  add column shipment_id uuid,
  add column updated_latest_on date;

update external_orders.orders
set shipment_id = sent.id
from fulfillment.orders as sent
where sent.brand_id = orders.brand_id and sent.master_order_id = orders.id and sent.status = 'shipped';

-- Orders of the marketplace name it in their shipment, beside that of the shipping module.
update ordering.orders
set shipment = shipment || jsonb_build_object('outsideId', sent.id)
from fulfillment.orders as sent
where sent.brand_id = orders.brand_id and sent.master_order_id = orders.id and sent.origin = 'internal'
  and sent.status = 'shipped' and orders.shipment is not null;
