/** Row types of the migrated database, written by `npm run generate`. Change them with a migration. */
import type {
  ApplicationId,
  BrandId,
  LocationId,
  OperationId,
  OrderId,
  ProductId,
  RetailerId,
  UserId,
  VariantId,
} from './ids.ts'

export interface BillingExportChunksRow {
  brand_id: BrandId
  export_id: string
  run: number
  file: number
  number: number
  bytes: Buffer
}

export interface BillingExportsRow {
  brand_id: BrandId
  id: string
  from_on: string
  to_on: string
  wanted: unknown
  status: string
  progress: number
  orders_count: number | null
  failures: unknown
  run: number
  bytes: number | null
  created_at: Date
  finished_at: Date | null
  expires_at: Date
  purged_at: Date | null
  failed_runs: number
}

export interface BrandsContactsRow {
  brand_id: BrandId
  id: string
  email: string
  purposes: string[]
  created_at: Date
  updated_at: Date
}

export interface BrandsFrancoSettingsRow {
  brand_id: BrandId
  id: string
  corridor: string
  number: number
  currency: string
  amount_minor: number
  fee_minor: number
  created_at: Date
}

export interface BrandsRetailersRow {
  brand_id: BrandId
  retailer_id: RetailerId
  automatic_order_validation_mode: boolean | null
  created_at: Date
  updated_at: Date
}

export interface BrandsShippingSettingsRow {
  brand_id: BrandId
  public_address: unknown | null
  shipping_address: unknown | null
  billing_address: unknown | null
  eori_number: string
  lucid_number: string
  whitelist_countries: string[] | null
  created_at: Date
  updated_at: Date
}

export interface CatalogDiscountRulesRow {
  brand_id: BrandId
  id: string
  name: string
  retailer_segment: string | null
  rate_percent: number
  starts_at: Date
  ends_at: Date | null
  created_at: Date
  updated_at: Date
}

export interface CatalogImageFetchesRow {
  brand_id: BrandId
  product_id: ProductId
  due_at: Date
  failures: number
}

export interface CatalogProductsRow {
  brand_id: BrandId
  id: ProductId
  name: string
  description: string | null
  language: string
  dimensions: string | null
  net_weight: string | null
  capacity: string | null
  position: number
  unit_multiplier: number
  vat_rate: number
  discount_rate: number
  product_type_id: number | null
  active: boolean
  retail_price_minor: number
  wholesale_price_minor: number
  original_wholesale_price_minor: number
  images: unknown
  tags: string[]
  created_at: Date
  indexed_at: Date | null
  updated_at: Date
  archived_at: Date | null
  variant_count: number
  live_variant_count: number
  orderable_variant_count: number
  out_of_stock: boolean
  archived: boolean
  external_id: string | null
  hs_code: string | null
  made_in_country: string | null
  shelf_life_days: number | null
  storage_temperature: string | null
  shape: unknown | null
  changed_at: Date
}

export interface CatalogVariantsRow {
  brand_id: BrandId
  id: VariantId
  product_id: ProductId
  name: string
  sku: string
  ian: string | null
  retail_price_minor: number
  wholesale_price_minor: number
  original_wholesale_price_minor: number
  fulfillable_id: string | null
  available_on: string | null
  images: unknown
  created_at: Date
  updated_at: Date
  archived_at: Date | null
  external_id: string | null
  discount_rate: number | null
  options: unknown | null
  shape: unknown | null
  changed_at: Date
}

export interface ExternalOrdersIntentsRow {
  brand_id: BrandId
  id: string
  body: unknown
  created_at: Date
}

export interface ExternalOrdersItemsRow {
  brand_id: BrandId
  id: string
  order_id: OrderId
  variant_id: VariantId
  batches: number
  units: number
}

export interface ExternalOrdersOrdersRow {
  brand_id: BrandId
  id: string
  status: string
  custom_reference: string | null
  shipping_address: unknown
  item_ids: string[]
  invoice_id: string | null
  created_at: Date
  updated_at: Date
  shipment_id: string | null
  updated_latest_on: string | null
  changed_at: Date
}

export interface FulfillmentAllocationsRow {
  brand_id: BrandId
  fulfillment_order_id: string
  fulfillable_id: string
  lot_id: string
  batches: number
  created_at: Date
  shipped_at: Date | null
}

