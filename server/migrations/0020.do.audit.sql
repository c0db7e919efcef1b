-- Who did what to the credentials of programs, and when. Rows are only added, and hold no secret.
create table identity.audit (
  id uuid not null,
  action text not null,
  application_id uuid not null,
  -- Whose the application is.
  brand_id uuid,
  retailer_id uuid,
  -- Who acted: the user, and the application in the user's name. A person has no application, the server's shell neither.
  acted_by text not null,
  by_user_id uuid,
  by_application_id uuid,
  created_at timestamptz not null,
  constraint audit_pkey primary key (id),
  constraint audit_action_known check (action in ('create', 'rotate-secret', 'revoke')),
  constraint audit_acted_by_known check (acted_by in ('operator', 'brand', 'shell')),
  constraint audit_shell_is_nobody check ((acted_by = 'shell') = (by_user_id is null))
);
create index audit_newest_idx on identity.audit (created_at desc, id desc);
create index audit_brand_idx on identity.audit (brand_id, created_at desc, id desc);
create index audit_application_idx on identity.audit (application_id, created_at desc, id desc);
alter table identity.audit add constraint audit_application_fkey foreign key (application_id) references identity.applications (id);
