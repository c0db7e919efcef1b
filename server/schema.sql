-- The migrated database, written by `npm run generate`. Change it with a migration, never here.

create table billing.export_chunks (
  brand_id uuid not null,
  export_id uuid not null,
  run integer not null,
  file integer not null,
  number integer not null,
  bytes bytea not null,
  constraint export_chunks_pkey PRIMARY KEY (brand_id, export_id, run, file, number),
  constraint export_chunks_export_fkey FOREIGN KEY (brand_id, export_id) REFERENCES billing.exports(brand_id, id)
);

create table billing.exports (
  brand_id uuid not null,
  id uuid not null,
  from_on date not null,
  to_on date not null,
  wanted jsonb not null,
  status text not null,
  progress integer not null,
  orders_count integer,
  failures jsonb not null,
  run integer not null,
  bytes bigint,
  created_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  purged_at timestamp with time zone,
  failed_runs integer not null default 0,
  constraint exports_pkey PRIMARY KEY (brand_id, id),
  constraint exports_bytes_when_usable CHECK (((bytes IS NOT NULL) = (status = ANY (ARRAY['completed'::text, 'partially_completed'::text])))),
  constraint exports_finished_when_final CHECK (((finished_at IS NULL) = (status = ANY (ARRAY['created'::text, 'in_process'::text])))),
  constraint exports_period CHECK ((from_on <= to_on)),
  constraint exports_progress_percent CHECK (((progress >= 0) AND (progress <= 100))),
  constraint exports_status_known CHECK ((status = ANY (ARRAY['created'::text, 'in_process'::text, 'completed'::text, 'partially_completed'::text, 'failed'::text])))
);
CREATE INDEX exports_expiry_idx ON billing.exports USING btree (expires_at) WHERE ((finished_at IS NOT NULL) AND (purged_at IS NULL));
CREATE INDEX exports_id_idx ON billing.exports USING btree (id);
CREATE INDEX exports_newest_idx ON billing.exports USING btree (brand_id, created_at DESC, id DESC);
CREATE INDEX exports_unfinished_idx ON billing.exports USING btree (brand_id) WHERE (finished_at IS NULL);

create table brands.contacts (
  brand_id uuid not null,
  id uuid not null,
  email text not null,
  purposes text[] not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint contacts_pkey PRIMARY KEY (brand_id, id),
  constraint contacts_purposes_known CHECK (((purposes <@ ARRAY['finance'::text]) AND (cardinality(purposes) > 0)))
);
CREATE INDEX contacts_id_idx ON brands.contacts USING btree (id);
CREATE UNIQUE INDEX contacts_email_key ON brands.contacts USING btree (brand_id, lower(email));

create table brands.franco_settings (
  brand_id uuid not null,
  id uuid not null,
  corridor text not null,
  number integer not null,
  currency text not null,
  amount_minor bigint not null,
  fee_minor bigint not null,
  created_at timestamp with time zone not null,
  constraint franco_settings_pkey PRIMARY KEY (brand_id, id),
  constraint franco_settings_number_key UNIQUE (brand_id, corridor, number),
  constraint franco_settings_corridor_known CHECK ((corridor = ANY (ARRAY['domestic'::text, 'eu8'::text, 'international'::text]))),
  constraint franco_settings_not_negative CHECK (((amount_minor >= 0) AND (fee_minor >= 0)))
);

create table brands.retailers (
  brand_id uuid not null,
  retailer_id uuid not null,
  automatic_order_validation_mode boolean,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint retailers_pkey PRIMARY KEY (brand_id, retailer_id)
);

create table brands.shipping_settings (
  brand_id uuid not null,
  public_address jsonb,
  shipping_address jsonb,
  billing_address jsonb,
  eori_number text not null,
  lucid_number text not null,
  whitelist_countries text[],
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint shipping_settings_pkey PRIMARY KEY (brand_id),
  constraint shipping_settings_lucid_length CHECK (((lucid_number = ''::text) OR (length(lucid_number) = 15)))
);

create table catalog.discount_rules (
  brand_id uuid not null,
  id uuid not null,
  name text not null,
  retailer_segment text,
  rate_percent integer not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint discount_rules_pkey PRIMARY KEY (brand_id, id),
  constraint discount_rules_period CHECK ((ends_at > starts_at)),
  constraint discount_rules_rate_percent CHECK (((rate_percent >= 1) AND (rate_percent <= 100)))
);
CREATE INDEX discount_rules_changed_idx ON catalog.discount_rules USING btree (updated_at);
CREATE INDEX discount_rules_id_idx ON catalog.discount_rules USING btree (id);
CREATE INDEX discount_rules_newest_idx ON catalog.discount_rules USING btree (brand_id, created_at DESC, id DESC);
CREATE INDEX discount_rules_of_all_idx ON catalog.discount_rules USING btree (created_at DESC, id DESC);
CREATE INDEX discount_rules_segment_idx ON catalog.discount_rules USING btree (retailer_segment, created_at DESC, id DESC);

create table catalog.image_fetches (
  brand_id uuid not null,
  product_id uuid not null,
  due_at timestamp with time zone not null,
  failures integer not null default 0,
  constraint image_fetches_pkey PRIMARY KEY (brand_id, product_id)
);
CREATE INDEX image_fetches_due_idx ON catalog.image_fetches USING btree (brand_id, due_at);

create table catalog.products (
  brand_id uuid not null,
  id uuid not null,
  name text not null,
  description text,
  language text not null,
  dimensions text,
  net_weight text,
  capacity text,
  position integer not null,
  unit_multiplier integer not null,
  vat_rate numeric not null,
  discount_rate numeric not null default 0,
  product_type_id integer,
  active boolean not null default true,
  retail_price_minor bigint not null,
  wholesale_price_minor bigint not null,
  original_wholesale_price_minor bigint not null,
  images jsonb not null default '[]'::jsonb,
  tags text[] not null default '{}'::text[],
  created_at timestamp with time zone not null,
  indexed_at timestamp with time zone,
  updated_at timestamp with time zone not null,
  archived_at timestamp with time zone,
  variant_count integer not null default 0,
  live_variant_count integer not null default 0,
  orderable_variant_count integer not null default 0,
  out_of_stock boolean not null generated always as (orderable_variant_count <= 0) stored,
  archived boolean not null generated always as ((archived_at IS NOT NULL) OR ((variant_count > 0) AND (live_variant_count <= 0))) stored,
  external_id text,
  hs_code text,
  made_in_country text,
  shelf_life_days integer,
  storage_temperature text,
  shape jsonb,
  changed_at timestamp with time zone not null default clock_timestamp(),
  constraint products_pkey PRIMARY KEY (brand_id, id),
  constraint products_external_id_key UNIQUE (brand_id, external_id),
  constraint products_discount_rate_fraction CHECK (((discount_rate >= (0)::numeric) AND (discount_rate <= (1)::numeric))),
  constraint products_prices_not_negative CHECK (((retail_price_minor >= 0) AND (wholesale_price_minor >= 0) AND (original_wholesale_price_minor >= 0))),
  constraint products_unit_multiplier_positive CHECK ((unit_multiplier > 0)),
  constraint products_vat_rate_percent CHECK (((vat_rate >= (0)::numeric) AND (vat_rate <= (100)::numeric)))
);
CREATE INDEX products_archived_idx ON catalog.products USING btree (brand_id, created_at DESC, id DESC) WHERE archived;
CREATE INDEX products_changed_idx ON catalog.products USING btree (brand_id, changed_at, id);
CREATE INDEX products_id_idx ON catalog.products USING btree (id);
CREATE INDEX products_name_idx ON catalog.products USING btree (brand_id, name, id);
CREATE INDEX products_newest_idx ON catalog.products USING btree (brand_id, created_at DESC, id DESC);
CREATE INDEX products_out_of_stock_idx ON catalog.products USING btree (brand_id, created_at DESC, id DESC) WHERE out_of_stock;
CREATE INDEX products_search_idx ON catalog.products USING gin (brand_id, name gin_trgm_ops);
CREATE TRIGGER products_changed BEFORE UPDATE ON catalog.products FOR EACH ROW WHEN ((NOT (new.changed_at IS DISTINCT FROM old.changed_at))) EXECUTE FUNCTION platform.stamp_change();

create table catalog.variants (
  brand_id uuid not null,
  id uuid not null,
  product_id uuid not null,
  name text not null,
  sku text not null,
  ian text,
  retail_price_minor bigint not null,
  wholesale_price_minor bigint not null,
  original_wholesale_price_minor bigint not null,
  fulfillable_id uuid,
  available_on date,
  images jsonb not null default '[]'::jsonb,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  archived_at timestamp with time zone,
  external_id text,
  discount_rate numeric,
  options jsonb,
  shape jsonb,
  changed_at timestamp with time zone not null default clock_timestamp(),
  constraint variants_pkey PRIMARY KEY (brand_id, id),
  constraint variants_discount_rate_fraction CHECK (((discount_rate >= (0)::numeric) AND (discount_rate <= (1)::numeric))),
  constraint variants_ian_form CHECK ((char_length(ian) = 13)),
  constraint variants_prices_not_negative CHECK (((retail_price_minor >= 0) AND (wholesale_price_minor >= 0) AND (original_wholesale_price_minor >= 0))),
  constraint variants_product_fkey FOREIGN KEY (brand_id, product_id) REFERENCES catalog.products(brand_id, id)
);
CREATE INDEX variants_archived_idx ON catalog.variants USING btree (brand_id, created_at DESC, id DESC) WHERE (archived_at IS NOT NULL);
CREATE INDEX variants_changed_idx ON catalog.variants USING btree (brand_id, changed_at, id);
CREATE INDEX variants_ian_idx ON catalog.variants USING btree (brand_id, ian);
CREATE INDEX variants_id_idx ON catalog.variants USING btree (id);
CREATE INDEX variants_newest_idx ON catalog.variants USING btree (brand_id, created_at DESC, id DESC);
CREATE INDEX variants_product_idx ON catalog.variants USING btree (brand_id, product_id, created_at, id);
CREATE INDEX variants_search_idx ON catalog.variants USING gin (brand_id, sku gin_trgm_ops, name gin_trgm_ops);
CREATE INDEX variants_sku_idx ON catalog.variants USING btree (brand_id, sku);
CREATE TRIGGER variants_changed BEFORE UPDATE ON catalog.variants FOR EACH ROW WHEN ((NOT (new.changed_at IS DISTINCT FROM old.changed_at))) EXECUTE FUNCTION platform.stamp_change();

create table external_orders.intents (
  brand_id uuid not null,
  id uuid not null,
  body jsonb not null,
  created_at timestamp with time zone not null,
  constraint intents_pkey PRIMARY KEY (brand_id, id)
);
CREATE INDEX intents_id_idx ON external_orders.intents USING btree (id);

create table external_orders.items (
  brand_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  variant_id uuid not null,
  batches bigint not null,
  units bigint not null,
  constraint items_pkey PRIMARY KEY (brand_id, id),
  constraint items_quantity_positive CHECK (((batches > 0) AND (units > 0))),
  constraint items_order_fkey FOREIGN KEY (brand_id, order_id) REFERENCES external_orders.orders(brand_id, id)
);

create table external_orders.orders (
  brand_id uuid not null,
  id uuid not null,
  status text not null,
  custom_reference text,
  shipping_address jsonb not null,
  item_ids uuid[] not null,
  invoice_id uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  shipment_id uuid,
  updated_latest_on date,
  changed_at timestamp with time zone not null default clock_timestamp(),
  constraint orders_pkey PRIMARY KEY (brand_id, id),
  constraint orders_status_known CHECK ((status = ANY (ARRAY['created'::text, 'awaiting_fulfillment'::text, 'shipped'::text, 'arrived'::text, 'cancelled'::text])))
);
CREATE INDEX orders_changed_idx ON external_orders.orders USING btree (brand_id, changed_at, id);
CREATE INDEX orders_id_idx ON external_orders.orders USING btree (id);
CREATE INDEX orders_newest_idx ON external_orders.orders USING btree (brand_id, created_at DESC, id DESC);
CREATE INDEX orders_newest_of_all_idx ON external_orders.orders USING btree (created_at DESC, id DESC);
CREATE TRIGGER orders_changed BEFORE UPDATE ON external_orders.orders FOR EACH ROW WHEN ((NOT (new.changed_at IS DISTINCT FROM old.changed_at))) EXECUTE FUNCTION platform.stamp_change();

