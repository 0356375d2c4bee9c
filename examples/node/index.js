// What is new in a community, how many creations a tag has, and an answer to a question.
import { makeClient, VitrineError } from 'vitrine/client'

const client = makeClient({ url: process.argv[2] ?? 'http://localhost:4000' })

try {
  const { items } = await client.getCommunityFeed({ sort: 'recent', limit: 3 })
  for (const { title, creator, stats } of items) {
    console.log(`${title} by ${creator.displayName}, played ${stats.plays} times`)
  }

  const { items: tags } = await client.getPopularTags()
  const tag = tags[0]
  let count = 0
  for await (const page of client.pages({ tag: tag.key, limit: 48 })) count += page.items.length
  console.log(`${count} creations are tagged ${tag.label}`)

  const { answer, citations } = await client.ask('What does it cost?')
  console.log(answer)
  for (const { title, url } of citations) console.log(`  ${title}: ${url}`)
} catch (error) {
  if (!(error instanceof VitrineError)) throw error
  console.error(`${error.message} (${error.name}, request ${error.requestId})`)
  process.exitCode = 1
}
