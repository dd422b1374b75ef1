import type { ColumnType, Generated } from 'kysely'

export type NoticesTables = {
  owner_notices: {
    business_id: string
    is_off: Generated<boolean>
    funds_level: ColumnType<number, number | undefined, number>
    xero_told: Generated<boolean>
    last_sent_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    off_token: string
  }
}
