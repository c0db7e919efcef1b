-- Currency rates and email verifications.
create schema general;

create table general.currency_rates (
  id uuid not null,
  from_currency text not null,
  to_currency text not null,
  rate numeric not null,
  rated_on date not null,
  constraint currency_rates_pkey primary key (id),
  constraint currency_rates_day_key unique (from_currency, to_currency, rated_on),
  constraint currency_rates_from_code check (from_currency ~ '^[A-Z]{3}$'),
  constraint currency_rates_to_code check (to_currency ~ '^[A-Z]{3}$'),
  constraint currency_rates_positive check (rate > 0)
);

create table general.email_verifications (
  id uuid not null,
  -- Who asked; null only when the route is open to callers without a token.
  application_id uuid,
  email text not null,
  code_hash bytea not null,
  failed_attempts integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  verified_at timestamptz,
  constraint email_verifications_pkey primary key (id)
);
