import { claimFolder } from '../../../bin/claim-folder.ts'

await claimFolder(process.argv[2]!)
process.send!('claimed')
setInterval(() => undefined, 60_000)
