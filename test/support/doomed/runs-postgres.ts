import { startEmbeddedPostgres } from '../../../server/platform/postgres/embedded/embedded-postgres.ts'

const { url } = await startEmbeddedPostgres(process.argv[2]!)
process.send!(url)