create table fulfillment.allocations (
  brand_id uuid not null,
  fulfillment_order_id uuid not null,
  fulfillable_id uuid not null,
  lot_id uuid not null,
  batches bigint not null,
  created_at timestamp with time zone not null,
  shipped_at timestamp with time zone,
  constraint allocations_pkey PRIMARY KEY (brand_id, fulfillment_order_id, fulfillable_id, lot_id),
  constraint allocations_batches_positive CHECK ((batches > 0)),
  constraint allocations_fulfillable_fkey FOREIGN KEY (brand_id, fulfillable_id) REFERENCES fulfillment.fulfillables(brand_id, id),
  constraint allocations_lot_fkey FOREIGN KEY (brand_id, lot_id) REFERENCES fulfillment.lots(brand_id, id)
);
CREATE INDEX allocations_lot_idx ON fulfillment.allocations USING btree (brand_id, lot_id);

create table fulfillment.enrolments (
  brand_id uuid not null,
  fulfillment_brand_id uuid not null,
  warehouse_id uuid not null,
  location_id uuid not null,
  country_codes text[] not null,
  is_transferring boolean not null default false,
  enrolled_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint enrolments_pkey PRIMARY KEY (brand_id),
  constraint enrolments_fulfillment_brand_key UNIQUE (fulfillment_brand_id),
  constraint enrolments_warehouse_fkey FOREIGN KEY (warehouse_id) REFERENCES fulfillment.warehouses(id)
);

create table fulfillment.fulfillables (
  brand_id uuid not null,
  id uuid not null,
  variant_id uuid not null,
  is_bundle boolean not null,
  created_at timestamp with time zone not null,
  constraint fulfillables_pkey PRIMARY KEY (brand_id, id),
  constraint fulfillables_variant_key UNIQUE (brand_id, variant_id)
);
CREATE INDEX fulfillables_id_idx ON fulfillment.fulfillables USING btree (id);
CREATE INDEX fulfillables_newest_idx ON fulfillment.fulfillables USING btree (brand_id, created_at DESC, id DESC);

create table fulfillment.items (
  brand_id uuid not null,
  id uuid not null,
  reference bigint not null generated by default as identity,
  variant_id uuid not null,
  status text not null,
  barcode text not null,
  sku text not null,
  product_name text not null,
  category_name text,
  units_per_batch integer not null,
  unit_cost numeric not null,
  unit_cost_margin numeric not null,
  classification_code text,
  expiry_tracked boolean not null,
  lot_tracked boolean not null,
  shelf_life_days integer,
  is_fragile boolean not null,
  is_organic boolean not null,
  need_repack boolean not null,
  need_relabel boolean not null,
  alcohol_code integer,
  alcohol_percentage numeric,
  liquid_litres_per_pack numeric,
  icpe_code integer,
  packing_rules jsonb,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint items_pkey PRIMARY KEY (brand_id, id),
  constraint items_variant_key UNIQUE (brand_id, variant_id),
  constraint items_barcode_form CHECK ((barcode ~ '^[0-9]{13,14}$'::text)),
  constraint items_cost_positive CHECK (((unit_cost >= (1)::numeric) AND (unit_cost_margin >= (0)::numeric))),
  constraint items_shelf_life_not_negative CHECK ((shelf_life_days >= 0)),
  constraint items_status_known CHECK ((status = ANY (ARRAY['created'::text, 'pending'::text, 'pending_measurements'::text, 'synced'::text]))),
  constraint items_units_positive CHECK ((units_per_batch > 0)),
  constraint items_enrolment_fkey FOREIGN KEY (brand_id) REFERENCES fulfillment.enrolments(brand_id)
);
CREATE INDEX items_id_idx ON fulfillment.items USING btree (id);
CREATE INDEX items_newest_idx ON fulfillment.items USING btree (brand_id, created_at DESC, id DESC);

create table fulfillment.lots (
  brand_id uuid not null,
  id uuid not null,
  item_id uuid not null,
  lot_number text not null,
  expires_at timestamp with time zone,
  sell_by_at timestamp with time zone,
  available bigint not null default 0,
  reserved bigint not null default 0,
  damaged bigint not null default 0,
  quality_control bigint not null default 0,
  blocked bigint not null default 0,
  created_at timestamp with time zone not null,
  constraint lots_pkey PRIMARY KEY (brand_id, id),
  constraint lots_name_key UNIQUE NULLS NOT DISTINCT (brand_id, item_id, lot_number, expires_at),
  constraint lots_not_negative CHECK ((LEAST(available, reserved, damaged, quality_control, blocked) >= 0)),
  constraint lots_sold_before_expiry CHECK ((sell_by_at <= expires_at)),
  constraint lots_item_fkey FOREIGN KEY (brand_id, item_id) REFERENCES fulfillment.items(brand_id, id)
);
CREATE INDEX lots_expiry_idx ON fulfillment.lots USING btree (expires_at) WHERE (available > 0);
CREATE INDEX lots_id_idx ON fulfillment.lots USING btree (id);
CREATE INDEX lots_newest_idx ON fulfillment.lots USING btree (brand_id, created_at DESC, id DESC);

create table fulfillment.media (
  brand_id uuid not null,
  id uuid not null,
  master_order_id uuid not null,
  type text not null,
  filename text not null,
  bytes bytea not null,
  created_at timestamp with time zone not null,
  number bigint not null generated always as identity,
  constraint media_pkey PRIMARY KEY (brand_id, id),
  constraint media_type_known CHECK ((type = ANY (ARRAY['invoice'::text, 'attachment'::text])))
);
CREATE INDEX media_id_idx ON fulfillment.media USING btree (id);
CREATE INDEX media_master_order_idx ON fulfillment.media USING btree (brand_id, master_order_id, number);

create table fulfillment.orders (
  brand_id uuid not null,
  id uuid not null,
  reference bigint not null generated by default as identity,
  master_order_id uuid not null,
  origin text not null,
  status text not null,
  recipient_type text not null,
  external_reference text,
  instructions jsonb,
  ship_to jsonb not null,
  items jsonb not null,
  shipped_items jsonb not null default '[]'::jsonb,
  carrier_name text,
  tracking_number text,
  tracking_link text,
  update_count integer not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint orders_pkey PRIMARY KEY (brand_id, id),
  constraint orders_origin_known CHECK ((origin = ANY (ARRAY['internal'::text, 'external'::text, 'order-pay'::text]))),
  constraint orders_recipient_known CHECK ((recipient_type = ANY (ARRAY['business'::text, 'consumer'::text]))),
  constraint orders_status_known CHECK ((status = ANY (ARRAY['internal'::text, 'requested'::text, 'created'::text, 'scheduled'::text, 'released'::text, 'shipped'::text, 'cancellation_requested'::text, 'cancelled'::text])))
);
CREATE INDEX orders_id_idx ON fulfillment.orders USING btree (id);
CREATE INDEX orders_master_order_idx ON fulfillment.orders USING btree (brand_id, master_order_id, created_at DESC, id DESC);
CREATE INDEX orders_newest_idx ON fulfillment.orders USING btree (brand_id, created_at DESC, id DESC);
CREATE INDEX orders_newest_of_all_idx ON fulfillment.orders USING btree (created_at DESC, id DESC);
CREATE INDEX orders_status_idx ON fulfillment.orders USING btree (brand_id, status, created_at DESC, id DESC);
CREATE UNIQUE INDEX orders_one_for_each_idx ON fulfillment.orders USING btree (brand_id, master_order_id) WHERE (status <> 'cancelled'::text);

create table fulfillment.parts (
  brand_id uuid not null,
  fulfillable_id uuid not null,
  item_id uuid not null,
  quantity integer not null,
  constraint parts_pkey PRIMARY KEY (brand_id, fulfillable_id, item_id),
  constraint parts_quantity_positive CHECK ((quantity > 0)),
  constraint parts_fulfillable_fkey FOREIGN KEY (brand_id, fulfillable_id) REFERENCES fulfillment.fulfillables(brand_id, id),
  constraint parts_item_fkey FOREIGN KEY (brand_id, item_id) REFERENCES fulfillment.items(brand_id, id)
);
CREATE INDEX parts_item_idx ON fulfillment.parts USING btree (brand_id, item_id);

create table fulfillment.receipt_items (
  brand_id uuid not null,
  receipt_id uuid not null,
  position integer not null,
  lot_id uuid not null,
  quantity bigint not null,
  status text not null,
  constraint receipt_items_pkey PRIMARY KEY (brand_id, receipt_id, "position"),
  constraint receipt_items_quantity_positive CHECK ((quantity > 0)),
  constraint receipt_items_status_known CHECK ((status = ANY (ARRAY['available'::text, 'blocked'::text, 'qualityControl'::text, 'damaged'::text]))),
  constraint receipt_items_lot_fkey FOREIGN KEY (brand_id, lot_id) REFERENCES fulfillment.lots(brand_id, id),
  constraint receipt_items_receipt_fkey FOREIGN KEY (brand_id, receipt_id) REFERENCES fulfillment.receipts(brand_id, id)
);

create table fulfillment.receipts (
  brand_id uuid not null,
  id uuid not null,
  replenishment_id uuid not null,
  received_at timestamp with time zone not null,
  constraint receipts_pkey PRIMARY KEY (brand_id, id),
  constraint receipts_replenishment_fkey FOREIGN KEY (brand_id, replenishment_id) REFERENCES fulfillment.replenishments(brand_id, id)
);
CREATE INDEX receipts_replenishment_idx ON fulfillment.receipts USING btree (brand_id, replenishment_id);

create table fulfillment.replenishment_items (
  brand_id uuid not null,
  replenishment_id uuid not null,
  item_id uuid not null,
  position integer not null,
  quantity bigint not null,
  status text not null,
  constraint replenishment_items_pkey PRIMARY KEY (brand_id, replenishment_id, item_id),
  constraint replenishment_items_quantity_positive CHECK ((quantity > 0)),
  constraint replenishment_items_status_known CHECK ((status = ANY (ARRAY['available'::text, 'blocked'::text, 'incoming'::text, 'qualityControl'::text, 'reserved'::text, 'damaged'::text]))),
  constraint replenishment_items_item_fkey FOREIGN KEY (brand_id, item_id) REFERENCES fulfillment.items(brand_id, id),
  constraint replenishment_items_replenishment_fkey FOREIGN KEY (brand_id, replenishment_id) REFERENCES fulfillment.replenishments(brand_id, id) ON DELETE CASCADE
);

create table fulfillment.replenishments (
  brand_id uuid not null,
  id uuid not null,
  reference bigint not null generated by default as identity,
  legacy_brand_id integer,
  warehouse_id uuid not null,
  carrier_name text not null,
  shipment_type text not null,
  status text not null,
  created_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  sent_at timestamp with time zone,
  delivered_at timestamp with time zone,
  received_at timestamp with time zone,
  constraint replenishments_pkey PRIMARY KEY (brand_id, id),
  constraint replenishments_reference_key UNIQUE (brand_id, reference),
  constraint replenishments_moments CHECK ((((confirmed_at IS NOT NULL) = (status <> 'created'::text)) AND ((sent_at IS NOT NULL) = (status = ANY (ARRAY['sent'::text, 'delivered'::text, 'received'::text]))) AND ((delivered_at IS NOT NULL) = (status = ANY (ARRAY['delivered'::text, 'received'::text]))) AND ((received_at IS NOT NULL) = (status = 'received'::text)))),
  constraint replenishments_shipment_type_known CHECK ((shipment_type = ANY (ARRAY[''::text, 'LTL'::text, 'FTL'::text, 'PARCEL'::text]))),
  constraint replenishments_status_known CHECK ((status = ANY (ARRAY['created'::text, 'confirmed'::text, 'sent'::text, 'delivered'::text, 'received'::text]))),
  constraint replenishments_enrolment_fkey FOREIGN KEY (brand_id) REFERENCES fulfillment.enrolments(brand_id),
  constraint replenishments_warehouse_fkey FOREIGN KEY (warehouse_id) REFERENCES fulfillment.warehouses(id)
);
CREATE INDEX replenishments_id_idx ON fulfillment.replenishments USING btree (id);
CREATE INDEX replenishments_submitted_idx ON fulfillment.replenishments USING btree (brand_id, confirmed_at DESC, id DESC);

