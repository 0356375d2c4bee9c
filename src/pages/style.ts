// One small sheet for all pages, inlined, and allowed by its hash alone.
import { hash } from 'node:crypto'

export const style = `
:root{color-scheme:light dark;--ink:#1d1b26;--soft:#6a6678;--paper:#fbfaf7;--card:#fff;--line:#e7e3da;--accent:#5a3fd6}
@media (prefers-color-scheme:dark){:root{--ink:#f0eef6;--soft:#a5a0b5;--paper:#15131b;--card:#1f1c28;--line:#332f40;--accent:#a898ff}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
a{color:inherit}a:focus-visible{outline:3px solid var(--accent);outline-offset:3px;border-radius:4px}
header,main,footer{max-width:68rem;margin:auto;padding:1.25rem}
header{display:flex;gap:1.5rem;align-items:baseline;flex-wrap:wrap}
header a{text-decoration:none}header strong{font-size:1.2rem;letter-spacing:-.01em}
nav{display:flex;gap:1rem;flex-wrap:wrap;color:var(--soft)}nav a:hover,h3 a:hover{color:var(--accent)}
h1{font-size:clamp(2rem,6vw,3.4rem);line-height:1.05;letter-spacing:-.03em;margin:1.5rem 0 .75rem;max-width:20ch;overflow-wrap:anywhere}
h2{font-size:1.25rem;letter-spacing:-.01em;margin:2.5rem 0 1rem}
.lead{font-size:1.15rem;color:var(--soft);max-width:60ch;overflow-wrap:anywhere}
.grid{display:grid;gap:1rem;grid-template-columns:repeat(auto-fill,minmax(15rem,1fr));padding:0;margin:0;list-style:none}
.card{background:var(--card);border:1px solid var(--line);border-radius:16px;overflow:hidden;display:flex;flex-direction:column}
.card img{width:100%;height:auto;aspect-ratio:16/9;object-fit:cover;display:block;background:var(--line)}
.card div{padding:.9rem 1rem 1.1rem}h3{font-size:1.05rem;margin:0 0 .25rem;overflow-wrap:anywhere}h3 a{text-decoration:none}
.card p{margin:0;color:var(--soft);font-size:.95rem;overflow-wrap:anywhere}.card small,.facts{color:var(--soft)}
.facts{display:flex;gap:1.25rem;flex-wrap:wrap;padding:0;list-style:none}.facts b{color:var(--ink)}
.person{display:flex;gap:1.25rem;align-items:center}.person img{width:6rem;height:6rem;border-radius:50%;background:var(--line)}
.hero{width:100%;max-height:24rem;object-fit:cover;border-radius:20px}
.text{max-width:65ch;white-space:pre-line;overflow-wrap:anywhere}
code{font:.9em ui-monospace,Menlo,Consolas,monospace;background:var(--card);border:1px solid var(--line);border-radius:6px;padding:.1em .4em;overflow-wrap:anywhere}
header small{color:var(--soft)}header small a{text-decoration:underline}
.doc{max-width:46rem}.doc h1{max-width:none}.doc h2{margin-top:2.75rem}.doc h2 a,.doc h3 a{text-decoration:none}.doc h2 a:hover,.doc h3 a:hover{text-decoration:underline}
.doc p,.doc li{overflow-wrap:anywhere}.wide{overflow-x:auto}table{border-collapse:collapse;font-size:.95rem}th,td{text-align:start;vertical-align:top;padding:.45rem .8rem .45rem 0;border-bottom:1px solid var(--line)}
pre{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:1rem;overflow-x:auto}pre code{border:0;padding:0;background:none;overflow-wrap:normal}
.toc{display:block;border-inline-start:3px solid var(--line);padding-inline-start:1rem;margin:1.5rem 0}.toc ul,.contents{list-style:none;padding:0;margin:0}.doc .contents h2{margin:1.5rem 0 .2rem}.contents p{margin:0;color:var(--soft)}td:first-child code{white-space:nowrap}
.prev-next{justify-content:space-between;border-top:1px solid var(--line);margin-top:3rem;padding-top:1rem}
footer{color:var(--soft);font-size:.9rem;border-top:1px solid var(--line);margin-top:3rem}
`.trim()

/** No script, no frame, no form; pictures from anywhere, because creators host their own. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
  'img-src http: https: data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

export const pageHeaders: readonly string[] = [
  'Content-Security-Policy',
  policy,
  'Referrer-Policy',
  'strict-origin-when-cross-origin',
]
