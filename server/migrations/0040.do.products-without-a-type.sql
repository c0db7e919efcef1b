-- Imports tell no type of product, and nobody has the type 0: what is not known is null.
alter table catalog.products alter column product_type_id drop not null, alter column product_type_id drop default;
update catalog.products set product_type_id = null where product_type_id = 0;
