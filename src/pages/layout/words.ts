// Texts with values.

/** `{name}` in a text stands for a value. */
export const filled = (text: string, values: Record<string, string>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