create table fulfillment.status_updates (
  brand_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  number integer not null,
  status text not null,
  received_at timestamp with time zone not null,
  constraint status_updates_pkey PRIMARY KEY (brand_id, id),
  constraint status_updates_number_key UNIQUE (brand_id, order_id, number),
  constraint status_updates_order_fkey FOREIGN KEY (brand_id, order_id) REFERENCES fulfillment.orders(brand_id, id)
);

create table fulfillment.warehouses (
  id uuid not null,
  name text not null,
  country_code text not null,
  created_at timestamp with time zone not null,
  constraint warehouses_pkey PRIMARY KEY (id),
  constraint warehouses_country_form CHECK ((country_code ~ '^[A-Z]{2}$'::text))
);

create table general.currency_rates (
  id uuid not null,
  from_currency text not null,
  to_currency text not null,
  rate numeric not null,
  rated_on date not null,
  constraint currency_rates_pkey PRIMARY KEY (id),
  constraint currency_rates_day_key UNIQUE (from_currency, to_currency, rated_on),
  constraint currency_rates_from_code CHECK ((from_currency ~ '^[A-Z]{3}$'::text)),
  constraint currency_rates_positive CHECK ((rate > (0)::numeric)),
  constraint currency_rates_to_code CHECK ((to_currency ~ '^[A-Z]{3}$'::text))
);

create table general.email_verifications (
  id uuid not null,
  application_id uuid,
  email text not null,
  code_hash bytea not null,
  failed_attempts integer not null default 0,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  verified_at timestamp with time zone,
  user_id uuid,
  key_name text,
  constraint email_verifications_pkey PRIMARY KEY (id)
);

create table identity.application_calls (
  application_id uuid not null,
  hour timestamp with time zone not null,
  calls bigint not null,
  last_called_at timestamp with time zone not null,
  refused bigint not null default 0,
  failed bigint not null default 0,
  constraint application_calls_pkey PRIMARY KEY (application_id, hour),
  constraint application_calls_counted CHECK ((calls > 0)),
  constraint application_calls_application_fkey FOREIGN KEY (application_id) REFERENCES identity.applications(id) ON DELETE CASCADE
);
CREATE INDEX application_calls_age_idx ON identity.application_calls USING btree (hour);

create table identity.application_secrets (
  application_id uuid not null,
  id uuid not null,
  secret_hash bytea not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  constraint application_secrets_pkey PRIMARY KEY (application_id, id),
  constraint application_secrets_application_fkey FOREIGN KEY (application_id) REFERENCES identity.applications(id) ON DELETE CASCADE
);

create table identity.applications (
  id uuid not null,
  brand_id uuid,
  retailer_id uuid,
  user_id uuid not null,
  name text not null,
  developer_email text not null,
  client_id text not null,
  created_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  constraint applications_pkey PRIMARY KEY (id),
  constraint applications_client_id_key UNIQUE (client_id),
  constraint applications_one_owner CHECK (((brand_id IS NULL) OR (retailer_id IS NULL))),
  constraint applications_brand_fkey FOREIGN KEY (brand_id) REFERENCES identity.brands(id),
  constraint applications_retailer_fkey FOREIGN KEY (retailer_id) REFERENCES identity.retailers(id),
  constraint applications_user_fkey FOREIGN KEY (user_id) REFERENCES identity.users(id)
);
CREATE INDEX applications_brand_idx ON identity.applications USING btree (brand_id, created_at DESC, id DESC);
CREATE INDEX applications_retailer_idx ON identity.applications USING btree (retailer_id, created_at DESC, id DESC);
CREATE INDEX applications_user_idx ON identity.applications USING btree (user_id);

create table identity.attempts (
  key bytea not null,
  failures integer not null,
  last_failed_at timestamp with time zone not null,
  began_at timestamp with time zone,
  constraint attempts_pkey PRIMARY KEY (key)
);
CREATE INDEX attempts_age_idx ON identity.attempts USING btree (last_failed_at);

create table identity.audit (
  id uuid not null,
  action text not null,
  application_id uuid,
  brand_id uuid,
  retailer_id uuid,
  acted_by text not null,
  by_user_id uuid,
  by_application_id uuid,
  created_at timestamp with time zone not null,
  user_id uuid,
  detail text,
  address text,
  support_session_id uuid,
  recorded_at timestamp with time zone default clock_timestamp(),
  constraint audit_pkey PRIMARY KEY (id),
  constraint audit_acted_by_known CHECK ((acted_by = ANY (ARRAY['operator'::text, 'brand'::text, 'retailer'::text, 'shell'::text, 'nobody'::text]))),
  constraint audit_action_known CHECK ((action = ANY (ARRAY['create'::text, 'update'::text, 'rotate-secret'::text, 'revoke'::text, 'sign-in'::text, 'fail-sign-in'::text, 'sign-out'::text, 'end-session'::text, 'invite'::text, 'accept-invitation'::text, 'change-role'::text, 'suspend'::text, 'resume'::text, 'remove'::text, 'rename'::text, 'change-password'::text, 'request-password-reset'::text, 'reset-password'::text, 'enable-second-factor'::text, 'disable-second-factor'::text, 'renew-recovery-codes'::text, 'use-recovery-code'::text, 'confirm-password'::text, 'fail-password'::text, 'verify-second-factor'::text, 'fail-second-factor'::text, 'reset-second-factor'::text, 'request-sign-in-link'::text, 'forget-device'::text, 'add-passkey'::text, 'rename-passkey'::text, 'remove-passkey'::text, 'change-sign-in-rules'::text, 'change-profile'::text, 'change-shipping-settings'::text, 'change-free-shipping'::text, 'add-contact'::text, 'change-contact'::text, 'remove-contact'::text, 'change-automatic-acceptance'::text, 'begin-support-session'::text, 'end-support-session'::text, 'use-support-session'::text, 'redeliver-webhooks'::text, 'resume-webhook'::text, 'retry-jobs'::text, 'discard-jobs'::text, 'retry-events'::text, 'discard-events'::text]))),
  constraint audit_nobody_is_no_user CHECK (((acted_by = ANY (ARRAY['shell'::text, 'nobody'::text])) = (by_user_id IS NULL))),
  constraint audit_one_subject CHECK ((num_nonnulls(application_id, user_id) <= 1)),
  constraint audit_application_fkey FOREIGN KEY (application_id) REFERENCES identity.applications(id),
  constraint audit_user_fkey FOREIGN KEY (user_id) REFERENCES identity.users(id)
);
CREATE INDEX audit_accounts_recorded_idx ON identity.audit USING btree (recorded_at) WHERE ((recorded_at IS NOT NULL) AND (application_id IS NULL) AND (user_id IS NULL));
CREATE INDEX audit_action_idx ON identity.audit USING btree (brand_id, action, created_at DESC, id DESC);
CREATE INDEX audit_action_of_all_idx ON identity.audit USING btree (action, created_at DESC, id DESC);
CREATE INDEX audit_application_idx ON identity.audit USING btree (application_id, created_at DESC, id DESC);
CREATE INDEX audit_author_application_idx ON identity.audit USING btree (by_application_id, created_at DESC, id DESC) WHERE (by_application_id IS NOT NULL);
CREATE INDEX audit_author_idx ON identity.audit USING btree (by_user_id, created_at DESC, id DESC) WHERE (by_user_id IS NOT NULL);
CREATE INDEX audit_brand_idx ON identity.audit USING btree (brand_id, created_at DESC, id DESC);
CREATE INDEX audit_newest_idx ON identity.audit USING btree (created_at DESC, id DESC);
CREATE INDEX audit_recorded_idx ON identity.audit USING btree (recorded_at) WHERE (recorded_at IS NOT NULL);
CREATE INDEX audit_retailer_idx ON identity.audit USING btree (retailer_id, created_at DESC, id DESC) WHERE (retailer_id IS NOT NULL);
CREATE INDEX audit_user_idx ON identity.audit USING btree (user_id, created_at DESC, id DESC);

create table identity.brands (
  id uuid not null,
  name text not null,
  currency text not null,
  country text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  platform_fee_percent numeric not null default 10,
  new_customer_fee_percent numeric not null default 0,
  fee_vat_percent numeric not null default 20,
  address jsonb,
  marketplace_stock_location text not null default 'brand'::text,
  average_lead_time text not null default '3-5'::text,
  automation_mode text not null default 'automatic-brand_control'::text,
  images jsonb not null default '{}'::jsonb,
  link text,
  suspended_at timestamp with time zone,
  suspended_reason text,
  token_generation integer not null default 0,
  constraint brands_pkey PRIMARY KEY (id),
  constraint brands_automation_mode_known CHECK ((automation_mode = ANY (ARRAY['automatic-brand_control'::text, 'automatic-confirm-and-request-fulfillment'::text]))),
  constraint brands_average_lead_time_known CHECK ((average_lead_time = ANY (ARRAY['0-2'::text, '3-5'::text, '6-10'::text, '11-20'::text, '21-30'::text]))),
  constraint brands_country_code CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint brands_currency_code CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint brands_fees_percent CHECK ((((platform_fee_percent >= (0)::numeric) AND (platform_fee_percent <= (100)::numeric)) AND ((new_customer_fee_percent >= (0)::numeric) AND (new_customer_fee_percent <= (100)::numeric)) AND ((fee_vat_percent >= (0)::numeric) AND (fee_vat_percent <= (100)::numeric)))),
  constraint brands_marketplace_stock_location_known CHECK ((marketplace_stock_location = ANY (ARRAY['brand'::text, 'warehouse'::text]))),
  constraint brands_suspended_reason CHECK (((suspended_at IS NULL) = (suspended_reason IS NULL)))
);
CREATE INDEX brands_changed_idx ON identity.brands USING btree (updated_at);
CREATE INDEX brands_country_idx ON identity.brands USING btree (country, created_at DESC, id DESC);
CREATE INDEX brands_name_idx ON identity.brands USING gin (name gin_trgm_ops);
CREATE INDEX brands_newest_idx ON identity.brands USING btree (created_at DESC, id DESC);
CREATE INDEX brands_suspended_idx ON identity.brands USING btree (created_at DESC, id DESC) WHERE (suspended_at IS NOT NULL);

create table identity.deprecated_calls (
  id uuid not null,
  application_id uuid not null,
  operation text not null,
  method text not null,
  path text not null,
  calls bigint not null,
  created_at timestamp with time zone not null,
  last_called_at timestamp with time zone not null,
  constraint deprecated_calls_pkey PRIMARY KEY (id),
  constraint deprecated_calls_pair_key UNIQUE (application_id, operation),
  constraint deprecated_calls_counted CHECK ((calls > 0)),
  constraint deprecated_calls_application_fkey FOREIGN KEY (application_id) REFERENCES identity.applications(id) ON DELETE CASCADE
);
CREATE INDEX deprecated_calls_newest_idx ON identity.deprecated_calls USING btree (created_at DESC, id DESC);

create table identity.devices (
  id uuid not null,
  user_id uuid not null,
  token_hash bytea not null,
  address text not null,
  user_agent text,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  constraint devices_pkey PRIMARY KEY (id),
  constraint devices_token_hash_key UNIQUE (token_hash),
  constraint devices_user_fkey FOREIGN KEY (user_id) REFERENCES identity.users(id) ON DELETE CASCADE
);
CREATE INDEX devices_age_idx ON identity.devices USING btree (last_used_at);
CREATE INDEX devices_user_idx ON identity.devices USING btree (user_id, last_used_at DESC, id DESC);

