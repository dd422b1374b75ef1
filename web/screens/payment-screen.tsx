import type { ReactNode } from 'react'
import { PaymentReturnPage } from '../payments/payment-return-page.tsx'
import { GoogleButton } from '../sessions/google-button.tsx'

export const PaymentScreen = (): ReactNode => <PaymentReturnPage signIn={<GoogleButton intent="sign-in" />} />
