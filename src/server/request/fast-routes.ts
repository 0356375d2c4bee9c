// Reads that are asked for all the time go from the front door straight to their answer: what a router does for them
// (finding the route, making its objects, running its hooks) takes as long as reading a page from the store.
import type { ServerResponse } from 'node:http'
import type { RouteTally, Tally } from '../request-counts.ts'
import type { Prepare, Served } from '../response/serve.ts'
import type { SendFailure } from '../router.ts'
import type { HostName, VisitedRequest } from './request-info.ts'

/** A path without parameters, and what a request for it is answered with. The router knows the same path. */
export type Lane = { path: string; route: string; served: (url: string) => Served }

/** By path. */
export type Lanes = ReadonlyMap<string, (req: VisitedRequest, res: ServerResponse) => void>

export type LaneParts = { host: HostName; tally: Tally; prepare: Prepare; sendFailure: SendFailure }

export function makeLanes(lanes: readonly Lane[], { host, tally, prepare, sendFailure }: LaneParts): Lanes {
  const answer = async (req: VisitedRequest, res: ServerResponse, served: Lane['served']): Promise<void> => {
    try {
      const send = await prepare(req, served(req.url!))
      send(res)
    } catch (error) {
      sendFailure(req, res, error)
    }
  }
  return new Map(
    lanes.map(({ path, route, served }) => {
      const counted: RouteTally = tally.route(host, route)
      const handle = (req: VisitedRequest, res: ServerResponse) => {
        req.visit.tally = counted
        void answer(req, res, served)
      }
      return [path, handle]
    }),
  )
}
