import { startEmbeddedPostgres } from '../../../server/platform/embedded-postgres.ts'

const { url } = await startEmbeddedPostgres(process.argv[2]!)
process.send!(url)
