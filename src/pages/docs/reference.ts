// The API reference, made from openapi.json: every operation, and a form to try each read.

import type { Knowledge } from '../../knowledge/knowledge.ts'
import { anchorOf } from '../../knowledge/page.ts'
import { operations } from '../../operations/index.ts'
import { nameIn } from '../../site/text.ts'
import { markdownTable } from '../../util/markdown-table.ts'
import { type Html, html } from '../layout/html.ts'
import { articleThing, breadcrumbs, jsonLd } from '../layout/json-ld.ts'
import { layout } from '../layout/layout.ts'
import { markdownDocument } from '../layout/markdown-text.ts'
import type { SiteContext } from '../layout/page.ts'
import type { Reader } from '../layout/reader.ts'
import { table } from '../layout/table.ts'
import { codeBlock, withCode } from './code.ts'
import { exampleOf, exampleUrl, type Parameter, requestOf, sampleOf } from './examples.ts'
import {
  docsFrame,
  indexTitle,
  indexUrl,
  newest,
  referenceTitle,
  referenceUrl,
  referenceSummary as summary,
} from './frame.ts'
import { type ApiDocument, type Entry, groupsOf } from './reference-entries.ts'

export function referencePage(site: SiteContext, knowledge: Knowledge, document: ApiDocument, reader: Reader): string {
  const { webUrl } = site.addresses
  const url = referenceUrl(site)
  const groups = groupsOf(document)
  const sections = groups.map(({ name, description, entries }) => {
    const lead = description === null ? null : html`<p>${description}</p>`
    return html`<section><h2 id="${anchorOf(name)}">${name}</h2>${lead}${entries.map(entry => operation(site, entry))}</section>`
  })
  return layout(site, {
    title: `${referenceTitle} · ${nameIn(site, reader.locale)}`,
    description: summary,
    reader,
    translated: false,
    canonical: url,
    markdownUrl: `${url}.md`,
    data: jsonLd(
      articleThing(site, { title: referenceTitle, summary, url, updated: newest(knowledge.pages) }),
      breadcrumbs(site, reader, [
        { name: indexTitle, url: indexUrl(site) },
        { name: referenceTitle, url },
      ]),
    ),
    menuEntry: 'docs',
    script: 'reference',
    body: docsFrame(
      site,
      { knowledge, current: url, reader },
      html`<h1>${referenceTitle}</h1><p class="lead">${summary}</p><p>The whole description, for programs: <a href="${webUrl}/openapi.json">openapi.json</a>.</p>${operationList(groups)}${sections}`,
    ),
  })
}

const isRead = ({ path }: Entry): boolean => operations.some(operation => operation.path === path)

/** All operations at a glance. */
function operationList(groups: ReturnType<typeof groupsOf>): Html {
  const lists = groups.map(({ name, entries }) => {
    const links = entries.map(
      ({ operationId, method, path, summary, aliases }) =>
        html`<li><a href="#${operationId}"><b>${method.toUpperCase()}</b><code>${path}</code></a><span>${summary}${alsoAt(aliases.map(alias => html`<code>${alias.path}</code>`))}</span></li>`,
    )
    return html`<li><b>${name}</b><ul>${links}</ul></li>`
  })
  return html`<nav class="operations" aria-label="Operations"><ul>${lists}</ul></nav>`
}

const alsoAt = (paths: readonly Html[]): Html | null =>
  paths.length === 0
    ? null
    : html` <small>Also at ${paths.map((path, i) => html`${i === 0 ? '' : ', '}${path}`)}</small>`

function operation(site: SiteContext, entry: Entry): Html {
  const { operationId, method, path, summary, description = '', parameters, aliases } = entry
  const also = alsoAt(aliases.map(alias => html`<code id="${alias.operationId}">${alias.path}</code>`))
  return html`<section class="operation" id="${operationId}"><h3>${summary}</h3><p class="route"><b>${method.toUpperCase()}</b> <code>${path}</code>${also}</p>
${description === '' ? null : html`<p>${withCode(description)}</p>`}${isRead(entry) ? tryItForm(site, entry, parameters) : null}${examples(entry)}${parameters.length === 0 ? null : parameterTable(parameters)}</section>`
}

/** A request and its response, beside each other where there is room. */
function examples(entry: Entry): Html {
  const sample = sampleOf(entry)
  const response = sample === null ? null : html`<div><h4>Example response</h4>${codeBlock('json', sample)}</div>`
  return html`<div class="examples"><div><h4>Example request</h4>${codeBlock('sh', requestOf(entry))}</div>${response}</div>`
}