export interface FulfillmentEnrolmentsRow {
  brand_id: BrandId
  fulfillment_brand_id: string
  warehouse_id: string
  location_id: LocationId
  country_codes: string[]
  is_transferring: boolean
  enrolled_at: Date
  ended_at: Date | null
}

export interface FulfillmentFulfillablesRow {
  brand_id: BrandId
  id: string
  variant_id: VariantId
  is_bundle: boolean
  created_at: Date
}

export interface FulfillmentItemsRow {
  brand_id: BrandId
  id: string
  reference: number
  variant_id: VariantId
  status: string
  barcode: string
  sku: string
  product_name: string
  category_name: string | null
  units_per_batch: number
  unit_cost: number
  unit_cost_margin: number
  classification_code: string | null
  expiry_tracked: boolean
  lot_tracked: boolean
  shelf_life_days: number | null
  is_fragile: boolean
  is_organic: boolean
  need_repack: boolean
  need_relabel: boolean
  alcohol_code: number | null
  alcohol_percentage: number | null
  liquid_litres_per_pack: number | null
  icpe_code: number | null
  packing_rules: unknown | null
  created_at: Date
  updated_at: Date
}

export interface FulfillmentLotsRow {
  brand_id: BrandId
  id: string
  item_id: string
  lot_number: string
  expires_at: Date | null
  sell_by_at: Date | null
  available: number
  reserved: number
  damaged: number
  quality_control: number
  blocked: number
  created_at: Date
}

export interface FulfillmentMediaRow {
  brand_id: BrandId
  id: string
  master_order_id: string
  type: string
  filename: string
  bytes: Buffer
  created_at: Date
  number: number
}

export interface FulfillmentOrdersRow {
  brand_id: BrandId
  id: string
  reference: number
  master_order_id: string
  origin: string
  status: string
  recipient_type: string
  external_reference: string | null
  instructions: unknown | null
  ship_to: unknown
  items: unknown
  shipped_items: unknown
  carrier_name: string | null
  tracking_number: string | null
  tracking_link: string | null
  update_count: number
  created_at: Date
  updated_at: Date
}

export interface FulfillmentPartsRow {
  brand_id: BrandId
  fulfillable_id: string
  item_id: string
  quantity: number
}

export interface FulfillmentReceiptItemsRow {
  brand_id: BrandId
  receipt_id: string
  position: number
  lot_id: string
  quantity: number
  status: string
}

export interface FulfillmentReceiptsRow {
  brand_id: BrandId
  id: string
  replenishment_id: string
  received_at: Date
}

export interface FulfillmentReplenishmentItemsRow {
  brand_id: BrandId
  replenishment_id: string
  item_id: string
  position: number
  quantity: number
  status: string
}

export interface FulfillmentReplenishmentsRow {
  brand_id: BrandId
  id: string
  reference: number
  legacy_brand_id: number | null
  warehouse_id: string
  carrier_name: string
  shipment_type: string
  status: string
  created_at: Date
  confirmed_at: Date | null
  sent_at: Date | null
  delivered_at: Date | null
  received_at: Date | null
}

export interface FulfillmentStatusUpdatesRow {
  brand_id: BrandId
  id: string
  order_id: OrderId
  number: number
  status: string
  received_at: Date
}

export interface FulfillmentWarehousesRow {
  id: string
  name: string
  country_code: string
  created_at: Date
}

export interface GeneralCurrencyRatesRow {
  id: string
  from_currency: string
  to_currency: string
  rate: number
  rated_on: string
}

export interface GeneralEmailVerificationsRow {
  id: string
  application_id: ApplicationId | null
  email: string
  code_hash: Buffer
  failed_attempts: number
  created_at: Date
  expires_at: Date
  verified_at: Date | null
  user_id: UserId | null
  key_name: string | null
}

export interface IdentityApplicationCallsRow {
  application_id: ApplicationId
  hour: Date
  calls: number
  last_called_at: Date
  refused: number
  failed: number
}

export interface IdentityApplicationSecretsRow {
  application_id: ApplicationId
  id: string
  secret_hash: Buffer
  created_at: Date
  expires_at: Date | null
}

export interface IdentityApplicationsRow {
  id: ApplicationId
  brand_id: BrandId | null
  retailer_id: RetailerId | null
  user_id: UserId
  name: string
  developer_email: string
  client_id: string
  created_at: Date
  revoked_at: Date | null
}

