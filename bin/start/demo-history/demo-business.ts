export type DemoBusiness = { businessId: string; tenantId: string; ownerId: string }
