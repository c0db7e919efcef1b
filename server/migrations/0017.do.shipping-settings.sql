-- From where and to where a brand ships; its lead time is a column of the brand.
create table brands.shipping_settings (
  brand_id uuid not null,
  -- Null: the address of the brand.
  public_address jsonb,
  shipping_address jsonb,
  billing_address jsonb,
  -- Empty: none.
  eori_number text not null,
  lucid_number text not null,
  -- Null: all countries.
  whitelist_countries text[],
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint shipping_settings_pkey primary key (brand_id),
  constraint shipping_settings_lucid_length check (lucid_number = '' or length(lucid_number) = 15)
);
