-- The audit also tells of the settings of a brand, of second factors that an owner has reset, and from where it was done.
alter table identity.audit
  add column address text,
  drop constraint audit_action_known,
  add constraint audit_action_known check (action in (
    'create', 'update', 'rotate-secret', 'revoke',
    'sign-in', 'fail-sign-in', 'sign-out', 'end-session', 'invite', 'accept-invitation', 'change-role', 'suspend', 'resume',
    'remove', 'rename', 'change-password', 'request-password-reset', 'reset-password', 'enable-second-factor',
    'disable-second-factor', 'renew-recovery-codes', 'use-recovery-code',
    'confirm-password', 'fail-password', 'verify-second-factor', 'fail-second-factor', 'reset-second-factor',
    'change-profile', 'change-shipping-settings', 'change-free-shipping', 'add-contact', 'change-contact', 'remove-contact',
    'change-automatic-acceptance'
  )),
  -- An entry without an application and a user is about the brand itself.
  drop constraint audit_one_subject,
  add constraint audit_one_subject check (
    num_nonnulls(application_id, user_id) = 1
    or (num_nonnulls(application_id, user_id) = 0 and brand_id is not null)
  );

-- For the filters of the list: what one user did, and one kind of action.
create index audit_author_idx on identity.audit (by_user_id, created_at desc, id desc) where by_user_id is not null;
create index audit_action_idx on identity.audit (brand_id, action, created_at desc, id desc);
