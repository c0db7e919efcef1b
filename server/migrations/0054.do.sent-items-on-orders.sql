-- What the warehouse sent is written on the order itself, so that the shipment information of the order does not need the
-- tables of the warehouse, whose service ends. Orders that were shipped before get theirs here.
with sent as (
  select orders.brand_id, orders.id, master_order_id, coalesce(carrier_name, 'other') as provider,
    case
      when tracking_number is not null or tracking_link is not null
      then jsonb_build_object('number', coalesce(tracking_number, ''), 'link', coalesce(tracking_link, ''))
    end as tracking,
    coalesce((
      select jsonb_agg(jsonb_build_object(
        'productVariantId', variant_id,
        'batchQuantity', item->'batchQuantity',
        'unitQuantity', item->'unitQuantity',
        'lotNumber', item->'lotNumber',
        'expiryDate', left(item->>'expiryDate', 10)
      ) order by place)
      from jsonb_array_elements(shipped_items) with ordinality as shipped (item, place)
      join fulfillment.fulfillables
        on fulfillables.brand_id = orders.brand_id and fulfillables.id = (item->>'fulfillableId')::uuid
    ), '[]') as items
  from fulfillment.orders
  where origin = 'internal' and status = 'shipped'
)
update ordering.orders
set shipment = coalesce(
  orders.shipment,
  jsonb_build_object(
    'id', null, 'provider', sent.provider, 'tracking', sent.tracking, 'latestQuote', null,
    'parcels', '[]'::jsonb, 'transaction', null
  )
) || jsonb_build_object('outsideId', sent.id, 'outsideItems', sent.items)
from sent
where orders.brand_id = sent.brand_id and orders.id = sent.master_order_id and orders.shipping_method = 'fulfillment';
