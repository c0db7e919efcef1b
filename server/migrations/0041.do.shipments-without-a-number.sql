-- A shipment that nobody has told a number of shows null, not an empty text.
update ordering.orders
set shipment = jsonb_set(shipment, '{transaction,tracking,trackingNumber}', 'null')
where shipment #>> '{transaction,tracking,trackingNumber}' = '';
