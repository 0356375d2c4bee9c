import manifest from '../../package.json' with { type: 'json' }

export const softwareVersion: string = manifest.version