create table identity.mail_links (
  id uuid not null,
  user_id uuid not null,
  kind text not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint mail_links_pkey PRIMARY KEY (id),
  constraint mail_links_token_hash_key UNIQUE (token_hash),
  constraint mail_links_kind_known CHECK ((kind = ANY (ARRAY['invitation'::text, 'password-reset'::text]))),
  constraint mail_links_user_fkey FOREIGN KEY (user_id) REFERENCES identity.users(id) ON DELETE CASCADE
);
CREATE INDEX mail_links_user_idx ON identity.mail_links USING btree (user_id, kind, created_at);
CREATE UNIQUE INDEX mail_links_one_invitation ON identity.mail_links USING btree (user_id) WHERE (kind = 'invitation'::text);

create table identity.passkeys (
  id uuid not null,
  user_id uuid not null,
  credential_id text not null,
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] not null,
  host text not null,
  name text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_credential_id_key UNIQUE (credential_id),
  constraint passkeys_user_fkey FOREIGN KEY (user_id) REFERENCES identity.users(id) ON DELETE CASCADE
);
CREATE INDEX passkeys_user_idx ON identity.passkeys USING btree (user_id, created_at, id);

create table identity.recovery_codes (
  user_id uuid not null,
  code_hash bytea not null,
  key_name text,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  constraint recovery_codes_user_fkey FOREIGN KEY (user_id) REFERENCES identity.second_factors(user_id) ON DELETE CASCADE
);

create table identity.retailers (
  id uuid not null,
  store_name text not null,
  company_name text,
  email text not null,
  currency text not null,
  country text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  store_url text,
  first_name text,
  last_name text,
  tax_number text,
  vat_number text,
  eori_number text,
  phone_number_e164 text,
  business_identifier text,
  segment text,
  address jsonb,
  suspended_at timestamp with time zone,
  suspended_reason text,
  token_generation integer not null default 0,
  constraint retailers_pkey PRIMARY KEY (id),
  constraint retailers_country_code CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint retailers_currency_code CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint retailers_suspended_reason CHECK (((suspended_at IS NULL) = (suspended_reason IS NULL)))
);
CREATE INDEX retailers_changed_idx ON identity.retailers USING btree (updated_at);
CREATE INDEX retailers_country_idx ON identity.retailers USING btree (country, created_at DESC, id DESC);
CREATE INDEX retailers_email_idx ON identity.retailers USING gin (email gin_trgm_ops);
CREATE INDEX retailers_name_idx ON identity.retailers USING gin (store_name gin_trgm_ops, company_name gin_trgm_ops);
CREATE INDEX retailers_newest_idx ON identity.retailers USING btree (created_at DESC, id DESC);
CREATE INDEX retailers_segment_idx ON identity.retailers USING btree (segment, created_at DESC, id DESC);
CREATE INDEX retailers_suspended_idx ON identity.retailers USING btree (created_at DESC, id DESC) WHERE (suspended_at IS NOT NULL);

create table identity.second_factors (
  user_id uuid not null,
  secret_encrypted bytea not null,
  created_at timestamp with time zone not null,
  enabled_at timestamp with time zone,
  last_step bigint not null default 0,
  has_app boolean not null default true,
  constraint second_factors_pkey PRIMARY KEY (user_id),
  constraint second_factors_user_fkey FOREIGN KEY (user_id) REFERENCES identity.users(id) ON DELETE CASCADE
);

create table identity.sessions (
  id uuid not null,
  user_id uuid not null,
  token_hash bytea not null,
  address text not null,
  user_agent text,
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  password_confirmed_at timestamp with time zone,
  second_factor_at timestamp with time zone,
  parent_id uuid,
  device_id uuid,
  link_at timestamp with time zone,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_token_hash_key UNIQUE (token_hash),
  constraint sessions_parent_fkey FOREIGN KEY (parent_id) REFERENCES identity.sessions(id) ON DELETE CASCADE,
  constraint sessions_user_fkey FOREIGN KEY (user_id) REFERENCES identity.users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_end_idx ON identity.sessions USING btree (expires_at);
CREATE INDEX sessions_user_idx ON identity.sessions USING btree (user_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX sessions_parent_key ON identity.sessions USING btree (parent_id) WHERE (parent_id IS NOT NULL);

create table identity.sign_in_links (
  id uuid not null,
  user_id uuid not null,
  token_hash bytea not null,
  address text not null,
  user_agent text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint sign_in_links_pkey PRIMARY KEY (id),
  constraint sign_in_links_token_hash_key UNIQUE (token_hash),
  constraint sign_in_links_user_fkey FOREIGN KEY (user_id) REFERENCES identity.users(id) ON DELETE CASCADE
);
CREATE INDEX sign_in_links_end_idx ON identity.sign_in_links USING btree (expires_at);
CREATE INDEX sign_in_links_user_idx ON identity.sign_in_links USING btree (user_id, expires_at);

create table identity.sign_in_rules (
  account_id uuid not null,
  second_factor_from timestamp with time zone,
  longest_session_hours integer,
  longest_idle_minutes integer,
  mails_owners boolean not null default true,
  mails_credentials boolean not null default true,
  mails_support boolean not null default true,
  updated_at timestamp with time zone not null,
  constraint sign_in_rules_pkey PRIMARY KEY (account_id),
  constraint sign_in_rules_idle CHECK (((longest_idle_minutes >= 5) AND (longest_idle_minutes <= 43200))),
  constraint sign_in_rules_session CHECK (((longest_session_hours >= 1) AND (longest_session_hours <= 2160)))
);

create table identity.sign_ins (
  user_id uuid not null,
  signed_in_at timestamp with time zone not null,
  constraint sign_ins_pkey PRIMARY KEY (user_id),
  constraint sign_ins_user_fkey FOREIGN KEY (user_id) REFERENCES identity.users(id)
);

create table identity.signing_keys (
  id uuid not null,
  algorithm text not null,
  public_jwk jsonb not null,
  private_jwk_encrypted bytea not null,
  created_at timestamp with time zone not null,
  constraint signing_keys_pkey PRIMARY KEY (id)
);

create table identity.support_sessions (
  id uuid not null,
  user_id uuid not null,
  brand_id uuid not null,
  reason text not null,
  access text not null,
  address text,
  started_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint support_sessions_pkey PRIMARY KEY (id),
  constraint support_sessions_access_known CHECK ((access = ANY (ARRAY['read-only'::text, 'read-write'::text]))),
  constraint support_sessions_reason_given CHECK ((reason <> ''::text)),
  constraint support_sessions_within_time CHECK (((ends_at >= started_at) AND (ended_at <= ends_at))),
  constraint support_sessions_brand_fkey FOREIGN KEY (brand_id) REFERENCES identity.brands(id),
  constraint support_sessions_user_fkey FOREIGN KEY (user_id) REFERENCES identity.users(id)
);
CREATE INDEX support_sessions_brand_idx ON identity.support_sessions USING btree (brand_id, started_at DESC, id DESC);
CREATE INDEX support_sessions_newest_idx ON identity.support_sessions USING btree (started_at DESC, id DESC);
CREATE INDEX support_sessions_open_idx ON identity.support_sessions USING btree (user_id) WHERE (ended_at IS NULL);
CREATE INDEX support_sessions_user_idx ON identity.support_sessions USING btree (user_id, started_at DESC, id DESC);

create table identity.used_challenges (
  hash bytea not null,
  expires_at timestamp with time zone not null,
  constraint used_challenges_pkey PRIMARY KEY (hash)
);
CREATE INDEX used_challenges_end_idx ON identity.used_challenges USING btree (expires_at);

create table identity.users (
  id uuid not null,
  number integer not null generated by default as identity,
  brand_id uuid,
  retailer_id uuid,
  email text not null,
  first_name text not null,
  last_name text not null,
  password_hash text,
  currency text not null,
  country text not null,
  browser_id text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  role text not null,
  suspended_at timestamp with time zone,
  removed_at timestamp with time zone,
  last_signed_in_at timestamp with time zone,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_number_key UNIQUE (number),
  constraint users_country_code CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint users_currency_code CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint users_one_owner CHECK (((brand_id IS NULL) OR (retailer_id IS NULL))),
  constraint users_operators_of_nobody CHECK (((role = 'operator'::text) = ((brand_id IS NULL) AND (retailer_id IS NULL)))),
  constraint users_role_known CHECK ((role = ANY (ARRAY['owner'::text, 'staff'::text, 'operator'::text]))),
  constraint users_brand_fkey FOREIGN KEY (brand_id) REFERENCES identity.brands(id),
  constraint users_retailer_fkey FOREIGN KEY (retailer_id) REFERENCES identity.retailers(id)
);
CREATE INDEX users_brand_idx ON identity.users USING btree (brand_id, created_at, id);
CREATE INDEX users_email_idx ON identity.users USING gin (email gin_trgm_ops);
CREATE INDEX users_retailer_idx ON identity.users USING btree (retailer_id, created_at, id);
CREATE UNIQUE INDEX users_email_key ON identity.users USING btree (lower(email)) WHERE (removed_at IS NULL);

create table identity.wrong_codes (
  user_id uuid not null,
  count integer not null,
  last_at timestamp with time zone not null,
  constraint wrong_codes_pkey PRIMARY KEY (user_id),
  constraint wrong_codes_user_fkey FOREIGN KEY (user_id) REFERENCES identity.users(id) ON DELETE CASCADE
);

create table integrations.draft_sources (
  brand_id uuid not null,
  operation_id uuid not null,
  constraint draft_sources_pkey PRIMARY KEY (brand_id),
  constraint draft_sources_operation_fkey FOREIGN KEY (brand_id, operation_id) REFERENCES integrations.operations(brand_id, id)
);

create table integrations.entries (
  brand_id uuid not null,
  operation_id uuid not null,
  ordinal integer not null,
  payload json not null,
  bytes integer not null,
  issues jsonb,
  constraint entries_pkey PRIMARY KEY (brand_id, operation_id, ordinal),
  constraint entries_operation_fkey FOREIGN KEY (brand_id, operation_id) REFERENCES integrations.operations(brand_id, id)
);

create table integrations.error_report_chunks (
  brand_id uuid not null,
  report_id uuid not null,
  run integer not null,
  number integer not null,
  bytes bytea not null,
  constraint error_report_chunks_pkey PRIMARY KEY (brand_id, report_id, run, number),
  constraint error_report_chunks_report_fkey FOREIGN KEY (brand_id, report_id) REFERENCES integrations.error_reports(brand_id, id)
);

create table integrations.error_reports (
  brand_id uuid not null,
  id uuid not null,
  operation_id uuid not null,
  status text not null,
  filename text not null,
  failure_reason text,
  run integer not null,
  bytes bigint,
  created_at timestamp with time zone not null,
  started_at timestamp with time zone,
  completed_at timestamp with time zone,
  expires_at timestamp with time zone,
  purged_at timestamp with time zone,
  failed_runs integer not null default 0,
  constraint error_reports_pkey PRIMARY KEY (brand_id, id),
  constraint error_reports_operation_key UNIQUE (brand_id, operation_id),
  constraint error_reports_completed_whole CHECK (((status = 'completed'::text) = ((completed_at IS NOT NULL) AND (expires_at IS NOT NULL) AND (bytes IS NOT NULL)))),
  constraint error_reports_failure_explained CHECK (((status = 'failed'::text) = (failure_reason IS NOT NULL))),
  constraint error_reports_status_known CHECK ((status = ANY (ARRAY['created'::text, 'started'::text, 'completed'::text, 'failed'::text]))),
  constraint error_reports_operation_fkey FOREIGN KEY (brand_id, operation_id) REFERENCES integrations.operations(brand_id, id)
);
CREATE INDEX error_reports_expiry_idx ON integrations.error_reports USING btree (expires_at) WHERE (purged_at IS NULL);
CREATE INDEX error_reports_id_idx ON integrations.error_reports USING btree (id);
CREATE INDEX error_reports_newest_idx ON integrations.error_reports USING btree (brand_id, created_at DESC, id DESC);
CREATE INDEX error_reports_operation_idx ON integrations.error_reports USING btree (operation_id);

create table integrations.external_integrations (
  brand_id uuid not null,
  platform text not null,
  id uuid not null,
  status text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint external_integrations_pkey PRIMARY KEY (brand_id, platform),
  constraint external_integrations_id_key UNIQUE (brand_id, id),
  constraint external_integrations_status_known CHECK ((status = ANY (ARRAY['enabled'::text, 'disabled'::text])))
);

create table integrations.image_checks (
  brand_id uuid not null,
  operation_id uuid not null,
  url_key text not null,
  is_image boolean not null,
  constraint image_checks_pkey PRIMARY KEY (brand_id, operation_id, url_key),
  constraint image_checks_run_fkey FOREIGN KEY (brand_id, operation_id) REFERENCES integrations.image_runs(brand_id, operation_id)
);

create table integrations.image_runs (
  brand_id uuid not null,
  operation_id uuid not null,
  done_ordinal integer not null default 0,
  checked_count integer not null default 0,
  received_bytes bigint not null default 0,
  elapsed_ms integer not null default 0,
  lease_id uuid,
  leased_until timestamp with time zone not null,
  constraint image_runs_pkey PRIMARY KEY (brand_id, operation_id),
  constraint image_runs_operation_fkey FOREIGN KEY (brand_id, operation_id) REFERENCES integrations.operations(brand_id, id)
);

create table integrations.operations (
  brand_id uuid not null,
  id uuid not null,
  source text not null,
  operation_type text not null,
  status text not null,
  update_fields text[] not null default '{}'::text[],
  callback_url text,
  total_products_count integer not null default 0,
  processed_products_count integer not null default 0,
  failed_products_count integer not null default 0,
  done_ordinal integer not null default 0,
  base_position integer,
  created_at timestamp with time zone not null,
  queued_at timestamp with time zone,
  started_at timestamp with time zone,
  completed_at timestamp with time zone,
  callback_attempted_at timestamp with time zone,
  callback_outcome jsonb,
  results_purged_at timestamp with time zone,
  cancel_requested_at timestamp with time zone,
  created_by_application_id uuid,
  created_by_user_id uuid,
  created_by_name text,
  constraint operations_pkey PRIMARY KEY (brand_id, id),
  constraint operations_status_known CHECK ((status = ANY (ARRAY['created'::text, 'pending'::text, 'started'::text, 'skipped'::text, 'succeeded'::text, 'partially_failed'::text, 'failed'::text, 'cancelled'::text]))),
  constraint operations_type_known CHECK ((operation_type = ANY (ARRAY['import'::text, 'update'::text, 'delete'::text])))
);
CREATE INDEX operations_failed_idx ON integrations.operations USING btree (brand_id, completed_at) WHERE (status = ANY (ARRAY['failed'::text, 'partially_failed'::text]));
CREATE INDEX operations_id_idx ON integrations.operations USING btree (id);
CREATE INDEX operations_newest_idx ON integrations.operations USING btree (brand_id, created_at DESC, id DESC);
CREATE INDEX operations_pending_idx ON integrations.operations USING btree (brand_id, queued_at, id) WHERE (status = 'pending'::text);
CREATE INDEX operations_results_age_idx ON integrations.operations USING btree (completed_at) WHERE (results_purged_at IS NULL);
CREATE INDEX operations_succeeded_idx ON integrations.operations USING btree (brand_id, operation_type, completed_at) WHERE (status = 'succeeded'::text);
CREATE UNIQUE INDEX operations_open_key ON integrations.operations USING btree (brand_id) WHERE (status = 'created'::text);
CREATE UNIQUE INDEX operations_running_key ON integrations.operations USING btree (brand_id) WHERE (status = 'started'::text);

create table integrations.results (
  brand_id uuid not null,
  operation_id uuid not null,
  ordinal integer not null,
  id uuid not null,
  external_product_id text not null,
  status text not null,
  failure_reason text,
  issues jsonb not null default '[]'::jsonb,
  sent json,
  created_at timestamp with time zone not null,
  constraint results_pkey PRIMARY KEY (brand_id, operation_id, ordinal),
  constraint results_failure_explained CHECK (((status = 'failure'::text) = (failure_reason IS NOT NULL))),
  constraint results_reason_known CHECK ((failure_reason = ANY (ARRAY['validation_error'::text, 'internal_error'::text]))),
  constraint results_status_known CHECK ((status = ANY (ARRAY['success'::text, 'failure'::text, 'skipped'::text]))) NOT VALID,
  constraint results_operation_fkey FOREIGN KEY (brand_id, operation_id) REFERENCES integrations.operations(brand_id, id)
);
CREATE INDEX results_failed_idx ON integrations.results USING btree (brand_id, operation_id, ordinal) WHERE (status = 'failure'::text);
CREATE INDEX results_id_idx ON integrations.results USING btree (brand_id, operation_id, id);
CREATE INDEX results_unprocessed_idx ON integrations.results USING btree (brand_id, operation_id, ordinal) WHERE (status <> 'success'::text);

create table order_pay.charges (
  key uuid not null,
  psp text not null,
  status text not null,
  amount_minor bigint not null,
  currency text not null,
  method jsonb not null,
  created_at timestamp with time zone not null,
  constraint charges_pkey PRIMARY KEY (key),
  constraint charges_status_known CHECK ((status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text, 'cancelled'::text, 'refunded'::text])))
);

