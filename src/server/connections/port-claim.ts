// A port that several sockets of ours share would be shared with another process of ours as well, which then gets half of
// the requests without anybody noticing. So whoever wants to share one claims it first, by a name that only one can have.
import { createServer } from 'node:net'

export type Place = { port: number; host: string | undefined }

/** Gives back what ends the claim; it also ends with the process. Throws what a port that is taken throws. */
export function claimPort({ port, host }: Place): Promise<() => void> {
  const claim = createServer(socket => socket.destroy()).unref()
  return new Promise((resolve, reject) => {
    claim.once('error', error => {
      const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
      const taken = { code: 'EADDRINUSE', port, ...(host === undefined ? {} : { address: host }) }
      reject(isTaken ? Object.assign(new Error(`Port ${port} is taken.`), taken) : error)
    })
    // The zero makes it a name that is in no folder, and that is gone when nobody has it.
    claim.listen(`\0vitrine ${host ?? '*'} ${port}`, () => resolve(() => void claim.close()))
  })
}
