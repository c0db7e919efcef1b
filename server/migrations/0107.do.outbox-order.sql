-- resumable: the index is built while events are recorded
-- For the later events of a subject, which wait for those that are retried or parked.
create index concurrently if not exists outbox_troubled_idx on platform.outbox (subject_id, position)
  where retry_at is not null or parked_at is not null;
