import { ensureProgramsBuilt } from '../../bin/build-programs.ts'
import { ensureWebBuilt } from '../../bin/build-web.ts'

/** Tests that ask for a page or a program find it, whichever of them runs first and whatever was built before. */
export const setup = async (): Promise<void> => {
  await ensureWebBuilt()
  await ensureProgramsBuilt()
}
