-- When retailers can order a variant. It has one expression, so that it is inlined.
create function stock.is_orderable(is_always_in_stock boolean, inventory_policy text, available bigint) returns boolean
  language sql immutable parallel safe
  return is_always_in_stock or inventory_policy = 'continue' or available > 0;

create or replace view stock.variant_quantities as
select brand_id, variant_id, is_always_in_stock, inventory_policy, reserved as reserved_quantity,
  case when not is_always_in_stock then available end as available_quantity,
  case when not is_always_in_stock then available + reserved end as stock_quantity,
  stock.is_orderable(is_always_in_stock, inventory_policy, available) as is_orderable,
  updated_at
from stock.levels;
