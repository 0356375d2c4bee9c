// Results as bytes that many requests share. They start with the first member of the result and also close the result
// and the response; `resultFront` in json-rpc.ts writes what comes before, with the id of the request.

/** A resource of this server that has more than the text of a result. */
export type ResourceLink = { uri: string; name: string; title: string; mimeType: string }

/**
 * `json` is the structured result; `text`, which models read, is the same JSON where absent. A `note` to the model and
 * `links` follow the text.
 */
export type ToolResult = { json: string; text?: string; note?: string | null; links?: readonly ResourceLink[] }

export function toolResultBytes({ json, text = json, note = null, links = [] }: ToolResult): Buffer {
  const content = [
    textContent(text),
    ...(note === null ? [] : [textContent(note)]),
    ...links.map(link => JSON.stringify({ type: 'resource_link', ...link })),
  ]
  return Buffer.from(`"content":[${content.join()}],"structuredContent":${json}}}`)
}

/** An error in the arguments, which the model can read and correct. */
export const toolErrorBytes = (message: string): Buffer =>
  Buffer.from(`"content":[${textContent(message)}],"isError":true}}`)

export const contentsBytes = (contents: object): Buffer => Buffer.from(`"contents":[${JSON.stringify(contents)}]}}`)

/** Any other result, as the members of an object. */
export const resultBytes = (members: object): Buffer => Buffer.from(`${JSON.stringify(members).slice(1)}}`)

const textContent = (text: string): string => `{"type":"text","text":${JSON.stringify(text)}}`
