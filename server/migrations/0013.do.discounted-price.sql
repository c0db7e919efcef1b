-- What is left of an amount in minor units after a discount, a fraction: exact, and a half is rounded up. Every price that
-- is shown or charged comes from here. It has one expression, so that it is inlined.
create function catalog.discounted_price(amount bigint, rate numeric) returns bigint
  language sql immutable parallel safe
  return round(amount * (1 - rate))::bigint;
