-- The audit tells of changes of applications, and whether the second factor and the password that is asked for again were
-- right.
alter table identity.audit
  drop constraint audit_action_known,
  add constraint audit_action_known check (action in (
    'create', 'update', 'rotate-secret', 'revoke',
    'sign-in', 'fail-sign-in', 'sign-out', 'end-session', 'invite', 'accept-invitation', 'change-role', 'suspend', 'resume',
    'remove', 'rename', 'change-password', 'request-password-reset', 'reset-password', 'enable-second-factor',
    'disable-second-factor', 'renew-recovery-codes', 'use-recovery-code',
    'confirm-password', 'fail-password', 'verify-second-factor', 'fail-second-factor'
  ));

-- Owners of a retailer read its entries.
create index audit_retailer_idx on identity.audit (retailer_id, created_at desc, id desc) where retailer_id is not null;
