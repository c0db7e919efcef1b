-- resumable: the index is built while deliveries read and write the table
-- Since when no key of a worker opens the signing secret, so that the deliveries of the subscription wait; null while one does.
alter table webhooks.subscriptions add column if not exists secret_unreadable_since timestamptz;

-- Also used by statements that ask for the first two conditions only, as those of the index that it replaces.
create index concurrently if not exists subscriptions_attention_idx on webhooks.subscriptions (created_at desc, id desc)
  where failing_since is not null or disabled_at is not null or secret_unreadable_since is not null;
drop index concurrently if exists webhooks.subscriptions_ailing_idx;
