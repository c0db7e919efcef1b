-- Reads of a variant identify its state by the transaction that wrote its level, which a view has to pass on.
create or replace view stock.variant_quantities as
select brand_id, variant_id, is_always_in_stock, inventory_policy, reserved as reserved_quantity,
  case when not is_always_in_stock then available end as available_quantity,
  case when not is_always_in_stock then available + reserved end as stock_quantity,
  stock.is_orderable(is_always_in_stock, inventory_policy, available) as is_orderable,
  updated_at, xmin as row_version
from stock.levels;
