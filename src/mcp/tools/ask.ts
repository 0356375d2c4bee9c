// `ask`: a question in natural language, answered with sources.
import type { Ask, AskReady, Question } from '../../ask/answer/answer.ts'
import { finalAnswer } from '../../ask/answer/answer-events.ts'
import { AskResponse } from '../../ask/answer/schemas.ts'
import { startDeadline } from '../../ask/deadline.ts'
import { type ErrorDetail, fail } from '../../errors.ts'
import { askLimits } from '../../limits.ts'
import { getAppShare, getCommunityFeed } from '../../operations/index.ts'
import { canonicalTag, isLocale, localeRule } from '../../operations/locale.ts'
import { makeRequestIds } from '../../server/request/request-id.ts'
import { didYouMean } from '../../util/nearest.ts'
import { truncate } from '../../util/text.ts'
import type { Tool, ToolDescription } from '../definition.ts'
import { toolResultBytes } from '../result-bytes.ts'
import { answerText } from '../text/answer.ts'
import { compactOutput } from './output-schema.ts'

const { queryLength, previous: maxPrevious } = askLimits

export const askDescription: ToolDescription = {
  name: 'ask',
  icon: 'chat',
  title: 'Ask a question',
  description:
    'Answer a question about the service (what it is, limits, the API) or about the community (what is popular, new, by whom), with citations. ' +
    'Use this when a person wants an answer rather than a list; it abstains (`answered` is false) where its sources have no answer, and refuses to act. ' +
    `Next: give people the \`url\` of the citations; ${getCommunityFeed.name} and ${getAppShare.name} show creations in full.`,
  inputSchema: {
    type: 'object',
    properties: {
      query: {
        type: 'string',
        minLength: 1,
        maxLength: queryLength,
        description: 'The question, in everyday language, in any of eleven languages.',
        examples: ['How many requests may I send per minute?'],
      },
      locale: {
        type: 'string',
        description: 'A BCP-47 tag such as es: the language to answer in. That of the question when absent.',
      },
      previous: {
        type: 'array',
        items: { type: 'string' },
        description: `Earlier questions of the conversation, oldest first, for follow-ups; the last ${maxPrevious} count.`,
      },
    },
    required: ['query'],
    additionalProperties: false,
  },
  outputSchema: compactOutput(AskResponse),
}

export function askTool(ask: Ask, ready: AskReady): Tool {
  const nextId = makeRequestIds()
  return {
    ...askDescription,
    call: async args => {
      const question = questionIn(args)
      const controller = new AbortController()
      const stopDeadline = startDeadline(reason => controller.abort(reason), ready)
      try {
        const { signal } = controller
        const answer = await finalAnswer(ask(question, { requestId: nextId(), signal }), signal)
        return toolResultBytes({ json: JSON.stringify(answer), text: answerText(answer) })
      } finally {
        stopDeadline()
      }
    },
  }
}

type Args = Record<string, unknown>

/** Stricter than HTTP, because a model can correct reported errors. */
function questionIn(args: Args): Question {
  const details = [...unknownArguments(args), ...wrongArguments(args)]
  if (details.length > 0) throw fail('validation_failed', details.map(({ reason }) => reason).join(' '), { details })
  const { query, locale, previous } = args as { query: string; locale?: string; previous?: string[] }
  return {
    query: query.trim(),
    locale: locale === undefined ? null : canonicalTag(locale),
    mode: 'summarize',
    previous: (previous ?? []).slice(-maxPrevious).map(text => truncate(text, askLimits.previousLength)),
  }
}

const names = ['query', 'locale', 'previous'] as const

const unknownArguments = (args: Args): ErrorDetail[] =>
  Object.keys(args)
    .filter(name => !(names as readonly string[]).includes(name))
    .slice(0, 1)
    .map(name => {
      const shortName = truncate(name, 100)
      const hint = didYouMean(shortName, names)
      const reason = `There is no argument ${JSON.stringify(shortName)}.${hint} This tool takes ${names.join(', ')}.`
      return { field: shortName, reason }
    })

const rules: Record<(typeof names)[number], { allows: (value: unknown) => boolean; rule: string }> = {
  query: {
    allows: value => typeof value === 'string' && value.trim() !== '' && [...value].length <= queryLength,
    rule: `query must be text of 1 to ${queryLength} characters.`,
  },
  locale: {
    allows: value => value === undefined || isLocale(value),
    rule: localeRule('locale'),
  },
  previous: {
    allows: value => value === undefined || (Array.isArray(value) && value.every(text => typeof text === 'string')),
    rule: 'previous must be a list of texts.',
  },
}

const wrongArguments = (args: Args): ErrorDetail[] =>
  names.filter(name => !rules[name].allows(args[name])).map(name => ({ field: name, reason: rules[name].rule }))
