import { readDsn } from '../../../server/platform/reporting/dsn.ts'
import { openReports } from '../../../server/platform/reporting/reports.ts'

/** Ends by an error that nothing handles, as a bug would end a process. */
const [dsn = ''] = process.argv.slice(2)
if (dsn) openReports({ dsn: readDsn(dsn)!, process: 'worker', environment: 'live', count: () => undefined })
void Promise.reject(new TypeError('Jane Canary is lost'))
