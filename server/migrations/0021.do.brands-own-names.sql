-- What brands tell of their goods when they load them in bulk, and the names by which they find them again.
alter table catalog.products
  -- The brand's own name of the product.
  add column external_id text,
  add column hs_code text,
  add column made_in_country text,
  add column shelf_life_days integer,
  add column storage_temperature text,
  -- Dimensions, capacity and weight as numbers with units; the texts beside them are for people.
  add column shape jsonb,
  add constraint products_external_id_key unique (brand_id, external_id),
  -- What is given away has a discount of one.
  drop constraint products_discount_rate_fraction,
  add constraint products_discount_rate_fraction check (discount_rate between 0 and 1);

alter table catalog.variants
  add column external_id text,
  -- A fraction. Null: that of the product.
  add column discount_rate numeric,
  -- What tells it from its siblings, as [{name, value}].
  add column options jsonb,
  add column shape jsonb,
  add constraint variants_discount_rate_fraction check (discount_rate between 0 and 1);
