import type { ReactNode } from 'react'
import { GooglePage } from '../businesses/google-page.tsx'
import { FindBusiness } from '../businesses/find-business.tsx'

/** The tab, with the search of businesses that it leads through. */
export const GoogleTab = (): ReactNode => <GooglePage findBusiness={(props) => <FindBusiness {...props} />} />
