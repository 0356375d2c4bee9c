// The starting point of a site pack: a commented site.json, a page and a fact.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { siteSchema } from './schema.ts'

const siteJson = `// The site pack of your community. Everything is optional: delete what you do not need.
// Check it with: vitrine site check <this folder>
{
  "$schema": "./site.schema.json",

  // Texts are a string, or one string per language: { "en": "Tools", "de": "Werkzeuge" }
  "name": "My community",
  "tagline": { "en": "Made by our members" },
  "intro": { "en": "What people here made and want to show: browse it, search it, ask about it." },

  // Files in this folder.
  "icon": "icon.svg",
  // "logo": "logo.svg",
  // "font": "font.woff2",
  // "css": "site.css",

  // One colour for the light theme (that of the dark theme is derived), or { "light": …, "dark": … }.
  "colors": { "accent": "#0b6b53" },

  // What members call the things that they publish.
  // "noun": { "label": { "en": "Extension" }, "plural": { "en": "Extensions" } },

  // Their kinds. "key" is the value of "kind" in records.
  // "kinds": [
  //   { "key": "plugin", "label": { "en": "Plugin" }, "plural": { "en": "Plugins" }, "icon": "puzzle" }
  // ],

  // The four counters: other labels, or hidden.
  // "stats": { "plays": { "label": { "en": "Installs" }, "icon": "plug" }, "remixes": { "hidden": true } },

  // The button of a creation that has no openUrl of its own. Without this there is no button.
  // "open": { "url": "https://example.com/{handle}/{slug}", "label": { "en": "Open" }, "qr": false },

  // Where visitors get your product: the main button of the header, the home page and creations that cannot be opened.
  // "app": { "url": "https://example.com/app", "label": { "en": "Get the app" } },

  // Links in header and footer. Pages with "menu: nav" or "menu: footer" are added by themselves.
  "nav": [],
  "footer": [],

  // The home page.
  // "rails": ["featured", "trending", "recent"],
  // "home": ["intro", "spotlight", "rails", "categories"],

  // Analytics: scripts in the head of every page, and origins that they contact.
  // "head": { "scripts": [{ "src": "https://stats.example.com/script.js" }], "origins": ["https://stats.example.com"] },

  // Turn parts off.
  "features": { "ask": true, "docs": true, "mcp": true, "pages": true }
}
`

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="18" fill="#0b6b53"/><circle cx="32" cy="32" r="13" fill="#fff"/></svg>
`

const page = `---
title: About
summary: What this community is and who runs it.
menu: footer
order: 10
---

Write here what visitors and agents should know. Ask answers from these pages and cites them,
so write one topic per heading, in whole sentences.

## Who runs this

My community is run by its members.
`

const facts = `{
  "about.operator": {
    "proof": "about#who-runs-this",
    "say": "My community is run by its members.",
    "ask": ["who runs this", "who is behind this site", "who operates the community"]
  }
}
`

/** Creates the files and returns their names. Throws if one of them exists. */
export function initSite(folder: string): string[] {
  const files: Record<string, string> = {
    'site.json': siteJson,
    'site.schema.json': `${JSON.stringify(publishedSchema(), null, 2)}\n`,
    'icon.svg': icon,
    'pages/en/about.md': page,
    'facts/en.json': facts,
  }
  const existing = Object.keys(files).filter(name => existsSync(join(folder, name)))
  if (existing.length > 0) throw new Error(`${folder} already has ${existing.join(', ')}; nothing was written.`)
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text, { flag: 'wx' })
  }
  return Object.keys(files)
}

/** The schema for editors. */
export const publishedSchema = () => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Vitrine site pack',
  ...siteSchema,
})
