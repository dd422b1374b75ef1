-- Upgrade: before, harmless.
-- A customer who was erased is left out from then on, and Xero's next answers bring back no name: their contact is
-- known by Xero's id alone, as on each of its invoices.
alter table excluded_contacts add column erased_at timestamptz;