export interface IdentityAttemptsRow {
  key: Buffer
  failures: number
  last_failed_at: Date
  began_at: Date | null
}

export interface IdentityAuditRow {
  id: string
  action: string
  application_id: ApplicationId | null
  brand_id: BrandId | null
  retailer_id: RetailerId | null
  acted_by: string
  by_user_id: string | null
  by_application_id: string | null
  created_at: Date
  user_id: UserId | null
  detail: string | null
  address: string | null
  support_session_id: string | null
  recorded_at: Date | null
}

export interface IdentityBrandsRow {
  id: BrandId
  name: string
  currency: string
  country: string
  created_at: Date
  updated_at: Date
  platform_fee_percent: number
  new_customer_fee_percent: number
  fee_vat_percent: number
  address: unknown | null
  marketplace_stock_location: string
  average_lead_time: string
  automation_mode: string
  images: unknown
  link: string | null
  suspended_at: Date | null
  suspended_reason: string | null
  token_generation: number
}

export interface IdentityDeprecatedCallsRow {
  id: string
  application_id: ApplicationId
  operation: string
  method: string
  path: string
  calls: number
  created_at: Date
  last_called_at: Date
}

export interface IdentityDevicesRow {
  id: string
  user_id: UserId
  token_hash: Buffer
  address: string
  user_agent: string | null
  created_at: Date
  last_used_at: Date
}

export interface IdentityMailLinksRow {
  id: string
  user_id: UserId
  kind: string
  token_hash: Buffer
  created_at: Date
  expires_at: Date
}

export interface IdentityPasskeysRow {
  id: string
  user_id: UserId
  credential_id: string
  public_key: Buffer
  sign_count: number
  transports: string[]
  host: string
  name: string
  created_at: Date
  last_used_at: Date | null
}

export interface IdentityRecoveryCodesRow {
  user_id: UserId
  code_hash: Buffer
  key_name: string | null
}

export interface IdentityRetailersRow {
  id: RetailerId
  store_name: string
  company_name: string | null
  email: string
  currency: string
  country: string
  created_at: Date
  updated_at: Date
  store_url: string | null
  first_name: string | null
  last_name: string | null
  tax_number: string | null
  vat_number: string | null
  eori_number: string | null
  phone_number_e164: string | null
  business_identifier: string | null
  segment: string | null
  address: unknown | null
  suspended_at: Date | null
  suspended_reason: string | null
  token_generation: number
}

export interface IdentitySecondFactorsRow {
  user_id: UserId
  secret_encrypted: Buffer
  created_at: Date
  enabled_at: Date | null
  last_step: number
  has_app: boolean
}

export interface IdentitySessionsRow {
  id: string
  user_id: UserId
  token_hash: Buffer
  address: string
  user_agent: string | null
  created_at: Date
  last_seen_at: Date
  expires_at: Date
  password_confirmed_at: Date | null
  second_factor_at: Date | null
  parent_id: string | null
  device_id: string | null
  link_at: Date | null
}

export interface IdentitySignInLinksRow {
  id: string
  user_id: UserId
  token_hash: Buffer
  address: string
  user_agent: string | null
  created_at: Date
  expires_at: Date
}

export interface IdentitySignInRulesRow {
  account_id: string
  second_factor_from: Date | null
  longest_session_hours: number | null
  longest_idle_minutes: number | null
  mails_owners: boolean
  mails_credentials: boolean
  mails_support: boolean
  updated_at: Date
}

export interface IdentitySignInsRow {
  user_id: UserId
  signed_in_at: Date
}

export interface IdentitySigningKeysRow {
  id: string
  algorithm: string
  public_jwk: unknown
  private_jwk_encrypted: Buffer
  created_at: Date
}

export interface IdentitySupportSessionsRow {
  id: string
  user_id: UserId
  brand_id: BrandId
  reason: string
  access: string
  address: string | null
  started_at: Date
  ends_at: Date
  ended_at: Date | null
}

export interface IdentityUsedChallengesRow {
  hash: Buffer
  expires_at: Date
}

export interface IdentityUsersRow {
  id: UserId
  number: number
  brand_id: BrandId | null
  retailer_id: RetailerId | null
  email: string
  first_name: string
  last_name: string
  password_hash: string | null
  currency: string
  country: string
  browser_id: string
  created_at: Date
  updated_at: Date
  role: string
  suspended_at: Date | null
  removed_at: Date | null
  last_signed_in_at: Date | null
}

