import { z } from 'zod'
import { retentionSettings, withKeptTexts } from '../../server/platform/process/env-retention.ts'

/** What holds where an operator sets none. */
export const KEEP_BY_DEFAULT = withKeptTexts(z.object(retentionSettings).parse({}))
