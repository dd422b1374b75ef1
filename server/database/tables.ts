import type { Selectable } from 'kysely'
import type { AuditTables } from './tables/audit.ts'
import type { BackupsTables } from './tables/backups.ts'
import type { BusinessesTables } from './tables/businesses.ts'
import type { ClaimsTables } from './tables/claims.ts'
import type { ExperimentsTables } from './tables/experiments.ts'
import type { InvoicesTables } from './tables/invoices.ts'
import type { LedgerTables } from './tables/ledger.ts'
import type { LinksTables } from './tables/links.ts'
import type { MessageSettingsTables } from './tables/message-settings.ts'
import type { NoticesTables } from './tables/notices.ts'
import type { OperationsTables } from './tables/operations.ts'
import type { OperatorTables } from './tables/operator.ts'
import type { OptOutsTables } from './tables/opt-outs.ts'
import type { OrganisationsTables } from './tables/organisations.ts'
import type { PaymentsTables } from './tables/payments.ts'
import type { PlatformTables } from './tables/platform.ts'
import type { ReviewRequestsTables } from './tables/review-requests.ts'
import type { ReviewsTables } from './tables/reviews.ts'
import type { SendersTables } from './tables/senders.ts'
import type { SessionsTables } from './tables/sessions.ts'
import type { SupportTables } from './tables/support.ts'
import type { TestTextsTables } from './tables/test-texts.ts'
import type { WebhooksTables } from './tables/webhooks.ts'

// Made by `npm run schema` from a freshly migrated database; `npm run check` fails where the two differ.

export type Tables = AuditTables &
  BackupsTables &
  BusinessesTables &
  ClaimsTables &
  ExperimentsTables &
  InvoicesTables &
  LedgerTables &
  LinksTables &
  MessageSettingsTables &
  NoticesTables &
  OperationsTables &
  OperatorTables &
  OptOutsTables &
  OrganisationsTables &
  PaymentsTables &
  PlatformTables &
  ReviewRequestsTables &
  ReviewsTables &
  SendersTables &
  SessionsTables &
  SupportTables &
  TestTextsTables &
  WebhooksTables

/** A row of a table as it is read. */
export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>
