-- The audit also tells of support sessions, which began, ended and were used to change something, and of what the operator does to
-- webhooks, jobs and events.
alter table identity.audit
  add column support_session_id uuid,
  drop constraint audit_action_known,
  add constraint audit_action_known check (action in (
    'create', 'update', 'rotate-secret', 'revoke',
    'sign-in', 'fail-sign-in', 'sign-out', 'end-session', 'invite', 'accept-invitation', 'change-role', 'suspend', 'resume',
    'remove', 'rename', 'change-password', 'request-password-reset', 'reset-password', 'enable-second-factor',
    'disable-second-factor', 'renew-recovery-codes', 'use-recovery-code',
    'confirm-password', 'fail-password', 'verify-second-factor', 'fail-second-factor', 'reset-second-factor',
    'change-profile', 'change-shipping-settings', 'change-free-shipping', 'add-contact', 'change-contact', 'remove-contact',
    'change-automatic-acceptance',
    'begin-support-session', 'end-support-session', 'use-support-session',
    'redeliver-webhooks', 'resume-webhook', 'retry-jobs', 'discard-jobs', 'retry-events', 'discard-events'
  )),
  -- An entry without an application and a user is about the brand, the retailer or, without any of them, the marketplace.
  drop constraint audit_one_subject,
  add constraint audit_one_subject check (num_nonnulls(application_id, user_id) <= 1);
