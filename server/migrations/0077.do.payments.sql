-- Payouts are read by the id of their payment.
create index moves_payment_idx on ordering.moves (id) where command = 'pay-brand';