export interface IdentityWrongCodesRow {
  user_id: UserId
  count: number
  last_at: Date
}

export interface IntegrationsDraftSourcesRow {
  brand_id: BrandId
  operation_id: OperationId
}

export interface IntegrationsEntriesRow {
  brand_id: BrandId
  operation_id: OperationId
  ordinal: number
  payload: unknown
  bytes: number
  issues: unknown | null
}

export interface IntegrationsErrorReportChunksRow {
  brand_id: BrandId
  report_id: string
  run: number
  number: number
  bytes: Buffer
}

export interface IntegrationsErrorReportsRow {
  brand_id: BrandId
  id: string
  operation_id: OperationId
  status: string
  filename: string
  failure_reason: string | null
  run: number
  bytes: number | null
  created_at: Date
  started_at: Date | null
  completed_at: Date | null
  expires_at: Date | null
  purged_at: Date | null
  failed_runs: number
}

export interface IntegrationsExternalIntegrationsRow {
  brand_id: BrandId
  platform: string
  id: string
  status: string
  created_at: Date
  updated_at: Date
}

export interface IntegrationsImageChecksRow {
  brand_id: BrandId
  operation_id: OperationId
  url_key: string
  is_image: boolean
}

export interface IntegrationsImageRunsRow {
  brand_id: BrandId
  operation_id: OperationId
  done_ordinal: number
  checked_count: number
  received_bytes: number
  elapsed_ms: number
  lease_id: string | null
  leased_until: Date
}

export interface IntegrationsOperationsRow {
  brand_id: BrandId
  id: OperationId
  source: string
  operation_type: string
  status: string
  update_fields: string[]
  callback_url: string | null
  total_products_count: number
  processed_products_count: number
  failed_products_count: number
  done_ordinal: number
  base_position: number | null
  created_at: Date
  queued_at: Date | null
  started_at: Date | null
  completed_at: Date | null
  callback_attempted_at: Date | null
  callback_outcome: unknown | null
  results_purged_at: Date | null
  cancel_requested_at: Date | null
  created_by_application_id: string | null
  created_by_user_id: string | null
  created_by_name: string | null
}

export interface IntegrationsResultsRow {
  brand_id: BrandId
  operation_id: OperationId
  ordinal: number
  id: string
  external_product_id: string
  status: string
  failure_reason: string | null
  issues: unknown
  sent: unknown | null
  created_at: Date
}

export interface OrderPayChargesRow {
  key: string
  psp: string
  status: string
  amount_minor: number
  currency: string
  method: unknown
  created_at: Date
}

export interface OrderPayCustomItemsRow {
  brand_id: BrandId
  order_id: OrderId
  position: number
  type: string
  amount_minor: number
}

export interface OrderPayCustomersRow {
  brand_id: BrandId
  id: string
  store_name: string
  email: string
  first_name: string
  last_name: string
  phone_number: string
  phone_country: string
  tax_number: string | null
  vat_number: string | null
  vat_exemption: boolean
  billing_address: unknown
  shipping_address: unknown
  currency: string
  created_at: Date
  updated_at: Date
}

export interface OrderPayItemsRow {
  brand_id: BrandId
  order_id: OrderId
  position: number
  variant_id: VariantId
  variant_name: string
  quantity: number
  unit_multiplier: number
  unit_price_minor: number
  discount_rate: number
  discount_minor: number
  vat_rate: number
  minimum_remaining_shelf_life: number | null
}

export interface OrderPayOrdersRow {
  brand_id: BrandId
  id: string
  customer_id: string
  status: string
  move_count: number
  custom_reference: string | null
  discount_rate: number
  shipping_method: string
  brand_currency: string
  brand_currency_rate: number
  customer_currency: string
  customer_currency_rate: number
  shipping_address: unknown
  contact_person: unknown
  delivery_schedule: unknown | null
  packing_instruction: unknown | null
  delivery_appointment: unknown | null
  payment_id: string | null
  tracking_number: string | null
  tracking_link: string | null
  cancel_reason: string | null
  created_at: Date
  updated_at: Date
}

