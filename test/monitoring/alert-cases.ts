/**
 * Values minute by minute, as promtool writes them:
 * https://prometheus.io/docs/prometheus/latest/configuration/unit_testing_rules/
 */
type Series = Record<string, string>

/** When it fires, with which labels, and what is so near to it that it must not. */
export type AlertCase = { fires: Series; at: string; labels?: Record<string, string>; quiet: Series }

const for3h = (value: number): string => `${value}x180`

export const ALERT_CASES: Record<string, AlertCase> = {
  GoodwordTextsNotSent: {
    fires: { goodword_texts_oldest_due_seconds: '0+60x30' },
    at: '20m',
    quiet: { goodword_texts_oldest_due_seconds: for3h(590) },
  },
  GoodwordEventsNotAnswered: {
    fires: { goodword_events_oldest_seconds: '0+60x30' },
    at: '20m',
    quiet: { goodword_events_oldest_seconds: for3h(300) },
  },
  GoodwordNoWorker: {
    fires: { goodword_workers: '1 0x10' },
    at: '5m',
    quiet: { goodword_workers: '1 0 1 0 1 0 1x20' },
  },
  GoodwordRecoveryFenceUp: {
    fires: { 'goodword_recovery_fence{reason="restored"}': '1x20' },
    at: '8m',
    quiet: { 'goodword_recovery_fence{reason="restarted"}': '1x3 0x30' },
  },
  GoodwordGatewayRefuses: {
    fires: { goodword_attempts_refused: '3x20' },
    at: '8m',
    quiet: { goodword_attempts_refused: '0x40' },
  },
  GoodwordGatewayRefusesLater: {
    fires: { 'goodword_texts_refused_later_total{code="30034"}': '0x10 1x60' },
    at: '15m',
    labels: { code: '30034' },
    quiet: { 'goodword_texts_refused_later_total{code="30034"}': '0x180' },
  },
  GoodwordGatewayPostpones: {
    fires: { 'goodword_attempts_oldest_seconds{state="retry"}': '0+60x90' },
    at: '75m',
    quiet: { 'goodword_attempts_oldest_seconds{state="retry"}': for3h(1800) },
  },
  GoodwordUnknownOutcomesOld: {
    fires: { 'goodword_attempts_oldest_seconds{state="unknown"}': '0+60x40' },
    at: '25m',
    quiet: { 'goodword_attempts_oldest_seconds{state="unknown"}': for3h(400) },
  },
  GoodwordStuckTexts: {
    fires: { 'goodword_attempts_open{state="stuck"}': '1x20' },
    at: '8m',
    quiet: { 'goodword_attempts_open{state="unknown"}': '9x40' },
  },
  GoodwordDeadMessages: {
    fires: { 'goodword_inbox_dead{door="xero"}': '1x20' },
    at: '8m',
    labels: { door: 'xero' },
    quiet: { 'goodword_inbox_dead{door="xero"}': '0x40' },
  },
  GoodwordDoorFails: {
    fires: { 'goodword_webhooks_total{door="stripe",answer="503"}': '0+2x20' },
    at: '10m',
    labels: { door: 'stripe' },
    quiet: { 'goodword_webhooks_total{door="stripe",answer="503"}': '0x10 2x40' },
  },
  GoodwordDoorRefuses: {
    fires: { 'goodword_webhooks_total{door="xero",answer="401"}': '0+1x60' },
    at: '40m',
    labels: { door: 'xero' },
    quiet: { 'goodword_webhooks_total{door="xero",answer="401"}': '0x10 5x60' },
  },
  GoodwordXeroSilent: {
    fires: {
      goodword_webhooks_missed_total: '0x20 4x160',
      'goodword_webhooks_total{door="xero",answer="200"}': '70x180',
    },
    at: '60m',
    quiet: {
      goodword_webhooks_missed_total: '0+1x180',
      'goodword_webhooks_total{door="xero",answer="200"}': '0+1x180',
    },
  },
  GoodwordScreensFail: {
    fires: { 'goodword_http_answers_total{area="api",answer="5xx"}': '0+3x30' },
    at: '20m',
    labels: { area: 'api' },
    quiet: { 'goodword_http_answers_total{area="api",answer="5xx"}': '0x10 4x60' },
  },
  GoodwordVendorFails: {
    fires: {
      'goodword_vendor_calls_total{vendor="twilio",answer="none"}': '0+3x40',
      'goodword_vendor_calls_total{vendor="twilio",answer="2xx"}': '0+1x40',
    },
    at: '30m',
    labels: { vendor: 'twilio' },
    quiet: {
      'goodword_vendor_calls_total{vendor="twilio",answer="none"}': '0+1x60',
      'goodword_vendor_calls_total{vendor="twilio",answer="2xx"}': '0+3x60',
    },
  },
  GoodwordVendorSlow: {
    fires: {
      'goodword_vendor_call_seconds_bucket{vendor="xero",le="5"}': '0x60',
      'goodword_vendor_call_seconds_bucket{vendor="xero",le="10"}': '0+9x60',
      'goodword_vendor_call_seconds_bucket{vendor="xero",le="+Inf"}': '0+9x60',
    },
    at: '40m',
    labels: { vendor: 'xero' },
    quiet: {
      'goodword_vendor_call_seconds_bucket{vendor="xero",le="1"}': '0+9x60',
      'goodword_vendor_call_seconds_bucket{vendor="xero",le="+Inf"}': '0+9x60',
    },
  },
  GoodwordReconnectsGrow: {
    fires: {
      'goodword_organisations{state="needs_reconnect"}': '2x60 9x1600',
      goodword_workers: '1x1600',
    },
    at: '1490m',
    quiet: {
      'goodword_organisations{state="needs_reconnect"}': '40x1450 44x100',
      goodword_workers: '1x1600',
    },
  },
  GoodwordLedgerFaults: {
    fires: { goodword_ledger_faults_total: '0x60 1x200' },
    at: '100m',
    quiet: { goodword_ledger_faults_total: '3x400' },
  },
  GoodwordLedgerNotChecked: {
    fires: { goodword_ledger_checks_total: '1x3400' },
    at: '54h',
    quiet: { goodword_ledger_checks_total: '1x1440 2x1440 3x1440' },
  },
  GoodwordPaymentsDisagree: {
    fires: { goodword_payment_faults_total: '0x14 1x14 2x14 3x14 4x60' },
    at: '50m',
    quiet: { goodword_payment_faults_total: '7x100' },
  },
  GoodwordChargeOpenLong: {
    fires: { 'goodword_payments_open_long{kind="charge"}': '1x30' },
    at: '15m',
    quiet: { 'goodword_payments_open_long{kind="page"}': '5x60' },
  },
  GoodwordDown: {
    fires: { 'up{job="goodword",instance="api:3000"}': '1 0x10' },
    at: '5m',
    labels: { job: 'goodword', instance: 'api:3000' },
    quiet: { 'up{job="goodword",instance="api:3000"}': '1 0 1x100' },
  },
  GoodwordReadingsMissing: {
    fires: {
      'up{job="goodword",instance="api:3000"}': '1x20',
      goodword_workers: '1x20',
      goodword_events_oldest_seconds: '0x20',
      'goodword_process_starts_total{process="api"}': '1x20',
      goodword_database_up: '1x20',
    },
    at: '8m',
    quiet: {
      'up{job="goodword",instance="api:3000"}': '1x100',
      goodword_workers: '1x100',
      goodword_texts_oldest_due_seconds: '0x100',
      goodword_events_oldest_seconds: '0x100',
      'goodword_process_starts_total{process="api"}': '1x100',
    },
  },
  GoodwordDatabaseAway: {
    fires: { goodword_database_up: '1 0x10' },
    at: '4m',
    quiet: { goodword_database_up: '1x30' },
  },
  GoodwordDatabaseIsStandby: {
    fires: { goodword_database_in_recovery: '1x10' },
    at: '4m',
    quiet: { goodword_database_in_recovery: '0x30' },
  },
  GoodwordStandbyLost: {
    fires: { goodword_database_standbys_wanted: '1x10', goodword_database_standbys_confirming: '1 0x10' },
    at: '5m',
    quiet: { goodword_database_standbys_wanted: '0x10', goodword_database_standbys_confirming: '0x10' },
  },
  GoodwordDatabaseFailedOver: {
    fires: { goodword_database_timeline: '3x10 4x40' },
    at: '20m',
    quiet: { goodword_database_timeline: '4x100' },
  },
  GoodwordConnectionsLost: {
    fires: { 'goodword_database_connections_closed_total{process="api",reason="lost"}': '0+5x40' },
    at: '20m',
    labels: { process: 'api' },
    quiet: { 'goodword_database_connections_closed_total{process="api",reason="lost"}': '0x10 12x60' },
  },
  GoodwordPoolWaits: {
    fires: { 'goodword_database_waiting{process="worker"}': '9x20' },
    at: '8m',
    labels: { process: 'worker' },
    quiet: { 'goodword_database_waiting{process="worker"}': '9 0 9 0 9 0 9 0 9 0x20' },
  },
  GoodwordBackupOld: {
    fires: { goodword_backup_age_seconds: '93000+60x30' },
    at: '15m',
    quiet: { goodword_backup_age_seconds: '86000x30' },
  },
  GoodwordBackupNotVerified: {
    fires: { goodword_backup_verified_age_seconds: '93000+60x30' },
    at: '15m',
    quiet: { goodword_backup_verified_age_seconds: '86000x30' },
  },
  GoodwordErasureLate: {
    fires: { goodword_erasures_late: '0x10 1x90' },
    at: '75m',
    quiet: { goodword_erasures_late: '1x50 0x60' },
  },
  GoodwordNotPruned: {
    fires: { goodword_prune_age_seconds: '93000+60x30' },
    at: '15m',
    quiet: { goodword_prune_age_seconds: '86000+60x70' },
  },
  GoodwordProcessesRestart: {
    fires: { 'goodword_process_starts_total{process="worker"}': '2+1x30' },
    at: '15m',
    labels: { process: 'worker' },
    quiet: { 'goodword_process_starts_total{process="worker"}': '2x20 4x20 6x60' },
  },
  GoodwordJobsFail: {
    fires: { 'goodword_jobs_total{task="tell-owners",outcome="failed"}': '0+1x20' },
    at: '15m',
    labels: { task: 'tell-owners' },
    quiet: { 'goodword_jobs_total{task="tell-owners",outcome="failed"}': '0x10 2x60' },
  },
  GoodwordSweepsStopped: {
    fires: { 'goodword_jobs_total{task="sweep-due",outcome="done"}': '9x100' },
    at: '60m',
    quiet: { 'goodword_jobs_total{task="sweep-due",outcome="done"}': '0+0.2x100' },
  },
  GoodwordEventLoopSlow: {
    fires: { 'nodejs_eventloop_lag_p99_seconds{process="api"}': '0.8x20' },
    at: '15m',
    labels: { process: 'api' },
    quiet: { 'nodejs_eventloop_lag_p99_seconds{process="api"}': '0.8x5 0.02x40' },
  },
  GoodwordClocksDiffer: {
    fires: { goodword_clock_difference_seconds: '6x20' },
    at: '15m',
    quiet: { goodword_clock_difference_seconds: '2x40' },
  },
}
