-- Whether a brand is connected with a shop platform, as the connector says.
create table integrations.external_integrations (
  brand_id uuid not null,
  platform text not null,
  id uuid not null,
  status text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint external_integrations_pkey primary key (brand_id, platform),
  constraint external_integrations_id_key unique (brand_id, id),
  constraint external_integrations_status_known check (status in ('enabled', 'disabled'))
);