export interface OrderPayPaymentMethodsRow {
  brand_id: BrandId
  id: string
  customer_id: string
  type: string
  email: string | null
  name: string | null
  last4: string | null
  created_at: Date
}

export interface OrderPayPaymentsRow {
  brand_id: BrandId
  id: string
  order_id: OrderId
  customer_id: string
  psp: string
  status: string
  amount_minor: number
  currency: string
  currency_rate: number
  payment_method: string
  created_at: Date
  updated_at: Date
}

export interface OrderPayTransactionsRow {
  brand_id: BrandId
  id: string
  payment_id: string
  type: string
  status: string
  psp_id: string
  amount_minor: number
  currency: string
  psp_data: unknown | null
  created_at: Date
  updated_at: Date
}

export interface OrderingBillingItemsRow {
  brand_id: BrandId
  id: string
  order_id: OrderId
  position: number
  type: string
  currency: string
  vat_rate: number
  currency_rate: number
  amount_minor: number
  vat_minor: number
  created_at: Date
  updated_at: Date
}

export interface OrderingCustomersRow {
  brand_id: BrandId
  retailer_id: RetailerId
  first_order_id: string
  created_at: Date
}

export interface OrderingItemsRow {
  brand_id: BrandId
  id: string
  order_id: OrderId
  position: number
  variant_id: VariantId
  currency: string
  quantity: number
  unit_multiplier: number
  unit_price_minor: number
  vat_rate: number
  amount_minor: number
  vat_minor: number
  created_at: Date
  updated_at: Date
  ordered_quantity: number | null
}

export interface OrderingMovesRow {
  brand_id: BrandId
  id: string
  order_id: OrderId
  number: number
  command: string
  from_status: string | null
  to_status: string
  moved_by: string
  application_id: ApplicationId | null
  event_id: string | null
  event_type: string | null
  details: unknown
  created_at: Date
  user_id: UserId | null
  request_id: string | null
  support_session_id: string | null
}

export interface OrderingOrdersRow {
  brand_id: BrandId
  id: OrderId
  reference: number
  retailer_id: RetailerId
  status: string
  currency: string
  total_minor: number
  total_vat_minor: number
  net_minor: number
  platform_fee_percent: number
  new_customer_fee_percent: number
  fee_vat_percent: number
  currency_rate: number
  shipping_method: string | null
  brand_reject_type: string | null
  brand_reject_reason: string | null
  retailer_reject_reason: string | null
  retailer_cancellation_request_reason: string | null
  billing_address: unknown
  shipping_address: unknown
  expected_earliest_on: string
  expected_latest_on: string
  updated_latest_on: string | null
  move_count: number
  submitted_at: Date
  shipped_at: Date | null
  brand_paid_at: Date | null
  created_at: Date
  updated_at: Date
  item_ids: string[] | null
  variant_ids: string[] | null
  billing_item_ids: string[] | null
  shipment: unknown | null
  changed_at: Date
  status_since: Date | null
  requested_at: Date | null
  revert_request_reason: string | null
  request_decline_reason: string | null
  removed_items: unknown | null
}

export interface PicturesFilesRow {
  brand_id: BrandId
  picture_id: string
  width: number
  bytes: Buffer | null
  size: number
  digest: Buffer
  object: string | null
}

export interface PicturesLooseObjectsRow {
  brand_id: BrandId
  object: string
  due_at: Date
  is_deleting: boolean
}

export interface PicturesPicturesRow {
  brand_id: BrandId
  id: string
  width: number
  height: number
  created_at: Date
  unused_since: Date | null
}

export interface PlatformClockRow {
  id: boolean
  offset_ms: number
}

export interface PlatformClockMovesRow {
  at: Date
  offset_ms: number
}

export interface PlatformDroppedForeignKeysRow {
  relation: string
  name: string
  definition: string
  dropped_at: Date
}

export interface PlatformDueBrandsRow {
  work: string
  brand_id: BrandId
  due_at: Date
  noted_at: Date
}

export interface PlatformJointCommitsRow {
  id: number
}

export interface PlatformMailsRow {
  id: string
  account_id: string | null
  recipient: string
  subject: string
  body_encrypted: Buffer | null
  created_at: Date
  sent_at: Date | null
}

export interface PlatformOutboxRow {
  position: number
  id: string
  brand_id: BrandId | null
  type: string
  subject_id: string
  payload: unknown
  occurred_at: Date
  attempts: number
  last_error: string | null
  retry_at: Date | null
  parked_at: Date | null
  request_id: string | null
}

