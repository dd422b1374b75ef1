import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { PlacesControl } from './register-places.ts'

/** What a test or a person asks of Google itself: what it charged, and that a place is there no more. */
export const placesControlRoutes = (places: PlacesControl) => async (app: FastifyInstance) => {
  app.get('/bill', async () => places.bill())
  app.post<{ Params: { placeId: string } }>('/:placeId/vanish', async (request) => {
    places.vanish(request.params.placeId)
    return { ok: true }
  })
  app.post<{ Params: { placeId: string } }>('/:placeId/move', async (request) => {
    places.move(request.params.placeId, z.object({ to: z.string().min(1) }).parse(request.body).to)
    return { ok: true }
  })
}
