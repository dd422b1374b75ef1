import { findFault } from '../../server/platform/process/health-file.ts'

/** For the health checks of containers: light, because one runs every few seconds. */
const fault = await findFault(process.env['HEALTH_FILE'] ?? '')
if (fault) console.error(fault)
process.exitCode = fault ? 1 : 0
