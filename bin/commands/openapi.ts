import { type Command, parseFlags, print } from '../command.ts'
import { loadConfig } from '../stores.ts'

export const openapiCommand: Command = {
  name: 'openapi',
  summary: 'Print the OpenAPI description of the service.',
  usage: 'openapi',
  async run(args) {
    parseFlags('openapi', args, {})
    const config = loadConfig()
    const { openapiDocument } = await import('../../src/openapi/document.ts')
    const { loadSite } = await import('../../src/site/read.ts')
    await print(`${JSON.stringify(openapiDocument({ ...config, site: loadSite(config.sitePack) }), null, 2)}\n`)
    return 0
  },
}
