-- Brands that integrators have made for a test, which alone can be closed by themselves.
create table sandbox.test_brands (
  brand_id uuid not null,
  -- Of the program under test.
  application_id uuid not null,
  created_at timestamptz not null,
  constraint test_brands_pkey primary key (brand_id)
);
select platform.distribute_by_brand('sandbox.test_brands');

-- The key that signs the reports of `tradehall certify`. A reset keeps it, because others trust it.
create table sandbox.certification_keys (
  id uuid not null,
  public_jwk jsonb not null,
  private_jwk_encrypted bytea not null,
  created_at timestamptz not null,
  constraint certification_keys_pkey primary key (id)
);