create table order_pay.custom_items (
  brand_id uuid not null,
  order_id uuid not null,
  position integer not null,
  type text not null,
  amount_minor bigint not null,
  constraint custom_items_pkey PRIMARY KEY (brand_id, order_id, type),
  constraint custom_items_not_negative CHECK ((amount_minor >= 0)),
  constraint custom_items_type_known CHECK ((type = ANY (ARRAY['shippingFees'::text, 'exciseDuties'::text, 'ecoTax'::text]))),
  constraint custom_items_order_fkey FOREIGN KEY (brand_id, order_id) REFERENCES order_pay.orders(brand_id, id)
);

create table order_pay.customers (
  brand_id uuid not null,
  id uuid not null,
  store_name text not null,
  email text not null,
  first_name text not null,
  last_name text not null,
  phone_number text not null,
  phone_country text not null,
  tax_number text,
  vat_number text,
  vat_exemption boolean not null,
  billing_address jsonb not null,
  shipping_address jsonb not null,
  currency text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint customers_pkey PRIMARY KEY (brand_id, id),
  constraint customers_currency_code CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint customers_phone_country_code CHECK ((phone_country ~ '^[A-Z]{2}$'::text))
);
CREATE INDEX customers_id_idx ON order_pay.customers USING btree (id);
CREATE INDEX customers_store_name_idx ON order_pay.customers USING btree (brand_id, store_name, id);

create table order_pay.items (
  brand_id uuid not null,
  order_id uuid not null,
  position integer not null,
  variant_id uuid not null,
  variant_name text not null,
  quantity integer not null,
  unit_multiplier integer not null,
  unit_price_minor bigint not null,
  discount_rate integer not null,
  discount_minor bigint not null,
  vat_rate numeric not null,
  minimum_remaining_shelf_life integer,
  constraint items_pkey PRIMARY KEY (brand_id, order_id, "position"),
  constraint items_discount_within CHECK ((((discount_rate >= 0) AND (discount_rate <= 100)) AND ((discount_minor >= 0) AND (discount_minor <= (unit_price_minor * quantity))))),
  constraint items_one_discount CHECK (((discount_rate = 0) OR (discount_minor = 0))),
  constraint items_price_not_negative CHECK ((unit_price_minor >= 0)),
  constraint items_quantity_positive CHECK (((quantity > 0) AND (unit_multiplier > 0))),
  constraint items_vat_rate_percent CHECK (((vat_rate >= (0)::numeric) AND (vat_rate <= (100)::numeric))),
  constraint items_order_fkey FOREIGN KEY (brand_id, order_id) REFERENCES order_pay.orders(brand_id, id)
);

create table order_pay.orders (
  brand_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  status text not null,
  move_count integer not null,
  custom_reference text,
  discount_rate integer not null,
  shipping_method text not null,
  brand_currency text not null,
  brand_currency_rate numeric not null,
  customer_currency text not null,
  customer_currency_rate numeric not null,
  shipping_address jsonb not null,
  contact_person jsonb not null,
  delivery_schedule jsonb,
  packing_instruction jsonb,
  delivery_appointment jsonb,
  payment_id uuid,
  tracking_number text,
  tracking_link text,
  cancel_reason text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint orders_pkey PRIMARY KEY (brand_id, id),
  constraint orders_discount_rate_percent CHECK (((discount_rate >= 0) AND (discount_rate <= 100))),
  constraint orders_paid_by_payment CHECK (((status = ANY (ARRAY['created'::text, 'cancelled'::text])) OR (payment_id IS NOT NULL))),
  constraint orders_rates_positive CHECK (((brand_currency_rate > (0)::numeric) AND (customer_currency_rate > (0)::numeric))),
  constraint orders_status_known CHECK ((status = ANY (ARRAY['created'::text, 'brand_confirmed'::text, 'payment_confirmed'::text, 'waiting_shipping'::text, 'shipped'::text, 'received'::text, 'invoiced'::text, 'brand_paid'::text, 'cancelled'::text]))),
  constraint orders_customer_fkey FOREIGN KEY (brand_id, customer_id) REFERENCES order_pay.customers(brand_id, id)
);
CREATE INDEX orders_id_idx ON order_pay.orders USING btree (id);
CREATE INDEX orders_newest_idx ON order_pay.orders USING btree (created_at DESC, id DESC);
CREATE INDEX orders_paid_idx ON order_pay.orders USING btree (brand_id, updated_at DESC, id DESC) WHERE (status = 'brand_paid'::text);

create table order_pay.payment_methods (
  brand_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  type text not null,
  email text,
  name text,
  last4 text,
  created_at timestamp with time zone not null,
  constraint payment_methods_pkey PRIMARY KEY (brand_id, id),
  constraint payment_methods_same_key UNIQUE NULLS NOT DISTINCT (brand_id, customer_id, type, email, name, last4),
  constraint payment_methods_last4_digits CHECK ((last4 ~ '^[0-9]{4}$'::text)),
  constraint payment_methods_customer_fkey FOREIGN KEY (brand_id, customer_id) REFERENCES order_pay.customers(brand_id, id)
);

create table order_pay.payments (
  brand_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  customer_id uuid not null,
  psp text not null,
  status text not null,
  amount_minor bigint not null,
  currency text not null,
  currency_rate numeric not null,
  payment_method text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint payments_pkey PRIMARY KEY (brand_id, id),
  constraint payments_order_key UNIQUE (brand_id, order_id),
  constraint payments_not_negative CHECK ((amount_minor >= 0)),
  constraint payments_status_known CHECK ((status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'cancelled'::text]))),
  constraint payments_order_fkey FOREIGN KEY (brand_id, order_id) REFERENCES order_pay.orders(brand_id, id)
);
CREATE INDEX payments_pending_idx ON order_pay.payments USING btree (created_at, id) WHERE (status = 'pending'::text);

create table order_pay.transactions (
  brand_id uuid not null,
  id uuid not null,
  payment_id uuid not null,
  type text not null,
  status text not null,
  psp_id text not null,
  amount_minor bigint not null,
  currency text not null,
  psp_data jsonb,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint transactions_pkey PRIMARY KEY (brand_id, id),
  constraint transactions_type_key UNIQUE (brand_id, payment_id, type),
  constraint transactions_status_known CHECK ((status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text, 'cancelled'::text]))),
  constraint transactions_type_known CHECK ((type = ANY (ARRAY['payment'::text, 'refund'::text]))),
  constraint transactions_payment_fkey FOREIGN KEY (brand_id, payment_id) REFERENCES order_pay.payments(brand_id, id)
);

