import { setFlagsFromString } from 'node:v8'

/**
 * While little is allocated, V8 collects its old generation each time that it has grown by a fifth, and marks with as
 * many threads as there are: of two processors it takes both, and a text meanwhile 15 to 25 ms longer. With this
 * it grows to three times what lives, as V8 may let it under load, and one thread marks. Before anything is loaded.
 */
export const collectSeldom = (): void => {
  setFlagsFromString('--heap-growing-percent=200')
  setFlagsFromString('--concurrent-marking-max-worker-num=1')
}
