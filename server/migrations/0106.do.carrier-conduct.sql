-- How slow and how strict the carriers are with a brand, for tests in the sandbox.
create table shipping.carrier_conduct (
  brand_id uuid not null,
  label_delay_seconds integer not null,
  -- How many of the next requests for a pickup are denied.
  denied_pickups integer not null,
  constraint carrier_conduct_pkey primary key (brand_id)
);
select platform.distribute_by_brand('shipping.carrier_conduct');
