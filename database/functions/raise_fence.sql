-- Raises the recovery fence: once for a history that is not the known one, or because of `why`, what a witness outside
-- the database shows; vendors are then asked from `back_to` on at least. Returns why it was raised now, else null. In
-- SQL so that of many processes that find the same, one raises it, in one round trip.
create or replace function raise_fence(why text default null, back_to timestamptz default null) returns text
  language plpgsql
  as $$
declare
  known     record;
  here      record;
  raised    text;
  is_missed boolean;
begin
  select * into known from recovery where is_only for update;
  select h.*, 'recovery'::regclass::oid::bigint as made_as into here from current_history() h;
  -- Of a promotion alone it is not certain that records are missing.
  is_missed := coalesce(why in ('replaced', 'payment'), false) or known.fenced_at is not null and known.went_back
               or (known.system_id, known.made_as) is distinct from (here.system_id, here.made_as);
  if (known.system_id, known.timeline, known.made_as) is distinct from (here.system_id, here.timeline, here.made_as) then
    raised := 'restored';
  elsif known.started_at <> here.started_at then
    -- A restart while the fence is up takes nothing back of why it is.
    raised := case when why = 'replaced' or known.fenced_at is null then coalesce(why, 'restarted') else known.reason end;
  -- Whoever saw a later history knows more than any other: what was done so far may have been before it.
  elsif why is null or known.fenced_at is not null and (why <> 'replaced' or known.reason = 'replaced') then
    -- What was looked at without knowing so is looked at again.
    update recovery set went_back = true, steps_done = array_remove(steps_done, 'topUps')
    where is_only and is_missed and not went_back;
    return null;
  else
    raised := why;
  end if;
  update recovery
  set system_id = here.system_id, timeline = here.timeline, started_at = here.started_at, made_as = here.made_as,
      -- To the millisecond, as our code reads it.
      fenced_at = date_trunc('milliseconds', now()), reason = raised, steps_done = '{}', waits_for = null,
      found = case when known.fenced_at is null then '{}' else known.found end,
      went_back = is_missed, up_since = case when known.fenced_at is null then now() else coalesce(known.up_since, now()) end,
      -- Clocks differ. Without another history how much was forgotten is unknown: more is read where more is found.
      -- A disk that was put back looks like a restart, also where a witness is the first to see it.
      since = least(case when raised in ('restarted', 'restored', 'replaced') or known.started_at <> here.started_at
                         then known.seen_at - interval '15 minutes' end,
                    -- The last look went back with the database. What is older than a fortnight is texted no more.
                    case when raised not in ('restarted', 'restored', 'replaced')
                         then least(now() - interval '1 day', greatest(known.looked_to, now() - interval '14 days')) end,
                    back_to, case when known.fenced_at is not null then known.since end)
  where is_only;
  return raised;
end $$;
