-- An order is written again with every request for quotes, and when its shipment changes. With room beside it the new
-- version stays on its page, and none of its nine indexes has to be told. Documents of many parcels are kept as they are:
-- to compress them at each change, and to unpack them to look at one member, took longer than the room is worth.
alter table ordering.orders set (fillfactor = 70, toast_tuple_target = 4080);
alter table shipping.quote_requests set (toast_tuple_target = 4080);
