-- The operator suspends brands and retailers. `token_generation` is raised when an account is resumed, so that no access token
-- from before comes back.
alter table identity.brands
  add column suspended_at timestamptz,
  add column suspended_reason text,
  add column token_generation integer not null default 0,
  add constraint brands_suspended_reason check ((suspended_at is null) = (suspended_reason is null));

alter table identity.retailers
  add column suspended_at timestamptz,
  add column suspended_reason text,
  add column token_generation integer not null default 0,
  add constraint retailers_suspended_reason check ((suspended_at is null) = (suspended_reason is null));

-- The lists of the operator: by text, by country, those that are suspended; and the newest change, for pages that poll.
create index brands_name_idx on identity.brands using gin (name gin_trgm_ops);
create index brands_country_idx on identity.brands (country, created_at desc, id desc);
create index brands_suspended_idx on identity.brands (created_at desc, id desc) where suspended_at is not null;
create index brands_changed_idx on identity.brands (updated_at);
create index retailers_email_idx on identity.retailers using gin (email gin_trgm_ops);
create index retailers_country_idx on identity.retailers (country, created_at desc, id desc);
create index retailers_suspended_idx on identity.retailers (created_at desc, id desc) where suspended_at is not null;
create index retailers_changed_idx on identity.retailers (updated_at);
create index users_email_idx on identity.users using gin (email gin_trgm_ops);

-- The operator's filters of the audit: one kind of action of all accounts, and what one application did.
create index audit_action_of_all_idx on identity.audit (action, created_at desc, id desc);
create index audit_author_application_idx on identity.audit (by_application_id, created_at desc, id desc)
  where by_application_id is not null;
