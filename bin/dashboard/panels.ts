/** One panel: what is asked, and from which value on a reader has to look. */
export type PanelSpec = {
  title: string
  says: string
  kind: 'number' | 'lines' | 'bars'
  unit?: 's' | 'bytes' | 'percentunit' | 'currency' | 'short'
  /** Each with the name that its line has; `{{label}}` stands for a label. */
  queries: Record<string, string>
  /** A number is red from here on; below 1 where it must not be 0. */
  redFrom?: number
  redBelow?: number
}

/** Each api answers for all processes, so several that are scraped say the same: `max` takes one of them. */
const rate = (metric: string, by: string): string =>
  `max by (${by}) (sum by (${by}, instance) (rate(${metric}[$__rate_interval])))`

const perMinute = (metric: string, by: string): string => `60 * ${rate(metric, by)}`

const quantile = (share: number, metric: string, by = ''): string =>
  `histogram_quantile(${share}, sum by (${by}le) (rate(${metric}_bucket[$__rate_interval])))`

/** Row by row, in the order in which somebody asks who was woken at night. */
export const ROWS: Record<string, PanelSpec[]> = {
  'Does it work?': [
    {
      title: 'Oldest due',
      says: 'How long the oldest text is due that nothing keeps back.',
      kind: 'number',
      unit: 's',
      queries: { text: 'max(goodword_texts_oldest_due_seconds)' },
      redFrom: 600,
    },
    {
      title: 'Oldest event',
      says: 'How long the oldest event of Xero waits.',
      kind: 'number',
      unit: 's',
      queries: { event: 'max(goodword_events_oldest_seconds)' },
      redFrom: 600,
    },
    {
      title: 'Workers',
      says: 'That are at work now.',
      kind: 'number',
      queries: { workers: 'max(goodword_workers)' },
      redBelow: 1,
    },
    {
      title: 'Fence',
      says: '1 while the recovery fence is up and nothing is sent.',
      kind: 'number',
      queries: { '{{reason}}': 'max by (reason) (goodword_recovery_fence)' },
      redFrom: 1,
    },
    {
      title: 'Refused by the gateway',
      says: 'Texts that wait because Twilio refuses our account.',
      kind: 'number',
      queries: { texts: 'max(goodword_attempts_refused)' },
      redFrom: 1,
    },
    {
      title: 'Database',
      says: '1 while it answers.',
      kind: 'number',
      queries: { up: 'max(goodword_database_up)' },
      redBelow: 1,
    },
  ],
  'From paid to sent': [
    {
      title: 'Texts a minute by outcome',
      says: 'What Twilio answered.',
      kind: 'bars',
      queries: { '{{outcome}}': perMinute('goodword_texts_total', 'outcome') },
    },
    {
      title: 'Latency',
      says: 'From the webhook to the decision, and from the decision until Twilio took the text. Hours and pace of the owner count in the second.',
      kind: 'lines',
      unit: 's',
      queries: {
        'webhook to decision, half': quantile(0.5, 'goodword_received_to_decided_seconds'),
        'webhook to decision, 95 %': quantile(0.95, 'goodword_received_to_decided_seconds'),
        'decision to sent, half': quantile(0.5, 'goodword_decided_to_accepted_seconds'),
        'decision to sent, 95 %': quantile(0.95, 'goodword_decided_to_accepted_seconds'),
      },
    },
    {
      title: 'Decisions a minute',
      says: 'Whether paid invoices are texted, and the reasons against it.',
      kind: 'bars',
      queries: { '{{outcome}} {{reason}}': perMinute('goodword_decisions_total', 'outcome, reason') },
    },
    {
      title: 'What became of texts, a minute',
      says: 'Reports of Twilio.',
      kind: 'bars',
      queries: { '{{status}}': perMinute('goodword_sms_statuses_total', 'status') },
    },
  ],
  'What waits': [
    {
      title: 'Texts that wait',
      says: 'By state: scheduled, waiting for funds, held by their owners.',
      kind: 'lines',
      queries: { '{{state}}': 'max by (state) (goodword_requests)' },
    },
    {
      title: 'Open attempts',
      says: 'stuck waits for you; unknown is looked for; retry is tried again.',
      kind: 'lines',
      queries: { '{{state}}': 'max by (state) (goodword_attempts_open)' },
    },
    {
      title: 'Events and dead messages',
      says: 'Of Xero, not handled yet; and of all doors, given up.',
      kind: 'lines',
      queries: {
        'events waiting': 'max(goodword_events_waiting)',
        'dead, {{door}}': 'max by (door) (goodword_inbox_dead)',
      },
    },
    {
      title: 'Age of open attempts',
      says: 'The oldest of each state.',
      kind: 'lines',
      unit: 's',
      queries: { '{{state}}': 'max by (state) (goodword_attempts_oldest_seconds)' },
    },
  ],
  'Doors and vendors': [
    {
      title: 'Calls at the doors, a minute',
      says: 'By door and answer. 503 comes again.',
      kind: 'bars',
      queries: { '{{door}} {{answer}}': perMinute('goodword_webhooks_total', 'door, answer') },
    },
    {
      title: 'Payments that no webhook reported',
      says: 'Found by sweeps, an hour.',
      kind: 'lines',
      queries: { payments: 'max(increase(goodword_webhooks_missed_total[1h]))' },
    },
    {
      title: 'Calls to vendors, a minute',
      says: 'By vendor and answer; none is no answer at all.',
      kind: 'bars',
      queries: { '{{vendor}} {{answer}}': perMinute('goodword_vendor_calls_total', 'vendor, answer') },
    },
    {
      title: 'Latency of vendors',
      says: 'One call in twenty takes longer.',
      kind: 'lines',
      unit: 's',
      queries: { '{{vendor}}': quantile(0.95, 'goodword_vendor_call_seconds', 'vendor, ') },
    },
    {
      title: 'Answers of the api, a minute',
      says: 'By area and class of status.',
      kind: 'bars',
      queries: { '{{area}} {{answer}}': perMinute('goodword_http_answers_total', 'area, answer') },
    },
    {
      title: 'Latency of the api',
      says: 'One answer in twenty takes longer.',
      kind: 'lines',
      unit: 's',
      queries: { '{{area}}': quantile(0.95, 'goodword_http_answer_seconds', 'area, ') },
    },
  ],
  'Businesses and money': [
    {
      title: 'Organisations',
      says: 'By the state of their connection to Xero.',
      kind: 'lines',
      queries: { '{{state}}': 'max by (state) (goodword_organisations)' },
    },
    {
      title: 'Funds',
      says: 'Of all businesses, in whole units of the currency.',
      kind: 'lines',
      unit: 'currency',
      queries: { '{{account}}': 'max by (account) (goodword_funds_cents) / 100' },
    },
    {
      title: 'Orders that are not settled',
      says: 'charge is a charge of a saved card, page a page at Stripe.',
      kind: 'lines',
      queries: {
        '{{kind}}': 'max by (kind) (goodword_payments_open)',
        '{{kind}}, over an hour': 'max by (kind) (goodword_payments_open_long)',
      },
    },
    {
      title: 'Faults of the ledger',
      says: 'Of the nightly check, and against Stripe, in a day.',
      kind: 'lines',
      queries: {
        ledger: 'max(increase(goodword_ledger_faults_total[1d]))',
        payments: 'max(increase(goodword_payment_faults_total[1d]))',
        checks: 'max(increase(goodword_ledger_checks_total[1d]))',
      },
    },
  ],
  'Processes and database': [
    {
      title: 'Starts of processes',
      says: 'In half an hour.',
      kind: 'bars',
      queries: { '{{process}}': 'max by (process) (increase(goodword_process_starts_total[30m]))' },
    },
    {
      title: 'Memory',
      says: 'Of all processes of a kind.',
      kind: 'lines',
      unit: 'bytes',
      queries: { '{{process}}': 'max by (process) (process_resident_memory_bytes)' },
    },
    {
      title: 'Delay of the event loop',
      says: 'One step in a hundred waits longer, of the slowest process.',
      kind: 'lines',
      unit: 's',
      queries: { '{{process}}': 'max by (process) (nodejs_eventloop_lag_p99_seconds)' },
    },
    {
      title: 'Connections',
      says: 'Of all processes, and what waits for one.',
      kind: 'lines',
      queries: {
        '{{process}} {{state}}': 'max by (process, state) (goodword_database_connections)',
        '{{process}} waiting': 'max by (process) (goodword_database_waiting)',
      },
    },
    {
      title: 'Connections given up, a minute',
      says: 'lost: broken or timed out; suspect: opened at the same time as one that was lost.',
      kind: 'bars',
      queries: {
        '{{process}} {{reason}}': perMinute('goodword_database_connections_closed_total', 'process, reason'),
      },
    },
    {
      title: 'Jobs that failed',
      says: 'In an hour.',
      kind: 'bars',
      queries: { '{{task}}': 'max by (task) (increase(goodword_jobs_total{outcome="failed"}[1h])) > 0' },
    },
    {
      title: 'Timeline and standbys',
      says: 'A failover begins a new timeline.',
      kind: 'lines',
      queries: {
        timeline: 'max(goodword_database_timeline)',
        'standbys confirming': 'max(goodword_database_standbys_confirming)',
        'in recovery': 'max(goodword_database_in_recovery)',
      },
    },
    {
      title: 'Recovery fences',
      says: 'Raised in a day, by reason, also those of seconds; and what was found and done about it.',
      kind: 'bars',
      queries: {
        '{{reason}}': 'max by (reason) (increase(goodword_recovery_fences_total[1d])) > 0',
        'found: {{what}}': 'max by (what) (increase(goodword_recovery_found_total[1d])) > 0',
      },
    },
    {
      title: 'Size of the database',
      says: 'On its disk.',
      kind: 'lines',
      unit: 'bytes',
      queries: { size: 'max(goodword_database_size_bytes)' },
    },
  ],
}