const parameterColumns = ['Parameter', 'Type', 'Description']

const parameterTable = (parameters: readonly Parameter[]): Html =>
  table(
    parameterColumns,
    parameters.map(parameter => [
      html`<code>${parameter.name}</code>`,
      html`${typeOf(parameter)}`,
      html`${withCode(descriptionOf(parameter))}`,
    ]),
  )

/** Such as "string, required" or "integer, 1 to 48". */
function typeOf({ required, schema }: Parameter): string {
  const { type = 'string', minimum, maximum } = schema
  const range = minimum === undefined || maximum === undefined ? '' : `, ${minimum} to ${maximum}`
  return `${type}${range}${required ? ', required' : ''}`
}

function descriptionOf({ description = '', schema: { enum: values, default: fallback } }: Parameter): string {
  const allowed = values === undefined ? '' : `One of ${values.map(value => `\`${value}\``).join(', ')}.`
  return [description, allowed, fallback === undefined ? '' : `Default \`${fallback}\`.`]
    .filter(text => text !== '')
    .join(' ')
}

/**
 * Without a script there is a link to the example; the form needs a script, because values become parts of the path.
 */
function tryItForm(
  { addresses: { baseUrl } }: SiteContext,
  { path, operationId }: Entry,
  parameters: readonly Parameter[],
): Html {
  const example = exampleUrl({ path, parameters, servers: [{ url: baseUrl }] })
  const fields = parameters.map(parameter => {
    const id = `${operationId}-${parameter.name}`
    return html`<label for="${id}">${parameter.name}</label>${field(id, parameter)}`
  })
  return html`<details><summary class="button quiet">Try it</summary><form class="trial" data-trial="${baseUrl}${path}" hidden>${fields}<p class="actions"><button class="button">Send</button><code class="url long"></code></p><pre tabindex="0" hidden><code></code></pre></form>
<p><a href="${example}">Open the example</a></p></details>`
}

function field(id: string, parameter: Parameter): Html {
  const { name, in: location, schema } = parameter
  const values = schema.type === 'boolean' ? ['true', 'false'] : schema.enum
  if (values !== undefined) {
    const options = values.map(value => html`<option>${value}</option>`)
    return html`<select id="${id}" name="${name}"><option value="">–</option>${options}</select>`
  }
  const value = location === 'path' ? exampleOf(parameter) : ''
  const required = location === 'path' ? html` required` : null
  const example = exampleOf(parameter)
  return html`<input id="${id}" name="${name}" value="${value}" placeholder="${example === '' ? '' : `e.g. ${example}`}"${required} autocomplete="off">`
}

/** The content of the page without the forms. The texts of openapi.json are Markdown and come from us, so they are not escaped. */
export function referenceMarkdown(site: SiteContext, knowledge: Knowledge, document: ApiDocument): string {
  const { webUrl } = site.addresses
  const groups = groupsOf(document).map(
    ({ name, description, entries }) =>
      `## ${name}\n\n${description === null ? '' : `${description}\n\n`}${entries.map(operationText).join('')}`,
  )
  const url = referenceUrl(site)
  const head = { title: referenceTitle, description: summary, canonical: url, updated: newest(knowledge.pages) }
  const jsonNote = `The whole description, for programs: [openapi.json](${webUrl}/openapi.json).`
  return markdownDocument(head, webUrl, `# ${referenceTitle}\n\n${summary}\n\n${jsonNote}\n\n${groups.join('')}`)
}

function operationText(entry: Entry): string {
  const { method, path, summary, description, parameters, aliases } = entry
  const also = aliases.length === 0 ? '' : `, also at ${aliases.map(alias => `\`${alias.path}\``).join(', ')}`
  const rows = parameters.map(parameter => [`\`${parameter.name}\``, typeOf(parameter), descriptionOf(parameter)])
  const table = rows.length === 0 ? '' : `${markdownTable(parameterColumns, rows)}\n\n`
  const sample = sampleOf(entry)
  const request = `Example request:\n\n\`\`\`sh\n${requestOf(entry)}\n\`\`\`\n\n`
  const response = sample === null ? '' : `Example response:\n\n\`\`\`json\n${sample}\n\`\`\`\n\n`
  return `### ${summary}\n\n**${method.toUpperCase()}** \`${path}\`${also}\n\n${description === undefined ? '' : `${description}\n\n`}${request}${response}${table}`
}
