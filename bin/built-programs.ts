import { join } from 'node:path'

export const PROGRAMS_FOLDER = join(import.meta.dirname, '..', 'dist', 'programs')

/** Of the packages that the programs contain. */
export const LICENCES = 'LICENCES.txt'

/** By the names of what is built. */
export const PROGRAMS = {
  api: 'server/api.ts',
  goodword: 'bin/goodword.ts',
  'run-worker': 'server/wiring/run-worker.ts',
  sandbox: 'sandbox/main.ts',
  'serve-api': 'server/wiring/serve-api.ts',
  start: 'bin/start/run-start.ts',
  worker: 'server/worker.ts',
}

/** What is run of a program: the same code in a few files, which load in a third of the time and need less memory. */
export const builtProgram = (name: keyof typeof PROGRAMS): string => join(PROGRAMS_FOLDER, `${name}.js`)

/** Packages that read files which lie beside their code: they are loaded as they are. */
export const LOADED_AS_THEY_ARE = ['graphile-worker', 'pdfkit']
/** Packages of an installation: these, what is read of by place, and what runs it. */
export const BESIDE_PROGRAMS = [...LOADED_AS_THEY_ARE, '@expo-google-fonts/figtree', 'node']
