-- Which application still calls which deprecated operation: one row for each pair, counted up.
create table identity.deprecated_calls (
  id uuid not null,
  application_id uuid not null,
  -- As the OpenAPI document names it; path and method stay readable when the operation is gone.
  operation text not null,
  method text not null,
  path text not null,
  calls bigint not null,
  -- Of the first call.
  created_at timestamptz not null,
  last_called_at timestamptz not null,
  constraint deprecated_calls_pkey primary key (id),
  constraint deprecated_calls_pair_key unique (application_id, operation),
  constraint deprecated_calls_counted check (calls > 0)
);
create index deprecated_calls_newest_idx on identity.deprecated_calls (created_at desc, id desc);
alter table identity.deprecated_calls add constraint deprecated_calls_application_fkey foreign key (application_id) references identity.applications (id) on delete cascade;