export interface PlatformOwnedIdsRow {
  what: string
  id: string
  brand_id: BrandId
}

export interface PlatformProcessesRow {
  id: string
  role: string
  host: string
  pid: number
  version: string
  started_at: Date
  seen_at: Date
  report: unknown
}

export interface PlatformSignalsRow {
  topic: string
  revision: number
}

export interface PlatformWorkersRow {
  id: string
  host: string
  pid: number
  queue_worker_ids: string[]
  recorded_at: Date
  seen_at: Date
}

export interface PlatformWriteProbeRow {
  id: boolean
  writes: number
}

export interface SandboxAutopilotsRow {
  brand_id: BrandId
  enabled: boolean
  seed: number
  orders_per_day: number
  speed: number
  refuse_reception: number
  approve_rejection: number
  approve_refusal: number
  started_at: Date | null
  next_at: Date | null
  done: unknown
}

export interface SandboxCertificationKeysRow {
  id: string
  public_jwk: unknown
  private_jwk_encrypted: Buffer
  created_at: Date
}

export interface SandboxFaultsRow {
  id: string
  method: string | null
  path: string
  status: number | null
  delay_ms: number
  share: number
  remaining: number | null
  created_at: Date
  application_id: ApplicationId | null
  client_id: string | null
  retry_after: number | null
  errors: number
  disconnect: string | null
  expire_tokens: boolean
  unknowns: boolean
  marker: string | null
}

export interface SandboxRecordedRequestsRow {
  recording_id: string
  id: string
  arrived_ms: number
  requested_at: Date
  duration_ms: number
  method: string
  url: string
  credentials_in_url: boolean
  status: number | null
  outcome: string
  operation_id: OperationId | null
  is_deprecated: boolean
  is_authenticated: boolean
  claimed_application_id: string | null
  claimed_client_id: string | null
  token_fingerprint: string | null
  fault_id: string | null
  request_headers: unknown
  response_headers: unknown
  request_body: string | null
  response_body: string | null
}

export interface SandboxRecordingsRow {
  id: string
  brand_id: BrandId
  application_id: ApplicationId
  client_id: string
  started_at: Date
  started_ms: number
  request_count: number
  is_truncated: boolean
}

export interface SandboxRequestsRow {
  id: string
  application_id: ApplicationId | null
  brand_id: BrandId | null
  method: string
  url: string
  status: number
  duration_ms: number
  request_body: string | null
  response_body: string | null
  requested_at: Date
  user_id: UserId | null
  arrived_at: Date | null
  ignored_members: string[] | null
}

export interface SandboxTestBrandsRow {
  brand_id: BrandId
  application_id: ApplicationId
  created_at: Date
}

export interface ShipmentsParcelsRow {
  brand_id: BrandId
  order_id: OrderId
  number: number
  id: string
  tracking_number: string | null
  tracking_link: string | null
  status: string
  length_cm: number | null
  width_cm: number | null
  height_cm: number | null
  weight_g: number | null
  sscc: string | null
  shipped_items: unknown
}

export interface ShipmentsShipmentsRow {
  brand_id: BrandId
  order_id: OrderId
  id: string
  shipment_id: string | null
  carrier: string
  tracking_number: string | null
  tracking_link: string | null
  status: string
  from_address: unknown | null
  quote_id: string | null
  created_at: Date
  updated_at: Date
}

export interface ShippingCarrierConductRow {
  brand_id: BrandId
  label_delay_seconds: number
  denied_pickups: number
}

export interface ShippingLabelsRow {
  brand_id: BrandId
  id: string
  order_id: OrderId
  shipment_id: string
  parcel_number: number
  bytes: Buffer | null
  size: number
  created_at: Date
}

export interface ShippingParcelsRow {
  brand_id: BrandId
  shipment_id: string
  number: number
  length_cm: number
  width_cm: number
  height_cm: number
  weight_g: number
  carrier_code: string
  tracking_number: string | null
  tracking_link: string | null
  label_id: string | null
  status: string
  status_details: string | null
  status_at: Date | null
  location: unknown | null
  eta: Date | null
}

