-- Upgrade: before, harmless, outside a transaction.
-- While the gateway is away many texts are postponed: the door asks for those of one business with each contact.
create index concurrently send_attempts_retry_of_business on send_attempts (business_id, retry_at)
  where state = 'retry';