create table ordering.billing_items (
  brand_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  position integer not null,
  type text not null,
  currency text not null,
  vat_rate numeric not null,
  currency_rate numeric not null,
  amount_minor bigint not null,
  vat_minor bigint not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint billing_items_pkey PRIMARY KEY (brand_id, id),
  constraint billing_items_position_key UNIQUE (brand_id, order_id, "position"),
  constraint billing_items_order_fkey FOREIGN KEY (brand_id, order_id) REFERENCES ordering.orders(brand_id, id)
);

create table ordering.customers (
  brand_id uuid not null,
  retailer_id uuid not null,
  first_order_id uuid not null,
  created_at timestamp with time zone not null,
  constraint customers_pkey PRIMARY KEY (brand_id, retailer_id)
);
CREATE INDEX customers_retailer_idx ON ordering.customers USING btree (retailer_id, brand_id);

create table ordering.items (
  brand_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  position integer not null,
  variant_id uuid not null,
  currency text not null,
  quantity integer not null,
  unit_multiplier integer not null,
  unit_price_minor bigint not null,
  vat_rate numeric not null,
  amount_minor bigint not null,
  vat_minor bigint not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  ordered_quantity integer,
  constraint items_pkey PRIMARY KEY (brand_id, id),
  constraint items_position_key UNIQUE (brand_id, order_id, "position"),
  constraint items_amount CHECK (((unit_price_minor >= 0) AND (amount_minor = ((unit_price_minor * quantity) * unit_multiplier)))),
  constraint items_quantity_positive CHECK (((quantity > 0) AND (unit_multiplier > 0))),
  constraint items_order_fkey FOREIGN KEY (brand_id, order_id) REFERENCES ordering.orders(brand_id, id)
);
CREATE INDEX items_variant_idx ON ordering.items USING btree (brand_id, variant_id, order_id);

create table ordering.moves (
  brand_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  number integer not null,
  command text not null,
  from_status text,
  to_status text not null,
  moved_by text not null,
  application_id uuid,
  event_id uuid,
  event_type text,
  details jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null,
  user_id uuid,
  request_id uuid,
  support_session_id uuid,
  constraint moves_pkey PRIMARY KEY (brand_id, id),
  constraint moves_number_key UNIQUE (brand_id, order_id, number),
  constraint moves_event_whole CHECK (((event_id IS NULL) = (event_type IS NULL))),
  constraint moves_moved_by_known CHECK ((moved_by = ANY (ARRAY['brand'::text, 'marketplace'::text, 'carrier'::text, 'retailer'::text]))),
  constraint moves_order_fkey FOREIGN KEY (brand_id, order_id) REFERENCES ordering.orders(brand_id, id)
);
CREATE INDEX moves_payment_idx ON ordering.moves USING btree (id) WHERE (command = 'pay-brand'::text);
CREATE INDEX moves_request_idx ON ordering.moves USING btree (request_id) WHERE (request_id IS NOT NULL);

create table ordering.orders (
  brand_id uuid not null,
  id uuid not null,
  reference bigint not null generated by default as identity,
  retailer_id uuid not null,
  status text not null,
  currency text not null,
  total_minor bigint not null,
  total_vat_minor bigint not null,
  net_minor bigint not null,
  platform_fee_percent numeric not null,
  new_customer_fee_percent numeric not null,
  fee_vat_percent numeric not null,
  currency_rate numeric not null,
  shipping_method text,
  brand_reject_type text,
  brand_reject_reason text,
  retailer_reject_reason text,
  retailer_cancellation_request_reason text,
  billing_address jsonb not null,
  shipping_address jsonb not null,
  expected_earliest_on date not null,
  expected_latest_on date not null,
  updated_latest_on date,
  move_count integer not null,
  submitted_at timestamp with time zone not null,
  shipped_at timestamp with time zone,
  brand_paid_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  item_ids uuid[],
  variant_ids uuid[],
  billing_item_ids uuid[],
  shipment jsonb,
  changed_at timestamp with time zone not null default clock_timestamp(),
  status_since timestamp with time zone,
  requested_at timestamp with time zone,
  revert_request_reason text,
  request_decline_reason text,
  removed_items jsonb,
  constraint orders_pkey PRIMARY KEY (brand_id, id),
  constraint orders_paid_when_paid CHECK (((brand_paid_at IS NOT NULL) = (status = 'brand_paid'::text))),
  constraint orders_shipping_method_known CHECK ((shipping_method = ANY (ARRAY['marketplace'::text, 'custom'::text, 'fulfillment'::text]))),
  constraint orders_status_known CHECK ((status = ANY (ARRAY['ankor_confirmed'::text, 'rejected'::text, 'brand_confirmed'::text, 'shipping_labels_generated'::text, 'fulfillment_requested'::text, 'shipped'::text, 'received'::text, 'reception_refused'::text, 'invoiced'::text, 'brand_paid'::text, 'cancelled'::text])))
);
CREATE INDEX orders_brand_decisions_idx ON ordering.orders USING btree (brand_id, ordering.pending_decision(status, revert_request_reason, retailer_cancellation_request_reason), COALESCE(requested_at, status_since, updated_at), id) WHERE (ordering.pending_decision(status, revert_request_reason, retailer_cancellation_request_reason) IS NOT NULL);
CREATE INDEX orders_changed_idx ON ordering.orders USING btree (brand_id, changed_at, id);
CREATE INDEX orders_changed_of_all_idx ON ordering.orders USING btree (changed_at);
CREATE INDEX orders_decisions_idx ON ordering.orders USING btree (ordering.pending_decision(status, revert_request_reason, retailer_cancellation_request_reason), COALESCE(requested_at, status_since, updated_at), id) WHERE (ordering.pending_decision(status, revert_request_reason, retailer_cancellation_request_reason) IS NOT NULL);
CREATE INDEX orders_id_idx ON ordering.orders USING btree (id);
CREATE INDEX orders_newest_idx ON ordering.orders USING btree (brand_id, created_at DESC, id DESC);
CREATE INDEX orders_newest_of_all_idx ON ordering.orders USING btree (created_at DESC, id DESC);
CREATE INDEX orders_of_retailer_idx ON ordering.orders USING btree (retailer_id, created_at DESC, id DESC);
CREATE INDEX orders_paid_idx ON ordering.orders USING btree (brand_id, brand_paid_at DESC, id DESC) WHERE (brand_paid_at IS NOT NULL);
CREATE INDEX orders_reference_idx ON ordering.orders USING btree (brand_id, ((reference)::text) text_pattern_ops);
CREATE INDEX orders_reference_of_all_idx ON ordering.orders USING btree (((reference)::text) text_pattern_ops);
CREATE INDEX orders_retailer_decisions_idx ON ordering.orders USING btree (retailer_id, ordering.pending_decision(status, revert_request_reason, retailer_cancellation_request_reason), COALESCE(requested_at, status_since, updated_at), id) WHERE (ordering.pending_decision(status, revert_request_reason, retailer_cancellation_request_reason) IS NOT NULL);
CREATE INDEX orders_retailer_idx ON ordering.orders USING btree (brand_id, retailer_id, created_at DESC, id DESC);
CREATE INDEX orders_retailer_status_idx ON ordering.orders USING btree (retailer_id, status, submitted_at DESC, id DESC);
CREATE INDEX orders_ship_by_idx ON ordering.orders USING btree (brand_id, COALESCE(updated_latest_on, expected_latest_on), id);
CREATE INDEX orders_status_idx ON ordering.orders USING btree (brand_id, status, created_at DESC, id DESC);
CREATE INDEX orders_status_of_all_idx ON ordering.orders USING btree (status, created_at DESC, id DESC);
CREATE INDEX orders_status_ship_by_idx ON ordering.orders USING btree (brand_id, status, COALESCE(updated_latest_on, expected_latest_on), id);
CREATE INDEX orders_status_submitted_idx ON ordering.orders USING btree (brand_id, status, submitted_at, id);
CREATE INDEX orders_submitted_idx ON ordering.orders USING btree (brand_id, submitted_at, id);
CREATE INDEX orders_submitted_of_all_idx ON ordering.orders USING btree (submitted_at);
CREATE TRIGGER orders_changed BEFORE UPDATE ON ordering.orders FOR EACH ROW WHEN ((NOT (new.changed_at IS DISTINCT FROM old.changed_at))) EXECUTE FUNCTION platform.stamp_change();

create table pictures.files (
  brand_id uuid not null,
  picture_id uuid not null,
  width integer not null,
  bytes bytea,
  size integer not null,
  digest bytea not null,
  object uuid,
  constraint files_pkey PRIMARY KEY (brand_id, picture_id, width),
  constraint files_picture_fkey FOREIGN KEY (brand_id, picture_id) REFERENCES pictures.pictures(brand_id, id) ON DELETE CASCADE
);

create table pictures.loose_objects (
  brand_id uuid not null,
  object uuid not null,
  due_at timestamp with time zone not null,
  is_deleting boolean not null default false,
  constraint loose_objects_pkey PRIMARY KEY (brand_id, object)
);
CREATE INDEX loose_objects_due_idx ON pictures.loose_objects USING btree (due_at);

create table pictures.pictures (
  brand_id uuid not null,
  id uuid not null,
  width integer not null,
  height integer not null,
  created_at timestamp with time zone not null,
  unused_since timestamp with time zone,
  constraint pictures_pkey PRIMARY KEY (brand_id, id)
);
CREATE INDEX pictures_id_idx ON pictures.pictures USING btree (id);
CREATE INDEX pictures_unused_idx ON pictures.pictures USING btree (unused_since) WHERE (unused_since IS NOT NULL);

create table platform.clock (
  id boolean not null default true,
  offset_ms bigint not null default 0,
  constraint clock_pkey PRIMARY KEY (id),
  constraint clock_one_row CHECK (id)
);

create table platform.clock_moves (
  at timestamp with time zone not null default clock_timestamp(),
  offset_ms bigint not null,
  constraint clock_moves_pkey PRIMARY KEY (at)
);

create table platform.dropped_foreign_keys (
  relation text not null,
  name text not null,
  definition text not null,
  dropped_at timestamp with time zone not null default now(),
  constraint dropped_foreign_keys_pkey PRIMARY KEY (relation, name)
);

create table platform.due_brands (
  work text not null,
  brand_id uuid not null,
  due_at timestamp with time zone not null,
  noted_at timestamp with time zone not null default clock_timestamp(),
  constraint due_brands_pkey PRIMARY KEY (work, brand_id)
);

create table platform.joint_commits (
  id integer not null,
  constraint joint_commits_pkey PRIMARY KEY (id)
);

create table platform.mails (
  id uuid not null,
  account_id uuid,
  recipient text not null,
  subject text not null,
  body_encrypted bytea,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  constraint mails_pkey PRIMARY KEY (id)
);
CREATE INDEX mails_newest_idx ON platform.mails USING btree (created_at DESC, id DESC);

create table platform.outbox (
  position bigint not null generated always as identity,
  id uuid not null,
  brand_id uuid,
  type text not null,
  subject_id uuid not null,
  payload jsonb not null default '{}'::jsonb,
  occurred_at timestamp with time zone not null,
  attempts integer not null default 0,
  last_error text,
  retry_at timestamp with time zone,
  parked_at timestamp with time zone,
  request_id uuid,
  constraint outbox_pkey PRIMARY KEY ("position")
);
CREATE INDEX outbox_parked_id_idx ON platform.outbox USING btree (id) WHERE (parked_at IS NOT NULL);
CREATE INDEX outbox_parked_idx ON platform.outbox USING btree ("position" DESC) WHERE (parked_at IS NOT NULL);
CREATE INDEX outbox_troubled_idx ON platform.outbox USING btree (subject_id, "position") WHERE ((retry_at IS NOT NULL) OR (parked_at IS NOT NULL));

