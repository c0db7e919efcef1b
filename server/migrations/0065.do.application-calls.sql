-- How often each application calls the API, by the hour: enough for its last day and for a chart of days.
create table identity.application_calls (
  application_id uuid not null,
  hour timestamptz not null,
  calls bigint not null,
  last_called_at timestamptz not null,
  constraint application_calls_pkey primary key (application_id, hour),
  constraint application_calls_counted check (calls > 0),
  constraint application_calls_application_fkey
    foreign key (application_id) references identity.applications (id) on delete cascade
);
create index application_calls_age_idx on identity.application_calls (hour);
