// Programs by others that judge what a running service offers. They are told where it is and ask nothing else.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { toolPackages } from './tools.ts'

const timeoutMs = 120_000

const scripts = {
  'agent-readability': '@vercel/agent-readability/dist/cli/index.cjs',
  afdocs: 'afdocs/bin/afdocs.mjs',
  'skills-ref': 'skills-ref/dist/cli.js',
}

export type Verdict = { code: number; output: string }

/** Runs a judge to its end; it says with its exit code and in words what it found. */
export function judge(name: keyof typeof scripts, args: readonly string[]): Promise<Verdict> {
  const script = join(toolPackages, scripts[name])
  return new Promise(resolve => {
    execFile(
      process.execPath,
      [script, ...args],
      { timeout: timeoutMs, maxBuffer: 64 * 1024 * 1024 },
      (error, output, trouble) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1
        resolve({ code, output: output || trouble })
      },
    )
  })
}
