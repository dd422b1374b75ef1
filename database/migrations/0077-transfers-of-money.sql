-- Upgrade: before, harmless, outside a transaction.
-- Of payments, among many more transfers of texts: Stripe and the ledger are compared every quarter of an hour.
create index concurrently transfers_of_money on transfers (business_id, reference)
  where kind in ('topup', 'refund', 'dispute', 'reinstate');