create table platform.owned_ids (
  what text not null,
  id uuid not null,
  brand_id uuid not null,
  constraint owned_ids_pkey PRIMARY KEY (what, id)
);

create table platform.processes (
  id uuid not null,
  role text not null,
  host text not null,
  pid integer not null,
  version text not null,
  started_at timestamp with time zone not null,
  seen_at timestamp with time zone not null default now(),
  report jsonb not null,
  constraint processes_pkey PRIMARY KEY (id),
  constraint processes_role_known CHECK ((role = ANY (ARRAY['api'::text, 'worker'::text])))
);

create table platform.signals (
  topic text not null,
  revision bigint not null default 0,
  constraint signals_pkey PRIMARY KEY (topic)
);

create table platform.workers (
  id uuid not null,
  host text not null,
  pid integer not null,
  queue_worker_ids text[] not null default '{}'::text[],
  recorded_at timestamp with time zone not null default now(),
  seen_at timestamp with time zone not null default now(),
  constraint workers_pkey PRIMARY KEY (id)
);

create table platform.write_probe (
  id boolean not null default true,
  writes bigint not null default 0,
  constraint write_probe_pkey PRIMARY KEY (id),
  constraint write_probe_one_row CHECK (id)
);

create table sandbox.autopilots (
  brand_id uuid not null,
  enabled boolean not null,
  seed integer not null,
  orders_per_day double precision not null,
  speed double precision not null,
  refuse_reception double precision not null,
  approve_rejection double precision not null,
  approve_refusal double precision not null,
  started_at timestamp with time zone,
  next_at timestamp with time zone,
  done jsonb not null default '{}'::jsonb,
  constraint autopilots_pkey PRIMARY KEY (brand_id),
  constraint autopilots_probabilities CHECK ((((refuse_reception >= (0)::double precision) AND (refuse_reception <= (1)::double precision)) AND ((approve_rejection >= (0)::double precision) AND (approve_rejection <= (1)::double precision)) AND ((approve_refusal >= (0)::double precision) AND (approve_refusal <= (1)::double precision)))),
  constraint autopilots_speed_positive CHECK ((speed > (0)::double precision)),
  constraint autopilots_started_when_enabled CHECK (((NOT enabled) OR ((started_at IS NOT NULL) AND (next_at IS NOT NULL))))
);

create table sandbox.certification_keys (
  id uuid not null,
  public_jwk jsonb not null,
  private_jwk_encrypted bytea not null,
  created_at timestamp with time zone not null,
  constraint certification_keys_pkey PRIMARY KEY (id)
);

create table sandbox.faults (
  id uuid not null,
  method text,
  path text not null,
  status integer,
  delay_ms integer not null,
  share double precision not null,
  remaining integer,
  created_at timestamp with time zone not null,
  application_id uuid,
  client_id text,
  retry_after integer,
  errors integer not null default 1,
  disconnect text,
  expire_tokens boolean not null default false,
  unknowns boolean not null default false,
  marker text,
  constraint faults_pkey PRIMARY KEY (id),
  constraint faults_disconnect_known CHECK ((disconnect = ANY (ARRAY['before'::text, 'after'::text]))),
  constraint faults_remaining_positive CHECK ((remaining >= 0)),
  constraint faults_share_range CHECK (((share > (0)::double precision) AND (share <= (1)::double precision)))
);

create unlogged table sandbox.recorded_requests (
  recording_id uuid not null,
  id uuid not null,
  arrived_ms double precision not null,
  requested_at timestamp with time zone not null,
  duration_ms double precision not null,
  method text not null,
  url text not null,
  credentials_in_url boolean not null,
  status integer,
  outcome text not null,
  operation_id text,
  is_deprecated boolean not null,
  is_authenticated boolean not null,
  claimed_application_id uuid,
  claimed_client_id text,
  token_fingerprint text,
  fault_id uuid,
  request_headers jsonb not null,
  response_headers jsonb not null,
  request_body text,
  response_body text,
  constraint recorded_requests_pkey PRIMARY KEY (recording_id, id),
  constraint recorded_requests_outcome_known CHECK ((outcome = ANY (ARRAY['responded'::text, 'disconnected'::text, 'aborted'::text]))),
  constraint recorded_requests_recording_fkey FOREIGN KEY (recording_id) REFERENCES sandbox.recordings(id) ON DELETE CASCADE
);
CREATE INDEX recorded_requests_arrival_idx ON sandbox.recorded_requests USING btree (recording_id, arrived_ms, id);

create unlogged table sandbox.recordings (
  id uuid not null,
  brand_id uuid not null,
  application_id uuid not null,
  client_id text not null,
  started_at timestamp with time zone not null,
  started_ms double precision not null,
  request_count integer not null default 0,
  is_truncated boolean not null default false,
  constraint recordings_pkey PRIMARY KEY (id)
);

create unlogged table sandbox.requests (
  id uuid not null,
  application_id uuid,
  brand_id uuid,
  method text not null,
  url text not null,
  status integer not null,
  duration_ms double precision not null,
  request_body text,
  response_body text,
  requested_at timestamp with time zone not null,
  user_id uuid,
  arrived_at timestamp with time zone,
  ignored_members text[],
  constraint requests_pkey PRIMARY KEY (id)
);
CREATE INDEX requests_arrival_idx ON sandbox.requests USING btree (COALESCE(arrived_at, requested_at) DESC, id DESC);

create table sandbox.test_brands (
  brand_id uuid not null,
  application_id uuid not null,
  created_at timestamp with time zone not null,
  constraint test_brands_pkey PRIMARY KEY (brand_id)
);

create table shipments.parcels (
  brand_id uuid not null,
  order_id uuid not null,
  number integer not null,
  id uuid not null,
  tracking_number text,
  tracking_link text,
  status text not null,
  length_cm integer,
  width_cm integer,
  height_cm integer,
  weight_g integer,
  sscc text,
  shipped_items jsonb not null,
  constraint parcels_pkey PRIMARY KEY (brand_id, order_id, number),
  constraint parcels_id_key UNIQUE (brand_id, order_id, id),
  constraint parcels_shipment_fkey FOREIGN KEY (brand_id, order_id) REFERENCES shipments.shipments(brand_id, order_id) ON DELETE CASCADE
);

create table shipments.shipments (
  brand_id uuid not null,
  order_id uuid not null,
  id uuid not null,
  shipment_id uuid,
  carrier text not null,
  tracking_number text,
  tracking_link text,
  status text not null,
  from_address jsonb,
  quote_id uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint shipments_pkey PRIMARY KEY (brand_id, order_id),
  constraint shipments_id_key UNIQUE (brand_id, id)
);
CREATE INDEX shipments_id_idx ON shipments.shipments USING btree (id);

create table shipping.carrier_conduct (
  brand_id uuid not null,
  label_delay_seconds integer not null,
  denied_pickups integer not null,
  constraint carrier_conduct_pkey PRIMARY KEY (brand_id)
);

create table shipping.labels (
  brand_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  shipment_id uuid not null,
  parcel_number integer not null,
  bytes bytea,
  size integer not null,
  created_at timestamp with time zone not null,
  constraint labels_pkey PRIMARY KEY (brand_id, id),
  constraint labels_parcel_key UNIQUE (brand_id, shipment_id, parcel_number),
  constraint labels_shipment_fkey FOREIGN KEY (brand_id, shipment_id) REFERENCES shipping.shipments(brand_id, id)
);
CREATE INDEX labels_id_idx ON shipping.labels USING btree (id);

create table shipping.parcels (
  brand_id uuid not null,
  shipment_id uuid not null,
  number integer not null,
  length_cm integer not null,
  width_cm integer not null,
  height_cm integer not null,
  weight_g integer not null,
  carrier_code text not null,
  tracking_number text,
  tracking_link text,
  label_id uuid,
  status text not null default 'UNKNOWN'::text,
  status_details text,
  status_at timestamp with time zone,
  location jsonb,
  eta timestamp with time zone,
  constraint parcels_pkey PRIMARY KEY (brand_id, shipment_id, number),
  constraint parcels_status_known CHECK ((status = ANY (ARRAY['UNKNOWN'::text, 'PRE_TRANSIT'::text, 'TRANSIT'::text, 'DELIVERED'::text, 'RETURNED'::text, 'FAILURE'::text]))),
  constraint parcels_shipment_fkey FOREIGN KEY (brand_id, shipment_id) REFERENCES shipping.shipments(brand_id, id)
);
CREATE INDEX parcels_tracking_idx ON shipping.parcels USING btree (carrier_code, tracking_number) WHERE (tracking_number IS NOT NULL);

create table shipping.quote_requests (
  brand_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  parcels json not null,
  ship_from json not null,
  ship_to json not null,
  created_at timestamp with time zone not null,
  number bigint not null generated by default as identity,
  quotes json not null,
  is_kept boolean not null default false,
  round integer not null default 0,
  missing_carriers json,
  constraint quote_requests_pkey PRIMARY KEY (brand_id, id)
);
CREATE INDEX quote_requests_age_idx ON shipping.quote_requests USING btree (created_at, id) WHERE (NOT is_kept);
CREATE INDEX quote_requests_id_idx ON shipping.quote_requests USING btree (id);
CREATE INDEX quote_requests_order_idx ON shipping.quote_requests USING btree (brand_id, order_id, created_at DESC, id DESC);

create table shipping.shipments (
  brand_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  quote_id uuid not null,
  flow text not null,
  status text not null,
  carrier_code text not null,
  provider text not null,
  label_format text not null,
  ship_from jsonb not null,
  ship_to jsonb not null,
  order_reference text not null,
  attempts integer not null default 0,
  failure text,
  carrier_reference text,
  tracking_number text,
  tracking_link text,
  eta timestamp with time zone,
  pickup jsonb,
  shipped_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  printed_at timestamp with time zone,
  constraint shipments_pkey PRIMARY KEY (brand_id, id),
  constraint shipments_flow_known CHECK ((flow = ANY (ARRAY['labels'::text, 'own'::text]))),
  constraint shipments_status_known CHECK ((status = ANY (ARRAY['pending'::text, 'ready'::text, 'failed'::text, 'void'::text])))
);
CREATE INDEX shipments_order_idx ON shipping.shipments USING btree (brand_id, order_id, created_at DESC, id DESC);
CREATE INDEX shipments_printable_idx ON shipping.shipments USING btree (brand_id, created_at DESC, id DESC) WHERE ((flow = 'labels'::text) AND (status = 'ready'::text) AND (shipped_at IS NULL));
CREATE INDEX shipments_recent_idx ON shipping.shipments USING btree (brand_id, created_at DESC, id DESC);
CREATE INDEX shipments_tracking_idx ON shipping.shipments USING btree (carrier_code, tracking_number) WHERE (tracking_number IS NOT NULL);

create table shipping.tracking_events (
  brand_id uuid not null,
  carrier_code text not null,
  event_id text not null,
  shipment_id uuid not null,
  parcel_number integer,
  status text not null,
  details text,
  location jsonb,
  occurred_at timestamp with time zone not null,
  recorded_at timestamp with time zone not null,
  constraint tracking_events_pkey PRIMARY KEY (brand_id, carrier_code, event_id),
  constraint tracking_events_shipment_fkey FOREIGN KEY (brand_id, shipment_id) REFERENCES shipping.shipments(brand_id, id)
);
CREATE INDEX tracking_events_shipment_idx ON shipping.tracking_events USING btree (brand_id, shipment_id, occurred_at);

create table stock.level_changes (
  brand_id uuid not null,
  variant_id uuid not null,
  changed_at timestamp with time zone not null,
  constraint level_changes_pkey PRIMARY KEY (brand_id, variant_id)
);
CREATE INDEX level_changes_changed_idx ON stock.level_changes USING btree (brand_id, changed_at, variant_id);

