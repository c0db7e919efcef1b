-- Pictures that the marketplace keeps for a brand. Products and variants name them by their path, in `images`.
create schema pictures;

create table pictures.pictures (
  brand_id uuid not null,
  -- Follows from the bytes that were sent, so that the same file is stored once for a brand.
  id uuid not null,
  -- In pixels, as it was sent; the stored files have at most the widths in their keys.
  width integer not null,
  height integer not null,
  created_at timestamptz not null,
  -- Since when perhaps nothing refers to it; null while something does. It is deleted some days later.
  unused_since timestamptz,
  constraint pictures_pkey primary key (brand_id, id)
);
select platform.distribute_by_brand('pictures.pictures');
create index pictures_id_idx on pictures.pictures (id);
create index pictures_unused_idx on pictures.pictures (unused_since) where unused_since is not null;

create table pictures.files (
  brand_id uuid not null,
  picture_id uuid not null,
  width integer not null,
  -- Null where files are kept outside of the database.
  bytes bytea,
  size integer not null,
  -- SHA-256 of the bytes.
  digest bytea not null,
  constraint files_pkey primary key (brand_id, picture_id, width)
);
select platform.distribute_by_brand('pictures.files');
-- Compressed already.
alter table pictures.files alter column bytes set storage external;
alter table pictures.files add constraint files_picture_fkey
  foreign key (brand_id, picture_id) references pictures.pictures (brand_id, id) on delete cascade;
