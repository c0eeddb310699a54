// One peer of the Node world as a long-lived process: `node child.mjs NAME`.
//
// It says who it is in its first line, then answers every request line on standard input with one line on standard
// output: see protocol.go for the fields. Whatever a library prints goes to standard error.
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'

console.log = console.info = console.debug = console.error

const require = createRequire(import.meta.url)
const version = (name) => require(`${packageFolder(name)}/package.json`).version
const packageFolder = (name) => new URL(`./node_modules/${name}`, import.meta.url).pathname

/**
 * linkedom takes the first element for the document's own and adds neither html nor body, as browsers do: pages that
 * leave these out would fail for the parser's sake.
 */
const whole = (html) => {
  if (/<html[\s>]/i.test(html)) return html
  return /<body[\s>]/i.test(html) ? `<html>${html}</html>` : `<html><body>${html}</body></html>`
}

/** Readability.js on a document of linkedom; its HTML is cut into lines by the bench. */
const readability = async () => {
  const { Readability } = await import('@mozilla/readability')
  const { parseHTML } = await import('linkedom')
  return {
    version: `${version('@mozilla/readability')}, linkedom ${version('linkedom')}`,
    extract: ({ html }) => ({ html: new Readability(parseHTML(whole(html)).document).parse()?.content ?? '' }),
  }
}

/** The same on a document of jsdom, as its authors test it; scripts are not run. */
const readabilityJsdom = async () => {
  const { Readability } = await import('@mozilla/readability')
  const { JSDOM, VirtualConsole } = await import('jsdom')
  return {
    version: `${version('@mozilla/readability')}, jsdom ${version('jsdom')}`,
    extract: ({ html, url }) => {
      const dom = new JSDOM(html, { url: url || undefined, virtualConsole: new VirtualConsole() })
      try {
        return { html: new Readability(dom.window.document).parse()?.content ?? '' }
      } finally {
        dom.window.close()
      }
    },
  }
}

/** Defuddle as its own Node entry point runs it, its scraping of other sites (useAsync) switched off. */
const defuddle = async () => {
  const { Defuddle } = await import('defuddle/node')
  const { parseHTML } = await import('linkedom')
  return {
    version: `${version('defuddle')}, linkedom ${version('linkedom')}`,
    extract: async ({ html, url }) => ({
      html: (await Defuddle(parseHTML(whole(html)).document, url || undefined, { useAsync: false })).content ?? '',
    }),
  }
}

/** Postlight (Mercury) parser; it needs an address and takes the page as it is given. */
const postlight = async () => {
  const Parser = require('@postlight/parser')
  return {
    version: version('@postlight/parser'),
    extract: async ({ html, url }) => {
      const result = await Parser.parse(url || 'https://page.example/', { html, fetchAllPages: false })
      if (result?.error) throw new Error(result.message)
      return { html: result?.content ?? '' }
    },
  }
}

/** Extractus' article extractor with its own settings. */
const extractus = async () => {
  const { extractFromHtml } = await import('@extractus/article-extractor')
  return {
    version: version('@extractus/article-extractor'),
    extract: async ({ html, url }) => ({
      html: (await extractFromHtml(whole(html), url || 'https://page.example/'))?.content ?? '',
    }),
  }
}

const peers = {
  'readability.js': readability,
  'readability.js-jsdom': readabilityJsdom,
  defuddle,
  postlight,
  extractus,
}

const send = (message) => process.stdout.write(`${JSON.stringify(message)}\n`)

const cpuMicroseconds = () => {
  const { user, system } = process.cpuUsage()
  return user + system
}

const make = peers[process.argv[2]]
if (!make) {
  console.error(`node child: unknown peer ${process.argv[2]}; known: ${Object.keys(peers).join(', ')}`)
  process.exit(2)
}
let peer
try {
  peer = await make()
} catch (error) {
  send({ missing: String(error?.message ?? error) })
  process.exit(0)
}
send({ version: peer.version, runtime: `node ${process.versions.node}` })

process.on('unhandledRejection', (error) => console.error('unhandled rejection:', error))
process.on('uncaughtException', (error) => console.error('uncaught exception:', error))

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const request = JSON.parse(line)
  const answer = { id: request.id }
  const begin = cpuMicroseconds()
  try {
    Object.assign(answer, await peer.extract(request))
  } catch (error) {
    answer.error = String(error?.message ?? error)
  }
  answer.cpu_us = cpuMicroseconds() - begin
  send(answer)
}
process.exit(0)
