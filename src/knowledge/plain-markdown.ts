// Markdown as text, for quotations.

/** Without code blocks and headings. Paragraphs, items and rows are lines. */
export const plainMarkdown = (markdown: string): string =>
  markdown
    .replace(/^```[\s\S]*?^```|^#+ .*$/gm, '')
    .replace(/(\S)\n(?=[^\s|*+\d-])/g, '$1 ')
    .replace(/^\s*(?:[-*+]|\d+\.)\s+/gm, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\|?[\s|:-]+\|?$/gm, '')
    .replace(/[`*]/g, '')
    .replace(/^\s*\|\s*|\s*\|\s*$/gm, '')
    .replace(/\s*\|\s*/g, ': ')
    .replace(/[ \t]+/g, ' ')
    .trim()
