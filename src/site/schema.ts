// The schema of site.json. `vitrine site schema` prints it; check-json.ts checks files against it.
import { colorNames, counters, featureNames, homeSections, kindPattern, railNames } from './site.ts'

/** The part of JSON Schema that check-json.ts understands. */
export type JsonSchema = {
  description?: string
  type?: 'object' | 'array' | 'string' | 'boolean'
  properties?: Readonly<Record<string, JsonSchema>>
  additionalProperties?: JsonSchema | false
  propertyNames?: { pattern: string }
  /** The keys are languages. */
  'x-languages'?: true
  required?: readonly string[]
  items?: JsonSchema
  minItems?: number
  maxItems?: number
  maxProperties?: number
  minLength?: number
  maxLength?: number
  pattern?: string
  /** What the pattern means, for messages. */
  'x-form'?: string
  enum?: readonly string[]
  uniqueItems?: boolean
  anyOf?: readonly JsonSchema[]
}

const object = (properties: Record<string, JsonSchema>, rest: JsonSchema = {}): JsonSchema => ({
  type: 'object',
  properties,
  additionalProperties: false,
  ...rest,
})
const list = (items: JsonSchema, maxItems: number, rest: JsonSchema = {}): JsonSchema => ({
  type: 'array',
  items,
  maxItems,
  ...rest,
})
const yesOrNo = (description: string): JsonSchema => ({ type: 'boolean', description })