create table stock.levels (
  brand_id uuid not null,
  variant_id uuid not null,
  location_id uuid not null,
  available bigint not null default 0,
  reserved bigint not null default 0,
  is_always_in_stock boolean not null default false,
  inventory_policy text not null default 'deny'::text,
  unit_multiplier integer not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint levels_pkey PRIMARY KEY (brand_id, variant_id),
  constraint levels_policy_known CHECK ((inventory_policy = ANY (ARRAY['deny'::text, 'continue'::text]))),
  constraint levels_reserved_not_negative CHECK ((reserved >= 0)),
  constraint levels_unit_multiplier_positive CHECK ((unit_multiplier > 0)),
  constraint levels_untracked CHECK (((NOT is_always_in_stock) OR ((available = 0) AND (inventory_policy = 'deny'::text)))),
  constraint levels_location_fkey FOREIGN KEY (brand_id, location_id) REFERENCES stock.locations(brand_id, id)
);
CREATE INDEX levels_always_in_stock_idx ON stock.levels USING btree (brand_id, variant_id) WHERE is_always_in_stock;
CREATE INDEX levels_newest_idx ON stock.levels USING btree (brand_id, created_at DESC, variant_id DESC);
CREATE INDEX levels_variant_idx ON stock.levels USING btree (variant_id);
CREATE TRIGGER levels_changed AFTER UPDATE ON stock.levels FOR EACH ROW WHEN (((new.available = old.available) AND (new.reserved = old.reserved))) EXECUTE FUNCTION stock.record_level_change();

create table stock.locations (
  brand_id uuid not null,
  id uuid not null,
  type text not null,
  external_id uuid not null,
  created_at timestamp with time zone not null,
  constraint locations_pkey PRIMARY KEY (brand_id, id),
  constraint locations_place_key UNIQUE (brand_id, type, external_id),
  constraint locations_type_known CHECK ((type = ANY (ARRAY['brand'::text, 'warehouse'::text, 'retailer'::text])))
);

create table stock.postings (
  brand_id uuid not null,
  id uuid not null,
  transaction_id uuid not null,
  movement_type text not null,
  variant_id uuid not null,
  location_id uuid not null,
  status text not null,
  quantity bigint not null,
  unit_multiplier integer not null,
  created_at timestamp with time zone not null,
  lot_id uuid,
  lot_number text,
  lot_expires_on date,
  constraint postings_pkey PRIMARY KEY (brand_id, id),
  constraint postings_quantity_moves CHECK ((quantity <> 0)),
  constraint postings_status_known CHECK ((status = ANY (ARRAY['available'::text, 'reserved'::text, 'damaged'::text, 'qualityControl'::text, 'blocked'::text, 'incoming'::text, 'void'::text]))),
  constraint postings_transaction_fkey FOREIGN KEY (brand_id, transaction_id) REFERENCES stock.transactions(brand_id, id)
);
CREATE INDEX postings_movement_idx ON stock.postings USING btree (brand_id, movement_type, created_at DESC, id DESC);
CREATE INDEX postings_newest_idx ON stock.postings USING btree (brand_id, created_at DESC, id DESC);
CREATE INDEX postings_transaction_idx ON stock.postings USING btree (brand_id, transaction_id);
CREATE INDEX postings_variant_idx ON stock.postings USING btree (brand_id, variant_id, created_at DESC, id DESC);

create table stock.reconciliations (
  id uuid not null,
  checked_at timestamp with time zone not null,
  levels bigint not null,
  mismatches bigint not null,
  repairs bigint not null default 0,
  constraint reconciliations_pkey PRIMARY KEY (id)
);

create table stock.transactions (
  brand_id uuid not null,
  id uuid not null,
  movement_type text not null,
  related_id text not null,
  cause text,
  metadata jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null,
  recorded_at timestamp with time zone default clock_timestamp(),
  application_id uuid,
  user_id uuid,
  request_id uuid,
  support_session_id uuid,
  constraint transactions_pkey PRIMARY KEY (brand_id, id),
  constraint transactions_cause_key UNIQUE (brand_id, cause)
);
CREATE INDEX transactions_newest_idx ON stock.transactions USING btree (brand_id, created_at DESC, id DESC);
CREATE INDEX transactions_recorded_idx ON stock.transactions USING btree (brand_id, recorded_at, id) WHERE (recorded_at IS NOT NULL);
CREATE INDEX transactions_related_idx ON stock.transactions USING btree (brand_id, related_id);

create table stock.warehouse_levels (
  brand_id uuid not null,
  variant_id uuid not null,
  location_id uuid not null,
  available bigint not null default 0,
  reserved bigint not null default 0,
  damaged bigint not null default 0,
  quality_control bigint not null default 0,
  blocked bigint not null default 0,
  incoming bigint not null default 0,
  unit_multiplier integer not null,
  updated_at timestamp with time zone not null,
  constraint warehouse_levels_pkey PRIMARY KEY (brand_id, variant_id, location_id),
  constraint warehouse_levels_not_negative CHECK ((LEAST(available, reserved, damaged, quality_control, blocked, incoming) >= 0)),
  constraint warehouse_levels_unit_multiplier_positive CHECK ((unit_multiplier > 0)),
  constraint warehouse_levels_location_fkey FOREIGN KEY (brand_id, location_id) REFERENCES stock.locations(brand_id, id)
);

create table webhooks.attempts (
  brand_id uuid not null,
  delivery_id uuid not null,
  number integer not null,
  outcome text not null,
  status integer,
  detail text,
  excerpt text,
  duration_ms integer not null,
  started_at timestamp with time zone not null,
  headers text,
  constraint attempts_pkey PRIMARY KEY (brand_id, delivery_id, number)
);

create table webhooks.deliveries (
  brand_id uuid not null,
  id uuid not null,
  number bigint not null generated always as identity,
  subscription_id uuid not null,
  application_id uuid not null,
  event_id uuid not null,
  event_type text not null,
  subject_id uuid not null,
  state text not null,
  attempts integer not null default 0,
  tries integer not null default 0,
  due_at timestamp with time zone not null,
  leased_until timestamp with time zone,
  leases integer not null default 0,
  created_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  request_id uuid,
  constraint deliveries_pkey PRIMARY KEY (brand_id, id),
  constraint deliveries_once UNIQUE (brand_id, event_id, subscription_id),
  constraint deliveries_finished CHECK (((finished_at IS NULL) = (state = 'waiting'::text))),
  constraint deliveries_state_known CHECK ((state = ANY (ARRAY['waiting'::text, 'delivered'::text, 'failed'::text]))),
  constraint deliveries_event_fkey FOREIGN KEY (brand_id, event_id) REFERENCES webhooks.events(brand_id, id) ON DELETE CASCADE
);
CREATE INDEX deliveries_brand_idx ON webhooks.deliveries USING btree (brand_id, created_at DESC, id DESC);
CREATE INDEX deliveries_due_idx ON webhooks.deliveries USING btree (brand_id, subscription_id, due_at, number) WHERE (state = 'waiting'::text);
CREATE INDEX deliveries_failed_idx ON webhooks.deliveries USING btree (brand_id, created_at DESC, id DESC) WHERE (state = 'failed'::text);
CREATE INDEX deliveries_failed_of_subscription_idx ON webhooks.deliveries USING btree (brand_id, subscription_id, created_at DESC, id DESC) WHERE (state = 'failed'::text);
CREATE INDEX deliveries_newest_idx ON webhooks.deliveries USING btree (brand_id, subscription_id, created_at DESC, id DESC);
CREATE INDEX deliveries_subject_idx ON webhooks.deliveries USING btree (brand_id, subject_id, created_at DESC, id DESC);
CREATE INDEX deliveries_untried_idx ON webhooks.deliveries USING btree (brand_id, subscription_id, subject_id, number) WHERE ((state = 'waiting'::text) AND (attempts = 0));

create table webhooks.events (
  brand_id uuid not null,
  id uuid not null,
  number bigint not null generated always as identity,
  type text not null,
  subject_id uuid not null,
  is_test boolean not null,
  resource text not null,
  occurred_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  included text,
  request_id uuid,
  constraint events_pkey PRIMARY KEY (brand_id, id)
);
CREATE INDEX events_age_idx ON webhooks.events USING btree (created_at);
CREATE INDEX events_number_idx ON webhooks.events USING btree (brand_id, number);
CREATE INDEX events_request_idx ON webhooks.events USING btree (request_id) WHERE (request_id IS NOT NULL);

create table webhooks.receiver_hours (
  brand_id uuid not null,
  hour timestamp with time zone not null,
  subscription_id uuid not null,
  bucket smallint not null,
  delivered integer not null,
  failed integer not null,
  constraint receiver_hours_pkey PRIMARY KEY (brand_id, hour, subscription_id, bucket),
  constraint receiver_hours_counted CHECK (((delivered >= 0) AND (failed >= 0)))
);
CREATE INDEX receiver_hours_age_idx ON webhooks.receiver_hours USING btree (hour);

create table webhooks.subscriptions (
  brand_id uuid not null,
  id uuid not null,
  application_id uuid not null,
  url text not null,
  events text[] not null,
  secret_encrypted bytea not null,
  previous_secret_encrypted bytea,
  previous_secret_until timestamp with time zone,
  paused_at timestamp with time zone,
  disabled_at timestamp with time zone,
  disabled_reason text,
  failing_since timestamp with time zone,
  failures integer not null default 0,
  silences integer not null default 0,
  held_until timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  secret_unreadable_since timestamp with time zone,
  constraint subscriptions_pkey PRIMARY KEY (brand_id, id),
  constraint subscriptions_url_key UNIQUE (brand_id, application_id, url),
  constraint subscriptions_disabled_why CHECK (((disabled_at IS NULL) = (disabled_reason IS NULL))),
  constraint subscriptions_failures CHECK (((failing_since IS NULL) = (failures = 0))),
  constraint subscriptions_previous_secret CHECK (((previous_secret_encrypted IS NULL) = (previous_secret_until IS NULL))),
  constraint subscriptions_some_events CHECK ((cardinality(events) > 0))
);
CREATE INDEX subscriptions_all_idx ON webhooks.subscriptions USING btree (created_at DESC, id DESC);
CREATE INDEX subscriptions_attention_idx ON webhooks.subscriptions USING btree (created_at DESC, id DESC) WHERE ((failing_since IS NOT NULL) OR (disabled_at IS NOT NULL) OR (secret_unreadable_since IS NOT NULL));
CREATE INDEX subscriptions_id_idx ON webhooks.subscriptions USING btree (id);
CREATE INDEX subscriptions_newest_idx ON webhooks.subscriptions USING btree (brand_id, created_at DESC, id DESC);

create table webhooks.tallies (
  outcome text not null,
  slot integer not null,
  count bigint not null,
  constraint tallies_pkey PRIMARY KEY (outcome, slot)
);

-- view stock.variant_quantities (brand_id uuid, variant_id uuid, is_always_in_stock boolean, inventory_policy text, reserved_quantity bigint, available_quantity bigint, stock_quantity bigint, is_orderable boolean, updated_at timestamp with time zone, row_version xid)

-- function catalog.discounted_price (amount bigint, rate numeric) returns bigint

-- function ordering.pending_decision (status text, revert_request_reason text, cancellation_request_reason text) returns text

-- function platform.ask_node_of (brand uuid) returns void

-- function platform.brands_on (node integer) returns SETOF uuid

-- function platform.changes_complete_until () returns timestamp with time zone

-- function platform.clock_time (real_time timestamp with time zone) returns timestamp with time zone

-- function platform.distribute_by_brand (relation regclass) returns void

-- function platform.first_real_time (moment timestamp with time zone) returns timestamp with time zone

-- function platform.from_micros (micros bigint) returns timestamp with time zone

-- function platform.micros (moment timestamp with time zone) returns bigint

-- function platform.node_of (brand uuid) returns integer

-- function platform.open_since () returns SETOF timestamp with time zone

-- function platform.run_on_node (brand uuid, tables text[], statement text, has_rows boolean, parameters text[]) returns SETOF record

-- function platform.stamp_change () returns trigger

-- function stock.is_orderable (is_always_in_stock boolean, inventory_policy text, available bigint) returns boolean

-- function stock.record_level_change () returns trigger
