-- Upgrade: before, harmless.
-- When the owner last switched reminders on: only texts that went out after it are ever reminded.
alter table reminder_settings add column on_since timestamptz;
