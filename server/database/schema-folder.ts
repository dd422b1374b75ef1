import { join } from 'node:path'

/** Where the roles, migrations and functions of the product's database stand; its README says how they change. */
export const SCHEMA_FOLDER = join(import.meta.dirname, '../../database')
