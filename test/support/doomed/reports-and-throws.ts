import { readDsn } from '../../../server/platform/reporting/dsn.ts'
import { openReports } from '../../../server/platform/reporting/reports.ts'
import { LAST_WORDS_MS } from '../patience.ts'

/** Ends by an error that nothing handles, as a bug would end a process. */
const [dsn = ''] = process.argv.slice(2)
const by = { process: 'worker', environment: 'live', count: () => undefined, lastMs: LAST_WORDS_MS }
if (dsn) openReports({ dsn: readDsn(dsn)!, ...by })
void Promise.reject(new TypeError('Jane Canary is lost'))
