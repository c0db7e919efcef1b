-- What the operator says about brands and retailers.
alter table identity.brands
  add column lead_time_days integer not null default 3,
  add column platform_fee_percent numeric not null default 10,
  add column new_customer_fee_percent numeric not null default 0,
  add column fee_vat_percent numeric not null default 20,
  add column address jsonb,
  add column marketplace_stock_location text not null default 'brand',
  add constraint brands_lead_time_days_range check (lead_time_days between 0 and 365),
  add constraint brands_fees_percent check (
    platform_fee_percent between 0 and 100 and new_customer_fee_percent between 0 and 100
    and fee_vat_percent between 0 and 100
  ),
  add constraint brands_marketplace_stock_location_known check (marketplace_stock_location in ('brand', 'warehouse'));
create index brands_newest_idx on identity.brands (created_at desc, id desc);

alter table identity.retailers
  -- A sole trader has a store and no company.
  alter column company_name drop not null,
  add column store_url text,
  add column first_name text,
  add column last_name text,
  add column tax_number text,
  add column vat_number text,
  add column eori_number text,
  add column phone_number_e164 text,
  add column business_identifier text,
  -- A word of the operator's choice that discount rules refer to.
  add column segment text,
  add column address jsonb;
create index retailers_newest_idx on identity.retailers (created_at desc, id desc);
create index retailers_segment_idx on identity.retailers (segment, created_at desc, id desc);
