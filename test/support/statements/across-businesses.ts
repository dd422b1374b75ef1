/** Known by words that stand in its text. `needs`: what it would take where tables are distributed by business. */
export type Exception = { words: string; why: string; needs: string }

const SPLIT =
  'the business of each attempt in the batch, which its caller knows or the callback’s URL has to name'
const SCAN = 'nothing: it runs on every node, and its joins are by business'
const EACH = 'a scan for the businesses that have some, then one statement for each of them, as sends have'

/** Statements that read or write rows of several businesses at once, each with the reason. */
export const ACROSS_BUSINESSES: Record<string, Exception> = {
  'door: events written down': {
    words: 'from receive_xero_events(',
    why: 'deliveries that come together are one commit, and one delivery has events of several organisations',
    needs: 'a list of organisations on every node, and one call for each business',
  },
  'record: texts that were taken': {
    words: 'from record_accepted(',
    why: 'answers that come together are one commit',
    needs: SPLIT,
  },
  'callbacks: reports written down': {
    words: 'select record_sms_statuses(',
    why: 'reports that come together are one commit',
    needs: `${SPLIT}; and a business in sms_callbacks, which has none`,
  },
  'callbacks: attempts on record': {
    words: 'as "isOpen" from send_attempts',
    why: 'the same reports, or late answers: which of their attempts are on record, and which of those are open',
    needs: SPLIT,
  },
  'clock: what is due': {
    words: "select 'sync:' || id as key",
    why: 'every second each worker looks for work of all businesses',
    needs: SCAN,
  },
  'follow-up: looks that are due': {
    words: 'with due as (',
    why: 'one list of the gateway’s may show texts of several businesses',
    needs: EACH,
  },
  'follow-up: attempts of an ended process': { words: 'with abandoned as (', why: 'the same', needs: EACH },
  'follow-up: texts without a report': {
    words: 'a.id as "attemptId" from review_requests r join send_attempts a',
    why: 'every ten minutes the oldest of all businesses are asked for',
    needs: SCAN,
  },
  'follow-up: texts asked for': {
    words: 'update review_requests r set asked_at',
    why: 'the same',
    needs: EACH,
  },
  'follow-up: texts of the gateway that are known': {
    words: 'select sid from unnest',
    why: 'the gateway lists texts of all businesses, and those on record are left out',
    needs: 'one question for each of its tables',
  },
  'clock: retries that are too late': {
    words: "where a.state = 'retry' and r.meant_at <",
    why: 'by the clock, for all businesses',
    needs: SCAN,
  },
  'clock: texts that funds cover': {
    words: 'b.available_cents > 0',
    why: 'the same',
    needs: SCAN,
  },
  'clock: whoever was left in peace for a text that did not go': {
    words: "'INVOICE', 'FREED', $1",
    why: 'the same',
    needs: SCAN,
  },
  'clock: texts without funds expire': { words: "state_reason = 'no_funds'", why: 'the same', needs: SCAN },
  'clock: texts that are too late expire': { words: "else 'too_late' end", why: 'the same', needs: SCAN },
  'clock: sweeps that are due': { words: 'o.swept_at is null or', why: 'the same', needs: SCAN },
  'clock: organisations to go live': { words: 'and o.live_since is null', why: 'the same', needs: SCAN },
  'clock: senders to read replies of': {
    words: 'select distinct sender from business_senders',
    why: 'the gateway is asked number by number',
    needs: SCAN,
  },
}

const ANYWHERE = 'nothing: every node is asked'
const ORGANISATIONS = 'a list of organisations on every node, which leads to the business'

/** Statements that touch one business, which they find by something else than its id. */
export const BY_ANOTHER_KEY: Record<string, Exception> = {
  'sync: the organisation': {
    words: 'as "authorisationState"',
    why: 'a wake names the organisation of Xero',
    needs: ORGANISATIONS,
  },
  'sync: its events': {
    words: 'select business_id from organisations where tenant_id',
    why: 'the same: both are asked at once',
    needs: ORGANISATIONS,
  },
  'sync: calls of Xero taken': { words: 'from take_xero_calls(', why: 'the same', needs: ORGANISATIONS },
  'sync: what Xero answered': { words: 'set last_synced_at', why: 'the same', needs: ORGANISATIONS },
  'sweep: the cursor': { words: 'set "sweep_cursor"', why: 'the same', needs: ORGANISATIONS },
  'link: whose it is': {
    words: 'where r.link_token =',
    why: 'the link in a text is short and names no business',
    needs: 'a list of links on every node, or the node in the link',
  },
  'replies: known already': {
    words: 'select message_sid as sid from sms_inbound',
    why: 'replies are listed by the gateway for all businesses',
    needs: ANYWHERE,
  },
  'replies: a STOP that a START has undone': {
    words: 'select mine.message_sid as sid from sms_inbound mine join sms_inbound i',
    why: 'the same',
    needs: ANYWHERE,
  },
  'replies: who texted this customer': {
    words: 'select business_id from review_requests where phone_hash',
    why: 'a reply to the shared sender names no business: the newest text to the number does',
    needs: ANYWHERE,
  },
}
