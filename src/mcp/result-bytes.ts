// Results as bytes that many requests share. They start with the first member of the result and also close the result
// and the response; `resultFront` in json-rpc.ts writes what comes before, with the id of the request.

/** `json` is the structured result as text. A `note` to the model is only in the text content. */
export function toolResultBytes(json: string, note: string | null = null): Buffer {
  const notes = note === null ? '' : `,${textContent(note)}`
  return Buffer.from(`"content":[${textContent(json)}${notes}],"structuredContent":${json}}}`)
}

/** An error in the arguments, which the model can read and correct. */
export const toolErrorBytes = (message: string): Buffer =>
  Buffer.from(`"content":[${textContent(message)}],"isError":true}}`)

export const contentsBytes = (contents: object): Buffer => Buffer.from(`"contents":[${JSON.stringify(contents)}]}}`)

/** Any other result, as the members of an object. */
export const resultBytes = (members: object): Buffer => Buffer.from(`${JSON.stringify(members).slice(1)}}`)

const textContent = (text: string): string => `{"type":"text","text":${JSON.stringify(text)}}`
