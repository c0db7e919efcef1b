-- The items that a brand left out when it accepted the order, as they were ordered. Null for none.
alter table ordering.orders add column removed_items jsonb;
