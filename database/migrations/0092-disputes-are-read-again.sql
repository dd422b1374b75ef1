-- Upgrade: after, harmless.
-- What an earlier version booked of a dispute stayed though Stripe decided anew: each is read once more.
select enqueue_job('look-at-reversal', json_build_object('id', reference), 'look-at-reversal:' || reference, null, false, 'stripe')
from transfers
where kind = 'dispute' and strpos(reference, ':') = 0;
