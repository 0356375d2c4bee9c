// Results as bytes. They begin with their first member and end by closing result and response, so that an answer is the
// id of its request in front of bytes that many requests share.

/** `json` is the structured answer as text. A `note` is for the reader alone and is not part of the data. */
export function finishedAnswer(json: string, note: string | null = null): Buffer {
  const notes = note === null ? '' : `,${textContent(note)}`
  return Buffer.from(`"content":[${textContent(json)}${notes}],"structuredContent":${json}}}`)
}

/** A mistake of the caller, who is a program that can read and mend it. */
export const finishedMistake = (message: string): Buffer =>
  Buffer.from(`"content":[${textContent(message)}],"isError":true}}`)

export const finishedContents = (contents: object): Buffer => Buffer.from(`"contents":[${JSON.stringify(contents)}]}}`)

/** Any other result. */
export const finished = (members: object): Buffer => Buffer.from(`${JSON.stringify(members).slice(1)}}`)

const textContent = (text: string): string => `{"type":"text","text":${JSON.stringify(text)}}`