export interface ShippingQuoteRequestsRow {
  brand_id: BrandId
  id: string
  order_id: OrderId
  parcels: unknown
  ship_from: unknown
  ship_to: unknown
  created_at: Date
  number: number
  quotes: unknown
  is_kept: boolean
  round: number
  missing_carriers: unknown | null
}

export interface ShippingShipmentsRow {
  brand_id: BrandId
  id: string
  order_id: OrderId
  quote_id: string
  flow: string
  status: string
  carrier_code: string
  provider: string
  label_format: string
  ship_from: unknown
  ship_to: unknown
  order_reference: string
  attempts: number
  failure: string | null
  carrier_reference: string | null
  tracking_number: string | null
  tracking_link: string | null
  eta: Date | null
  pickup: unknown | null
  shipped_at: Date | null
  created_at: Date
  updated_at: Date
  printed_at: Date | null
}

export interface ShippingTrackingEventsRow {
  brand_id: BrandId
  carrier_code: string
  event_id: string
  shipment_id: string
  parcel_number: number | null
  status: string
  details: string | null
  location: unknown | null
  occurred_at: Date
  recorded_at: Date
}

export interface StockLevelChangesRow {
  brand_id: BrandId
  variant_id: VariantId
  changed_at: Date
}

export interface StockLevelsRow {
  brand_id: BrandId
  variant_id: VariantId
  location_id: LocationId
  available: number
  reserved: number
  is_always_in_stock: boolean
  inventory_policy: string
  unit_multiplier: number
  created_at: Date
  updated_at: Date
}

export interface StockLocationsRow {
  brand_id: BrandId
  id: LocationId
  type: string
  external_id: string
  created_at: Date
}

export interface StockPostingsRow {
  brand_id: BrandId
  id: string
  transaction_id: string
  movement_type: string
  variant_id: VariantId
  location_id: LocationId
  status: string
  quantity: number
  unit_multiplier: number
  created_at: Date
  lot_id: string | null
  lot_number: string | null
  lot_expires_on: string | null
}

export interface StockReconciliationsRow {
  id: string
  checked_at: Date
  levels: number
  mismatches: number
  repairs: number
}

export interface StockTransactionsRow {
  brand_id: BrandId
  id: string
  movement_type: string
  related_id: string
  cause: string | null
  metadata: unknown
  created_at: Date
  recorded_at: Date | null
  application_id: ApplicationId | null
  user_id: UserId | null
  request_id: string | null
  support_session_id: string | null
}

export interface StockWarehouseLevelsRow {
  brand_id: BrandId
  variant_id: VariantId
  location_id: LocationId
  available: number
  reserved: number
  damaged: number
  quality_control: number
  blocked: number
  incoming: number
  unit_multiplier: number
  updated_at: Date
}

export interface WebhooksAttemptsRow {
  brand_id: BrandId
  delivery_id: string
  number: number
  outcome: string
  status: number | null
  detail: string | null
  excerpt: string | null
  duration_ms: number
  started_at: Date
  headers: string | null
}

export interface WebhooksDeliveriesRow {
  brand_id: BrandId
  id: string
  number: number
  subscription_id: string
  application_id: ApplicationId
  event_id: string
  event_type: string
  subject_id: string
  state: string
  attempts: number
  tries: number
  due_at: Date
  leased_until: Date | null
  leases: number
  created_at: Date
  finished_at: Date | null
  request_id: string | null
}

export interface WebhooksEventsRow {
  brand_id: BrandId
  id: string
  number: number
  type: string
  subject_id: string
  is_test: boolean
  resource: string
  occurred_at: Date
  created_at: Date
  included: string | null
  request_id: string | null
}

export interface WebhooksReceiverHoursRow {
  brand_id: BrandId
  hour: Date
  subscription_id: string
  bucket: number
  delivered: number
  failed: number
}

export interface WebhooksSubscriptionsRow {
  brand_id: BrandId
  id: string
  application_id: ApplicationId
  url: string
  events: string[]
  secret_encrypted: Buffer
  previous_secret_encrypted: Buffer | null
  previous_secret_until: Date | null
  paused_at: Date | null
  disabled_at: Date | null
  disabled_reason: string | null
  failing_since: Date | null
  failures: number
  silences: number
  held_until: Date | null
  created_at: Date
  updated_at: Date
  secret_unreadable_since: Date | null
}

export interface WebhooksTalliesRow {
  outcome: string
  slot: number
  count: number
}
