import type { OrganisationFacts, TrackingCategory } from './books.ts'

export const trackingCategoryAnswer = ({ id, name, options }: TrackingCategory) => ({
  Name: name,
  Status: 'ACTIVE',
  TrackingCategoryID: id,
  Options: options.map((option) => ({ TrackingOptionID: option.id, Name: option.name, Status: 'ACTIVE' })),
})

/** What a line of an invoice says it is tracked under. */
export const lineTracking = ({ trackingCategories = [] }: OrganisationFacts, optionId: string | undefined) =>
  trackingCategories.flatMap(({ id, name, options }) =>
    options
      .filter((option) => option.id === optionId)
      .map((option) => ({
        Name: name,
        Option: option.name,
        TrackingCategoryID: id,
        TrackingOptionID: option.id,
      })),
  )
