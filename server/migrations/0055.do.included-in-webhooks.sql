-- The resources that an event tells beside its own, as the text that is sent: an array, or null for an event without any.
alter table webhooks.events add column included text;
