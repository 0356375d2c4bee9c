// Preloaded into a command: when it ends, it reports its CPU time and peak memory on file descriptor 3.
import { writeSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  process.on('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
    const usage = { cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, peakMegabytes: (maxRSS * 1024) / 1e6 }
    writeSync(3, JSON.stringify(usage))
  })
}
