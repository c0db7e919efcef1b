-- What the file storage may have and no picture refers to: files whose picture is about to be stored, and those of deleted ones.
create table pictures.loose_objects (
  brand_id uuid not null,
  object uuid not null,
  -- When it is deleted, unless a picture refers to it by then.
  due_at timestamptz not null,
  -- From here on no picture may refer to it.
  is_deleting boolean not null default false,
  constraint loose_objects_pkey primary key (brand_id, object)
);
select platform.distribute_by_brand('pictures.loose_objects');
create index loose_objects_due_idx on pictures.loose_objects (due_at);
