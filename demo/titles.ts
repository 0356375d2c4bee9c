// Titles and the slugs made of them. A title can be worked out without the rest of its creation.
import { pick, type Random } from '../src/art/random.ts'
import { englishTexts, fill, phrases, topicValues } from './phrases.ts'
import { type Plan, planOf } from './plans.ts'
import { randomFor, zipfRank } from './random.ts'
import { choosePlace, placeShare } from './words.ts'
import type { World } from './world.ts'

/** `form` is the place of the phrases the title was made from, or -1 for a free English title. */
export type Title = { title: string; form: number; place: string | null; twists: number }

/** One English creation in six is written in phrases that exist in every language, and gets translated. */
const translatedShare = 0.175
const longestTwisted = 44

export function titleOf(world: World, creation: number, plan: Plan): Title {
  if (creation === 0) return { title: 'Water Log', form: -1, place: null, twists: 0 }
  const random = randomFor(world.seed, 'title', creation)
  if (plan.parent >= 0 && random() < 0.5) {
    const twisted = twistedTitle(world, plan, random)
    if (twisted) return twisted
  }
  if (plan.language !== 'en' || random() < translatedShare) return phrasedTitle(plan, random)
  return freeTitle(world, plan, random)
}

/** A remix usually carries the title of its parent, with a twist; two twists are enough. */
function twistedTitle(world: World, plan: Plan, random: Random): Title | null {
  const parentPlan = planOf(world, plan.parent)
  if (parentPlan.language !== plan.language) return null
  const parent = titleOf(world, plan.parent, parentPlan)
  if (parent.twists >= 2 || parent.title.length > longestTwisted) return null
  const title = fill(pick(random, phrases[plan.language].twists), { title: parent.title })
  return { title, form: plan.language === 'en' ? -1 : parent.form, place: null, twists: parent.twists + 1 }
}

function phrasedTitle(plan: Plan, random: Random): Title {
  const forms = phrases[plan.language].forms[plan.kind]
  const form = Math.floor(random() * forms.length)
  const title = fill(forms[form]!.title, topicValues(plan.topic, plan.language))
  return { title, form, place: null, twists: 0 }
}

function freeTitle(world: World, plan: Plan, random: Random): Title {
  const { subjects } = plan.topic
  const subject = subjects[zipfRank(random, subjects.length)]!
  const ending = pick(random, englishTexts.titleEndings[plan.kind])
  // "Game Night Night" and "Egg Egg" are not plausible titles.
  const core = subject.includes(ending) ? subject : `${subject} ${ending}`
  const place = random() < placeShare ? choosePlace(world, random) : null
  const style = random()
  if (place !== null && style < 0.5) return { title: `${place} ${core}`, form: -1, place, twists: 0 }
  let title = core
  if (style < 0.26) title = `${pick(random, englishTexts.titlePrefixes)} ${core}`
  if (style > 0.2 && style < 0.45) title += ` ${pick(random, englishTexts.titleSuffixes)}`
  return { title, form: -1, place, twists: 0 }
}

const folded: Record<string, string> = { ß: 'ss', œ: 'oe', æ: 'ae', ø: 'o', ł: 'l', '’': '' }

function latinSlug(title: string): string {
  let text = title.toLowerCase()
  if (/[^ -~]/.test(text)) {
    text = text.replace(/[ßœæøł’]/g, letter => folded[letter]!)
    text = text.normalize('NFKD').replace(/\p{M}+/gu, '')
  }
  return text.replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '')
}

/** A title in another script has a slug made of what it is about. */
function slugBase(title: string, plan: Plan): string {
  const latin = /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]*$/u.test(title)
  return latin ? latinSlug(title).slice(0, 70).replace(/-+$/, '') : `${plan.topic.key}-${plan.kind}`
}

const cachedCreators = 10_000

/** The slugs of all a creator's creations, in order. The second of a kind becomes `water-log-2`. */
function slugsOf(world: World, creator: number): readonly string[] {
  const cached = world.slugs.get(creator)
  if (cached) return cached
  const { from, to } = world.ownership.creationsOf(creator)
  const taken = new Set<string>()
  for (let creation = from; creation < to; creation++) {
    const plan = planOf(world, creation)
    const base = slugBase(titleOf(world, creation, plan).title, plan)
    let slug = base
    for (let n = 2; taken.has(slug); n++) slug = `${base}-${n}`
    taken.add(slug)
  }
  const slugs = [...taken]
  if (world.slugs.size >= cachedCreators) world.slugs.clear()
  world.slugs.set(creator, slugs)
  return slugs
}

export function slugOf(world: World, creation: number): string {
  const creator = world.ownership.creatorOf(creation)
  return slugsOf(world, creator)[creation - world.ownership.creationsOf(creator).from]!
}
