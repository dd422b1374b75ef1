-- A text at the gateway is looked up among ours by its sid; attempts that lack one, by their phone: they are few.
create index test_texts_by_sid on test_texts (message_sid) where message_sid is not null;
create index send_attempts_without_text on send_attempts (phone)
  where message_sid is null and state in ('retry', 'unknown', 'absent');
