/** Row types of the migrated database, written by `npm run generate`. Change them with a migration. */

export interface GeneralCurrencyRatesRow {
  id: string
  from_currency: string
  to_currency: string
  rate: number
  rated_on: string
}

export interface GeneralEmailVerificationsRow {
  id: string
  application_id: string | null
  email: string
  code_hash: Buffer
  failed_attempts: number
  created_at: Date
  expires_at: Date
  verified_at: Date | null
}

export interface IdentityApplicationSecretsRow {
  application_id: string
  id: string
  secret_hash: Buffer
  created_at: Date
  expires_at: Date | null
}

export interface IdentityApplicationsRow {
  id: string
  brand_id: string | null
  retailer_id: string | null
  user_id: string
  name: string
  developer_email: string
  client_id: string
  created_at: Date
  revoked_at: Date | null
}

export interface IdentityBrandsRow {
  id: string
  name: string
  currency: string
  country: string
  created_at: Date
  updated_at: Date
}

export interface IdentityRetailersRow {
  id: string
  store_name: string
  company_name: string
  email: string
  currency: string
  country: string
  created_at: Date
  updated_at: Date
}

export interface IdentitySigningKeysRow {
  id: string
  algorithm: string
  public_jwk: unknown
  private_jwk_encrypted: Buffer
  created_at: Date
}

export interface IdentityUsersRow {
  id: string
  number: number
  brand_id: string | null
  retailer_id: string | null
  email: string
  first_name: string
  last_name: string
  password_hash: string | null
  currency: string
  country: string
  browser_id: string
  created_at: Date
  updated_at: Date
}

export interface PlatformClockRow {
  id: boolean
  offset_ms: number
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
  brand_id: string | null
  type: string
  subject_id: string
  payload: unknown
  occurred_at: Date
  attempts: number
  last_error: string | null
  retry_at: Date | null
  parked_at: Date | null
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

export interface SandboxFaultsRow {
  id: string
  method: string | null
  path: string
  status: number | null
  delay_ms: number
  share: number
  remaining: number | null
  created_at: Date
}

export interface SandboxRequestsRow {
  id: string
  application_id: string | null
  brand_id: string | null
  method: string
  url: string
  status: number
  duration_ms: number
  request_body: string | null
  response_body: string | null
  requested_at: Date
}
