-- The operator lists the discount rules of all brands, also those of one segment.
create index discount_rules_of_all_idx on catalog.discount_rules (created_at desc, id desc);
create index discount_rules_segment_idx on catalog.discount_rules (retailer_segment, created_at desc, id desc);
create index discount_rules_changed_idx on catalog.discount_rules (updated_at);
