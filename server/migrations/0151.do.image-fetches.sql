-- Products of imports some of whose images are still at addresses elsewhere, for a worker to fetch and keep.
create table catalog.image_fetches (
  brand_id uuid not null,
  product_id uuid not null,
  due_at timestamptz not null,
  -- How often some of them could not be downloaded.
  failures integer not null default 0,
  constraint image_fetches_pkey primary key (brand_id, product_id)
);
select platform.distribute_by_brand('catalog.image_fetches');
create index image_fetches_due_idx on catalog.image_fetches (brand_id, due_at);