/** A string, or an object with one string per language. */
const text = (maxLength: number, description: string): JsonSchema => {
  const one: JsonSchema = { type: 'string', minLength: 1, maxLength }
  const several: JsonSchema = {
    type: 'object',
    propertyNames: { pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$' },
    'x-languages': true,
    additionalProperties: one,
    maxProperties: 100,
  }
  return { description, anyOf: [one, several] }
}

const file = (endings: readonly string[], description: string): JsonSchema => ({
  type: 'string',
  description,
  maxLength: 200,
  pattern: `^(?!/)(?!.*\\.\\.)[^\\\\]+\\.(?:${endings.join('|')})$`,
  'x-form': `a file in the folder that ends in ${endings.map(ending => `.${ending}`).join(', ')}`,
})

const url: JsonSchema = {
  type: 'string',
  maxLength: 2048,
  pattern: '^(?:https?://[^\\s]+|mailto:[^\\s]+|/[^\\s]*)$',
  'x-form': 'an address such as https://example.com/page, mailto:you@example.com or /pages/about',
}
const page: JsonSchema = {
  ...url,
  pattern: '^(?:https?://[^\\s]+|/(?!/)[^\\s]*)$',
  'x-form': 'an address such as https://example.com/app or /pages/app',
}
const origin: JsonSchema = {
  type: 'string',
  maxLength: 300,
  pattern: '^https://(?:\\*\\.)?[A-Za-z0-9.-]+(?::[0-9]+)?$',
  'x-form': 'an origin such as https://stats.example.com',
}
const hexColor: JsonSchema = {
  type: 'string',
  pattern: '^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$',
  'x-form': 'a colour such as #0b6b53',
}
const color = (name: string): JsonSchema => ({
  description: `${name}: one colour, from which that of the dark theme is derived, or one for each theme.`,
  anyOf: [hexColor, object({ light: hexColor, dark: hexColor }, { required: ['light', 'dark'] })],
})
const links = (description: string): JsonSchema => ({
  ...list(object({ label: text(60, 'The text of the link.'), url }, { required: ['label', 'url'] }), 20),
  description,
})
const kind = object(
  {
    key: {
      type: 'string',
      description: 'The value of `kind` in records and in the API.',
      pattern: kindPattern,
      'x-form': 'lower-case letters, digits and hyphens, at most 40',
    },
    label: text(40, 'One creation of this kind: Plugin.'),
    plural: text(40, 'Several creations of this kind: Plugins.'),
    icon: { type: 'string', maxLength: 40, description: 'The name of a built-in icon.' },
    instructions: text(60, 'The heading of the instructions: How to install.'),
  },
  { required: ['key'] },
)
const entries = <Name extends string>(names: readonly Name[], of: (name: Name) => JsonSchema): JsonSchema =>
  object(Object.fromEntries(names.map(name => [name, of(name)])))

const script = object(
  {
    src: { ...origin, pattern: '^https://[^\\s]+$', 'x-form': 'an https address' },
    attributes: {
      type: 'object',
      maxProperties: 20,
      propertyNames: { pattern: '^(?:data-[a-z0-9-]+|async|defer|crossorigin|integrity)$' },
      additionalProperties: { type: 'string', maxLength: 300 },
    },
  },
  { required: ['src'] },
)

export const siteSchema: JsonSchema = object({
  $schema: { type: 'string', description: 'The schema of this file, for editors.' },
  name: text(60, 'The name of the community.'),
  tagline: text(120, 'The heading of the home page.'),
  intro: text(400, 'What the community is, in a sentence or two: below the heading, for search engines and agents.'),
  logo: file(['svg', 'png', 'webp', 'jpg'], 'Shown in the header, 28 pixels high.'),
  icon: file(['svg', 'png'], 'A square: browser tab, home screen, share images.'),
  colors: { ...entries(colorNames, color), description: 'Colours of the light and the dark theme.' },
  font: file(['woff2', 'woff'], 'The font of all pages.'),
  css: file(['css'], 'Style sheet that is loaded after the built-in one.'),
  nav: links('Links in the header, after the built-in ones.'),
  footer: links('Links in the footer, before the built-in ones.'),
  noun: {
    ...object(
      { label: text(40, 'One of them: Pattern.'), plural: text(40, 'Several of them: Patterns.') },
      { required: ['label', 'plural'] },
    ),
    description: 'What members call the things that they publish. Default: creation, or the name of the only kind.',
  },
  kinds: {
    ...list(kind, 30, { minItems: 1 }),
    description: 'The kinds of creations. Default: app, tracker, game, widget, experience.',
  },
  stats: {
    ...entries(counters, () =>
      object({
        label: text(40, 'What is counted: Installs.'),
        icon: { type: 'string', maxLength: 40, description: 'The name of a built-in icon, shown beside the number.' },
        hidden: yesOrNo('Not shown.'),
      }),
    ),
    description: 'The four counters of a creation.',
  },
  units: {
    type: 'object',
    maxProperties: 100,
    additionalProperties: text(40, 'The name of the unit.'),
    description: 'Names of the units of scores, by the `unit` of their records.',
  },
  open: {
    ...object({
      url: {
        type: 'string',
        description: 'Where a creation without `openUrl` is opened. `{handle}` and `{slug}` are replaced.',
        maxLength: 2048,
        pattern: '^[a-z][a-z0-9+.-]*:[^\\s{}]*(?:\\{(?:handle|slug)\\}[^\\s{}]*)*$',
        'x-form': 'an address with no other placeholders than {handle} and {slug}',
      },
      label: text(40, 'The text of the button.'),
      note: text(120, 'Where creations run that have no address to open.'),
      qr: yesOrNo('Whether large screens show a QR code. Default: true.'),
    }),
    description: 'The button that opens a creation.',
  },
  app: {
    ...object({ url: page, label: text(30, 'The text of the button. Default: Get the app.') }, { required: ['url'] }),
    description: 'Where visitors get the product: the main button of the header, the home page and creations.',
  },
  rails: {
    ...list({ enum: railNames }, railNames.length, { uniqueItems: true }),
    description: 'The rails of the home page, in this order.',
  },
  home: {
    ...list({ enum: homeSections }, homeSections.length, { uniqueItems: true }),
    description: 'The sections of the home page, in this order.',
  },
  head: {
    ...object({
      scripts: { ...list(script, 10), description: 'Scripts in the head of every page. Their origins are allowed.' },
      origins: { ...list(origin, 20), description: 'Further origins that scripts may contact.' },
    }),
    description: 'Analytics and similar scripts, and what the content security policy allows.',
  },
  features: {
    ...entries(featureNames, name => yesOrNo(`Whether the site has ${name}. Default: true.`)),
    description: 'Parts of the service that can be turned off.',
  },
})
