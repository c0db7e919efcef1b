-- The list of products: found by a part of their name, sorted by name, and by what few of them are.
create index products_search_idx on catalog.products using gin (brand_id, name gin_trgm_ops);
create index products_name_idx on catalog.products (brand_id, name, id);
create index products_archived_idx on catalog.products (brand_id, created_at desc, id desc) where archived;
create index products_out_of_stock_idx on catalog.products (brand_id, created_at desc, id desc) where out_of_stock;

-- Variants that are always in stock. No change of a quantity changes this column, so those updates stay in their page (HOT).
create index levels_always_in_stock_idx on stock.levels (brand_id, variant_id) where is_always_in_stock;
