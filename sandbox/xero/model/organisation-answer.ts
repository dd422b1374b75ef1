import type { OrganisationFacts } from './books.ts'
import { COUNTRIES, type Country } from './countries.ts'
import { moment } from './wire-dates.ts'

/** `GET /Organisation`: its time zone is a Windows name in capitals without spaces. */
export const organisationAnswer = (organisation: OrganisationFacts) => {
  const { version, salesTax } = COUNTRIES[organisation.country as Country]
  return {
    OrganisationID: organisation.tenantId,
    Name: organisation.name,
    LegalName: organisation.name,
    PaysTax: true,
    Version: version,
    OrganisationType: 'COMPANY',
    BaseCurrency: organisation.currency,
    CountryCode: organisation.country,
    IsDemoCompany: organisation.isDemo,
    OrganisationStatus: 'ACTIVE',
    FinancialYearEndDay: 30,
    FinancialYearEndMonth: 6,
    DefaultSalesTax: salesTax,
    DefaultPurchasesTax: salesTax,
    CreatedDateUTC: moment(organisation.createdAt),
    OrganisationEntityType: 'COMPANY',
    Timezone: organisation.xeroTimeZone,
    ShortCode: organisation.shortCode,
    Edition: 'BUSINESS',
    Class: organisation.isDemo ? 'DEMO' : 'PREMIUM',
    Addresses: [],
    Phones: [],
    ExternalLinks: [],
    PaymentTerms: {},
  }
}
