-- Upgrade: after, harmless.
-- What an earlier version booked of a dispute stayed though Stripe decided anew: each is read once more, seconds apart,
-- so that no other work of Stripe waits behind them. By a role that sees every business, whoever migrates.
set local role goodword_system;
select enqueue_job('look-at-reversal', json_build_object('id', reference), 'look-at-reversal:' || reference,
                   now() + row_number() over (order by id) * interval '5 seconds', false, 'stripe')
from transfers
where kind = 'dispute' and strpos(reference, ':') = 0;
reset role;
