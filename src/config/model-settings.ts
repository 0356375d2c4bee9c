// Rows of the settings table: the operator's models for ask.
import type { Setting } from './setting.ts'
import { apiKey, endpoint, modelName } from './values.ts'

export const modelSettings = {
  llmUrl: {
    name: 'VITRINE_LLM_URL',
    default: undefined,
    meaning:
      'A language model that words the answers of ask: base address of an OpenAI-compatible API; none when absent.',
    parse: endpoint,
  },
  llmModel: {
    name: 'VITRINE_LLM_MODEL',
    default: undefined,
    meaning: 'The name of that model; needed with VITRINE_LLM_URL.',
    parse: modelName,
  },
  llmKey: {
    name: 'VITRINE_LLM_KEY',
    default: undefined,
    meaning: 'The key for that API, when it wants one.',
    parse: apiKey,
    secret: true,
  },
  embedUrl: {
    name: 'VITRINE_EMBED_URL',
    default: undefined,
    meaning: 'Embeddings that order what ask finds: base address of an OpenAI-compatible API; none when absent.',
    parse: endpoint,
  },
  embedModel: {
    name: 'VITRINE_EMBED_MODEL',
    default: undefined,
    meaning: 'The name of the embeddings model; needed with VITRINE_EMBED_URL.',
    parse: modelName,
  },
  embedKey: {
    name: 'VITRINE_EMBED_KEY',
    default: undefined,
    meaning: 'The key for that API, when it wants one.',
    parse: apiKey,
    secret: true,
  },
} as const satisfies Record<string, Setting<unknown>>
