// Titles and slugs. A title can be computed without the rest of its creation.
import { pick, type Random } from '../src/art/random.ts'
import { englishTexts, fill, phrases, topicValues } from './phrases.ts'
import { type Plan, planOf } from './plans.ts'
import { randomFor, zipfRank } from './random.ts'
import { choosePlace, placeShare } from './words.ts'
import type { World } from './world.ts'

/**
 * `form` is the index of the form (see phrases.ts) of title and summary, or -1 if they are made from englishTexts.
 * `remixDepth`: how often the title of a parent is contained in the title.
 */
export type Title = { title: string; form: number; place: string | null; remixDepth: number }

/** Share of the English creations with a translatable title. */
const translatedShare = 0.175
const maxParentTitleLength = 44

export function titleOf(world: World, creation: number, plan: Plan): Title {
  if (creation === 0) return { title: 'Water Log', form: -1, place: null, remixDepth: 0 }
  const random = randomFor(world.seed, 'title', creation)
  if (plan.parent >= 0 && random() < 0.5) {
    const title = remixTitle(world, plan, random)
    if (title) return title
  }
  if (plan.language !== 'en' || random() < translatedShare) return translatableTitle(plan, random)
  return freeTitle(world, plan, random)
}

/** Half of the remixes contain the title of their parent, if it is short and in the same language. */
function remixTitle(world: World, plan: Plan, random: Random): Title | null {
  const parentPlan = planOf(world, plan.parent)
  if (parentPlan.language !== plan.language) return null
  const parent = titleOf(world, plan.parent, parentPlan)
  if (parent.remixDepth >= 2 || parent.title.length > maxParentTitleLength) return null
  const title = fill(pick(random, phrases[plan.language].remixTitles), { title: parent.title })
  return { title, form: plan.language === 'en' ? -1 : parent.form, place: null, remixDepth: parent.remixDepth + 1 }
}

function translatableTitle(plan: Plan, random: Random): Title {
  const forms = phrases[plan.language].forms[plan.kind]
  const form = Math.floor(random() * forms.length)
  const title = fill(forms[form]!.title, topicValues(plan.topic, plan.language))
  return { title, form, place: null, remixDepth: 0 }
}

function freeTitle(world: World, plan: Plan, random: Random): Title {
  const { subjects } = plan.topic
  const subject = subjects[zipfRank(random, subjects.length)]!
  const ending = pick(random, englishTexts.titleEndings[plan.kind])
  // Avoids titles such as "Game Night Night".
  const core = subject.includes(ending) ? subject : `${subject} ${ending}`
  const place = random() < placeShare ? choosePlace(world, random) : null
  const style = random()
  if (place !== null && style < 0.5) return { title: `${place} ${core}`, form: -1, place, remixDepth: 0 }
  let title = core
  if (style < 0.26) title = `${pick(random, englishTexts.titlePrefixes)} ${core}`
  if (style > 0.2 && style < 0.45) title += ` ${pick(random, englishTexts.titleSuffixes)}`
  return { title, form: -1, place, remixDepth: 0 }
}

const asciiLetters: Record<string, string> = { ß: 'ss', œ: 'oe', æ: 'ae', ø: 'o', ł: 'l', '’': '' }

function latinSlug(title: string): string {
  let text = title.toLowerCase()
  if (/[^ -~]/.test(text)) {
    text = text.replace(/[ßœæøł’]/g, letter => asciiLetters[letter]!)
    text = text.normalize('NFKD').replace(/\p{M}+/gu, '')
  }
  return text.replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '')
}

/** If the title is not in Latin script, the slug is made from the topic and the kind. */
function slugBase(title: string, plan: Plan): string {
  const latin = /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]*$/u.test(title)
  return latin ? latinSlug(title).slice(0, 70).replace(/-+$/, '') : `${plan.topic.key}-${plan.kind}`
}

const cachedCreators = 10_000

/** The slugs of a creator's creations, in order. The second `water-log` becomes `water-log-2`. */
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
