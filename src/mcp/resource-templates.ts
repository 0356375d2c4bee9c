// Creators and creations as resources.
import { type Checked, type Context, call, type Operation } from '../operations/define.ts'
import { getAppShare, getCreatorProfile } from '../operations/index.ts'
import type { ResourceTemplate } from './definition.ts'
import type { IconName } from './icons.ts'
import type { Completions } from './prompts/completions.ts'
import type { ResourceLink } from './result-bytes.ts'

const mimeType = 'application/json'

type Template = { operation: Operation; uriTemplate: string; name: string; title: string; icon: IconName }

const templates: readonly Template[] = [
  {
    operation: getCreatorProfile,
    uriTemplate: 'vitrine://creator/{handle}',
    name: 'creator',
    title: 'A creator',
    icon: 'experience',
  },
  {
    operation: getAppShare,
    uriTemplate: 'vitrine://app/{handle}/{slug}',
    name: 'app',
    title: 'A creation',
    icon: 'cube',
  },
]

export const readTemplates = (context: Context, { handle, slug }: Completions): ResourceTemplate[] =>
  templates.map(({ operation, ...template }) => ({
    ...template,
    description: operation.summary,
    mimeType,
    complete: { handle, slug },
    read: async values => (await call(operation, values, context)).json(),
  }))

/** The resource that has everything about what a tool read, if there is one. */
export const linksFor = ({ operation, input }: Checked): ResourceLink[] =>
  templates
    .filter(template => template.operation === operation)
    .map(({ uriTemplate, name, title }) => {
      const uri = uriTemplate.replace(/\{(\w+)\}/g, (_, field: string) => encodeURIComponent(String(input[field])))
      return { uri, name, title: `${title}, complete`, mimeType }
    })
