// Checked by tsc, never run: the types of the client are those of the service's schemas, in both directions, and wrong
// calls do not compile.
import type { Static, TSchema } from 'typebox'
import { type AskEvent, makeClient, VitrineError } from '../../client/client.ts'
import type * as contract from '../../client/contract.ts'
import type * as answer from '../../src/ask/answer/answer.ts'
import type * as ask from '../../src/ask/answer/schemas.ts'
import type { AsyncAskJob } from '../../src/endpoints/jobs/create.ts'
import type { AsyncAskJobStatus } from '../../src/endpoints/jobs/poll.ts'
import type { ErrorName } from '../../src/errors.ts'
import type * as shapes from '../../src/operations/shapes.ts'
import type { StatusDocument } from '../../src/pages/status-document.ts'

/** Each is assignable to the other, and they have the same members: an additional optional one counts. */
type Same<A, B> = Identical<Plain<A>, Plain<B>> extends true ? ([A] extends [B] ? true : false) : false
type Identical<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
type Plain<T> = T extends object ? { -readonly [Key in keyof T]: Plain<T[Key]> } : T
type Of<Schema extends TSchema> = Static<Schema>
type Check<Holds extends true> = Holds

export type Checks = [
  Check<Same<contract.FeedPage, Of<typeof shapes.FeedPage>>>,
  Check<Same<contract.Creation, Of<typeof shapes.Creation>>>,
  Check<Same<contract.TagList, Of<typeof shapes.TagList>>>,
  Check<Same<contract.Landing, Of<typeof shapes.Landing>>>,
  Check<Same<contract.CreatorProfile, Of<typeof shapes.CreatorProfile>>>,
  Check<Same<contract.CreatorList, Of<typeof shapes.CreatorList>>>,
  Check<Same<contract.AppShare, Of<typeof shapes.AppShare>>>,
  Check<Same<contract.AskResponse, Of<typeof ask.AskResponse>>>,
  Check<Same<contract.AskResponse, answer.AskResponse>>,
  Check<Same<AskEvent, answer.AskEvent>>,
  Check<Of<typeof ask.AskRequest> extends contract.AskRequest ? true : false>,
  Check<Same<contract.AsyncAskJob, AsyncAskJob>>,
  Check<Same<Omit<contract.AsyncAskJobStatus, 'error'>, Omit<AsyncAskJobStatus, 'error'>>>,
  Check<Same<contract.ErrorBody['error'], ErrorName>>,
  Check<Same<contract.StatusDocument, Of<typeof StatusDocument>>>,
]

export async function calls(): Promise<void> {
  const client = makeClient({ url: 'https://community.example' })
  const feed = await client.getCommunityFeed({ sort: 'recent', limit: 3, tag: undefined })
  feed.items[0]?.stats.plays.toFixed()
  await client.getPopularTags()
  const [tags, app] = await client.batch([
    { operation: 'get_popular_tags' },
    { id: 'mine', operation: 'get_app_share', arguments: { handle: 'mira', slug: 'water-log' } },
  ])
  if (tags.error === undefined) tags.data.items[0]?.count.toFixed()
  else tags.error.message.trim()
  if (app.data) app.data.leaderboard[0]?.rank.toFixed()
  for await (const event of client.askEvents('What is new?')) {
    if (event.event === 'complete') event.data.citations[0]?.url.trim()
  }
  const error: unknown = new VitrineError('not_found', 'No.')
  if (error instanceof VitrineError && error.name === 'not_found') error.requestId?.trim()
}

export async function wrongCalls(): Promise<void> {
  // @ts-expect-error an address is needed
  makeClient({})
  const client = makeClient({ url: 'https://community.example' })
  // @ts-expect-error there is no such order
  await client.getCommunityFeed({ sort: 'best' })
  // @ts-expect-error a number is a number
  await client.getCommunityFeed({ limit: '3' })
  // @ts-expect-error there is no such argument
  await client.getCommunityFeed({ colour: 'red' })
  // @ts-expect-error whose profile?
  await client.getCreatorProfile()
  // @ts-expect-error of which creation?
  await client.getAppShare({ handle: 'mira' })
  // @ts-expect-error nothing can be written
  await client.createApp({ handle: 'mira' })
  // @ts-expect-error there is no such operation
  await client.batch([{ operation: 'get_everything' }])
  // @ts-expect-error this one needs arguments
  await client.batch([{ operation: 'get_app_share' }])
  const [tags] = await client.batch([{ operation: 'get_popular_tags' }])
  // @ts-expect-error it may have failed
  tags.data.items
  // @ts-expect-error tags have no leaderboard
  tags.data?.leaderboard
  // @ts-expect-error a job has an id
  await client.waitForAskJob()
}
