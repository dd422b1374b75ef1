import { matchRoutes } from 'react-router'

/** Whether the router shows the page of `path` at this address: case, escapes and a slash at its end do not matter. */
export const isAt = (path: string, pathname: string): boolean => matchRoutes([{ path }], pathname) !== null
