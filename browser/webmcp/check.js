// Validates tool arguments. Supports only the keywords that our schemas use.
const checks = {
  type: (type, value) => typeOf(value, type) || `must be ${type}`,
  enum: (allowed, value) => allowed.includes(value) || `must be one of ${allowed.join(', ')}`,
  minLength: (least, value) => [...value].length >= least || `must have at least ${least} characters`,
  maxLength: (most, value) => [...value].length <= most || `must have at most ${most} characters`,
  minimum: (least, value) => value >= least || `must be at least ${least}`,
  maximum: (most, value) => value <= most || `must be at most ${most}`,
  items: (schema, value) => value.map(item => problemOf(schema, item)).find(Boolean) ?? true,
}

function typeOf(value, type) {
  if (type === 'array') return Array.isArray(value)
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type
}

function problemOf(schema, value) {
  for (const [keyword, check] of Object.entries(checks)) {
    const verdict = schema[keyword] === undefined || check(schema[keyword], value)
    if (verdict !== true) return verdict
  }
  return null
}

/** What is wrong with the arguments, and how to correct it; null if they are valid. */
function problemWith({ properties = {}, required = [] }, given) {
  const missing = required.find(name => given[name] === undefined)
  if (missing) return `${missing} is required.`
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(properties, name)) {
      return `There is no argument ${name}; there are ${Object.keys(properties).join(', ') || 'none'}.`
    }
    const problem = problemOf(properties[name], value)
    if (problem) return `${name} ${problem}.`
  }
  return null
}
