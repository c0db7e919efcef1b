-- resumable: replaces a check of a table with many rows
alter table identity.audit drop constraint if exists audit_action_known;
alter table identity.audit add constraint audit_action_known check (action in (
  'create', 'update', 'rotate-secret', 'revoke',
  'sign-in', 'fail-sign-in', 'sign-out', 'end-session', 'invite', 'accept-invitation', 'change-role', 'suspend', 'resume',
  'remove', 'rename', 'change-password', 'request-password-reset', 'reset-password', 'enable-second-factor',
  'disable-second-factor', 'renew-recovery-codes', 'use-recovery-code',
  'confirm-password', 'fail-password', 'verify-second-factor', 'fail-second-factor', 'reset-second-factor',
  'request-sign-in-link', 'forget-device', 'add-passkey', 'rename-passkey', 'remove-passkey', 'change-sign-in-rules',
  'change-profile', 'change-shipping-settings', 'change-free-shipping', 'add-contact', 'change-contact', 'remove-contact',
  'change-automatic-acceptance',
  'begin-support-session', 'end-support-session', 'use-support-session',
  'redeliver-webhooks', 'resume-webhook', 'retry-jobs', 'discard-jobs', 'retry-events', 'discard-events'
)) not valid;
alter table identity.audit validate constraint audit_action_known;
