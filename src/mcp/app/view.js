// A result on one screen. It talks to its host alone; every word is set as text.
const GOING = ['queued', 'running', 'paused']
const TABS = [
  ['pressure_map', 'Map'],
  ['propositions', 'Each text'],
  ['edits', 'Edits'],
  ['cases', 'Cases'],
  ['versions', 'Versions'],
  ['curve', 'Curve'],
  ['friction', 'Friction'],
  ['people', 'People'],
]
/** What the main points of a kind are, if not findings. */
const POINTS = { ask: 'Answer', comparison: 'Differences', refinement: 'Changes' }
const LIGHTS = { rehearsal: 'Rehearsal. ' }
const SIGNS = { believes: '+', doubts: '?', rejects: '×' }
/** More people than these have no name over their column. */
const MAX_NAMED = 12
const view = document.getElementById('view')
const waiting = new Map()
const loaded = new Map()
let lastId = 0
let canCall = false
let canOpen = false
/** The run shown, and the test its fix is of. */
let shownRun = ''
let parent = null
let tab = ''
let showMinority = false
let following = false

const send = (message) => window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
const ask = (method, params) =>
  new Promise((resolve, reject) => {
    lastId += 1
    waiting.set(lastId, { resolve, reject })
    send({ id: lastId, method, params })
  })
const call = async (name, given) => (await ask('tools/call', { name, arguments: given })).structuredContent

const element = (name, attributes, ...children) => {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (typeof value === 'function') made.addEventListener(key, value)
    else if (value !== false) made.setAttribute(key, value === true ? '' : value)
  }
  made.append(...children.flat().filter((child) => child || child === 0))
  return made
}
const quiet = (...children) => element('p', { class: 'quiet' }, ...children)
/** Cut to one line; a pointer that rests on it shows the rest. */
const oneLine = (text) => element('p', { class: 'quiet title', title: text }, text)
const button = (label, click, more) => element('button', { type: 'button', click, ...more }, label)
const quotes = (said) =>
  said.map(({ who, quote, where }) =>
    element('blockquote', {}, quote, element('footer', {}, where ? `${who}, ${where}` : who)),
  )

function bar({ name, value, of, unit, low, high, spread, word }) {
  const part = (name, from, to) => {
    const made = element('span', { class: name })
    made.style.left = `${Math.min(99, (from / of) * 100)}%`
    if (to !== undefined) made.style.width = `${((to - from) / of) * 100}%`
    return made
  }
  const range = low !== null && high !== null && part('range', low, high)
  const track = element('div', { class: 'track', 'aria-hidden': 'true' }, range, part('mark', value))
  const told = [word, low !== null && high !== null && `${low}–${high}`].filter(Boolean).join(', ')
  return element(
    'div',
    { class: 'score', title: [`${name}: ${word}`, spread].filter(Boolean).join('; ') },
    element('span', { class: 'wide' }, name),
    track,
    element('strong', {}, `${value} ${unit ?? `of ${of}`}`),
    element('span', { class: 'quiet wide' }, told),
  )
}

/** Claims against people, in a large panel against counts of them. A press on a cell says why. */
function heatMap(rows) {
  const cellsOf = ({ marks, facts }) =>
    marks.length > 0
      ? marks
      : Object.entries(facts).map(([mark, count]) => ({
          who: `${count} people`,
          mark,
          count,
        }))
  const people = cellsOf(rows[0]).map(({ who, mark, count }) => (count === undefined ? who : mark))
  const detail = element('p', { class: 'detail', role: 'status' }, 'Press a cell to hear why.')
  const columns = `minmax(9rem, 2.2fr) repeat(${people.length}, minmax(9px, 1fr))`
  const named = people.length <= MAX_NAMED
  const line = (...cells) => {
    const made = element('div', { class: 'line' }, ...cells)
    made.style.gridTemplateColumns = columns
    return made
  }
  const head = line(
    element('span', {}),
    people.map((who) => element('span', { class: 'who', title: who }, named ? who.split(' ')[0] : '')),
  )
  const cell = (row, { who, mark, count }) => {
    const said = row.said.find((one) => one.who === who || (count && one.where.startsWith(mark)))
    const verb = count > 1 ? mark.replace(/s$/, '') : mark
    const say = () => detail.replaceChildren(`${who} ${verb} “${row.title}”${said ? `: “${said.quote}”` : '.'}`)
    return button(String(count ?? SIGNS[mark] ?? '·'), say, {
      class: `cell ${count === 0 ? '' : mark}`,
      'aria-label': `${who}: ${mark}`,
    })
  }
  const lines = rows.map((row) =>
    line(
      element('span', { class: 'claim', title: row.title }, row.title),
      cellsOf(row).map((one) => cell(row, one)),
    ),
  )
  return [element('div', { class: 'map' }, head, lines), detail]
}

const rowsOf = (all) =>
  all.map(({ title, text, facts, said }) =>
    element(
      'article',
      {},
      element('h3', {}, title),
      quiet(
        Object.entries(facts)
          .filter(([name]) => name !== 'persona_id' && name !== 'uri')
          .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${value}`)
          .join(' · '),
      ),
      text && element('p', {}, text),
      quotes(said),
    ),
  )

const points = (reply) => [
  ...reply.summary.findings.map(({ finding, weight, said }) =>
    element('article', {}, element('h3', {}, finding), weight && quiet(weight), quotes(said)),
  ),
  ...reply.summary.fixes.map((fix) => element('p', {}, `Fix: ${fix}`)),
]

async function pages(run_id, name) {
  const all = []
  for (let page = 1; page <= 10; page++) {
    const reply = await call('get_run', { run_id, section: name, page, wait_seconds: 0 })
    if (!reply.section) break
    all.push(...reply.section.rows)
    if (page >= reply.section.pages) break
  }
  return all
}
async function fill(body, name, make) {
  if (!canCall) return body.replaceChildren(quiet('This host shows no more.'))
  // Once for a run.
  const key = `${shownRun}/${name}`
  if (!loaded.has(key)) loaded.set(key, pages(shownRun, name))
  body.replaceChildren(quiet('Loading…'))
  try {
    const all = await loaded.get(key)
    body.replaceChildren(...(all.length > 0 ? make(all) : [quiet('Nothing here.')]))
  } catch {
    loaded.delete(key)
    body.replaceChildren(quiet('This could not be loaded.'))
  }
}

function middle(reply) {
  const { findings, sections, minority } = reply.summary
  const stage = element('div', { class: 'stage' })
  const names = TABS.filter(([name]) => sections.includes(name))
  if (findings.length > 0)
    names.splice(names[0]?.[0] === 'pressure_map' ? 1 : 0, 0, ['points', POINTS[reply.kind] ?? 'Findings'])
  if (canCall && sections.includes('people') && minority !== null) names.push(['ask', 'Ask one'])
  const bodies = {
    points: () => stage.replaceChildren(...points(reply)),
    pressure_map: () => fill(stage, 'pressure_map', heatMap),
    ask: () => fill(stage, 'people', (people) => [question(people, minority.views)]),
  }
  const tabs = names.map(([name, title]) => button(title, () => open(name), { class: 'tab', 'data-tab': name }))
  const open = (name) => {
    tab = name
    for (const one of tabs) one.setAttribute('aria-pressed', String(one.dataset.tab === name))
    const show = bodies[name] ?? (() => fill(stage, name, rowsOf))
    show()
  }
  const unheard = minority && minorityReport(minority)
  if (names.length > 0) open(names.some(([name]) => name === tab) ? tab : names[0][0])
  return [element('nav', {}, tabs, unheard?.toggle), unheard?.panel, stage]
}

function minorityReport({ method, count, views }) {
  const panel = element('div', { id: 'minority', hidden: !showMinority })
  const fresh = () =>
    canCall
      ? fill(panel, 'minority_report', rowsOf)
      : panel.replaceChildren(
          ...rowsOf(views.map(({ view, unheard, said }) => ({ title: view, text: unheard, facts: {}, said }))),
        )
  const toggle = button(
    `Minority report: ${count} unheard`,
    () => {
      showMinority = !showMinority
      toggle.setAttribute('aria-expanded', String(showMinority))
      panel.hidden = !showMinority
      if (showMinority) fresh()
    },
    { class: 'toggle', title: method, 'aria-expanded': String(showMinority), 'aria-controls': 'minority' },
  )
  if (showMinority) fresh()
  return { toggle, panel }
}

/** A question to one of them; who was not heard comes first. */
function question(people, views) {
  const held = views.flatMap(({ said }) => said.map(({ who }) => who))
  const options = [...people]
    .sort((a, b) => held.includes(b.title) - held.includes(a.title))
    .map(({ title, facts }) =>
      element('option', { value: facts.persona_id }, held.includes(title) ? `${title} (held back)` : title),
    )
  const who = element('select', { 'aria-label': 'Whom' }, options)
  const words = element('input', {
    'aria-label': 'Question',
    maxlength: '2000',
    placeholder: 'What would change your mind?',
  })
  const answers = element('div', { role: 'log' })
  // Hosts allow no forms.
  const put = () => {
    const asked = words.value.trim() || words.placeholder
    const answer = element('article', {}, element('h3', {}, asked), quiet('Thinking…'))
    answers.prepend(answer)
    words.value = ''
    const given = { run_id: shownRun, persona: who.value, question: asked, wait_seconds: 45 }
    pay(answer, 'ask_persona', given, (reply) => {
      const [found] = reply.summary?.findings ?? []
      answer.replaceChildren(element('h3', {}, asked), ...(found ? quotes(found.said) : [quiet(reply.headline)]))
    })
  }
  words.addEventListener('keydown', ({ key }) => key === 'Enter' && put())
  return element('div', {}, element('div', { class: 'ask' }, who, words, button('Ask', put)), answers)
}

/** The rest about wrong arguments is for a model. */
const toldOf = ({ code, message, next_action }) => (code === 'invalid_input' ? message : `${message} ${next_action}`)

/** Calls what may cost something; a price that takes a yes is on its button. */
async function pay(body, tool, given, done) {
  try {
    const reply = await call(tool, given)
    const [taken = '', confirm] = / It takes a person's yes.* confirm: "([^"]+)"\.$/.exec(reply.headline) ?? []
    if (reply.status === 'not_started' && confirm) {
      const { cost_usd, calls } = reply.price
      const price = cost_usd ? `$${cost_usd.middle.toFixed(2)}` : `${calls} calls at an unknown price`
      const agree = button(`Start for about ${price}`, () => {
        agree.disabled = true
        pay(body, tool, { ...given, confirm }, done)
      })
      return body.replaceChildren(quiet(reply.headline.replace(taken, '')), agree)
    }
    if (reply.error) body.replaceChildren(quiet(toldOf(reply.error)))
    else if (reply.status === 'not_started') body.replaceChildren(quiet(reply.headline))
    else done(reply)
  } catch (error) {
    body.replaceChildren(quiet(`This did not work: ${error.message}`))
  }
}

function actions(reply) {
  const { run_id, kind, status, summary: found } = reply
  const note = element('span', { class: 'quiet', role: 'status' })
  const all = []
  if (canCall && kind === 'pressure_test' && found?.fixes.length > 0)
    all.push(
      button('Try the fix', ({ target }) => {
        target.disabled = true
        note.textContent = 'Asking what it costs…'
        pay(note, 'compare_runs', { refine: run_id, wait_seconds: 0 }, (fix) => {
          parent = reply
          show(fix)
        })
      }),
    )
  if (canCall && GOING.includes(status) && run_id)
    all.push(
      button('Cancel', ({ target }) => {
        target.disabled = true
        pay(note, 'cancel_run', { run_id }, ({ headline }) => note.replaceChildren(headline))
      }),
    )
  const place = found?.report_url ?? found?.report_path
  const tell = () => note.replaceChildren(place)
  const openReport = () => ask('ui/open-link', { url: place }).catch(tell)
  if (place) all.push(button('Report', canOpen && found.report_url ? openReport : tell))
  if (parent && parent.run_id !== run_id)
    all.push(
      button('Back to the test', () => {
        const back = parent
        parent = null
        show(back)
      }),
    )
  return all.length > 0 && element('footer', { class: 'actions' }, all, note)
}

function summary(reply) {
  const { title, about, trust, missing, not_judged, scores, evaluation } = reply.summary
  const told = about && oneLine(`Told beside it, not scored: ${about}`)
  if (not_judged)
    return [quiet(title), element('p', {}, not_judged.reason), element('p', {}, not_judged.what_to_send), told]
  const { cases, against } = evaluation ?? {}
  return [
    oneLine(title),
    element(
      'p',
      { class: `trust ${trust.light ?? ''}`, title: trust.sentence },
      trust.light && element('strong', {}, LIGHTS[trust.light] ?? `Trust: ${trust.light}. `),
      trust.sentence,
    ),
    told,
    missing && element('p', { class: 'trust amber', title: missing }, missing),
    cases?.scored > 0 && element('p', {}, `${cases.passed} of ${cases.scored} cases passed.`),
    against && element('p', {}, `Against version ${against.version}: ${against.verdict}. ${against.sentence}`),
    scores.length > 0 && element('section', { class: 'scores', 'aria-label': 'Scores' }, scores.map(bar)),
    ...middle(reply),
  ]
}

function show(reply) {
  if (typeof reply?.headline !== 'string') return
  if (reply.section && shownRun === reply.run_id) return
  shownRun = reply.run_id ?? ''
  const { progress, error, section: rows } = reply
  const lines = [element('h1', { title: reply.headline }, reply.headline)]
  if (progress)
    lines.push(
      element('progress', { max: '100', value: String(progress.percent), 'aria-label': 'Progress' }),
      element('p', {}, progress.sentence),
    )
  if (error) lines.push(element('p', { class: 'trust red' }, toldOf(error)))
  if (reply.summary) lines.push(...summary(reply))
  if (rows) lines.push(element('div', { class: 'stage' }, rowsOf(rows.rows)))
  lines.push(actions(reply))
  view.replaceChildren(...lines.filter(Boolean))
  view.dataset.status = reply.status ?? ''
  if (GOING.includes(reply.status)) follow(reply.run_id)
}

/** Shows the run anew while it goes on. */
async function follow(run_id) {
  if (!canCall || following || !run_id) return
  following = true
  while (shownRun === run_id) {
    const began = Date.now()
    const reply = await call('get_run', { run_id, wait_seconds: 3 }).catch(() => null)
    if (!reply || shownRun !== run_id) break
    const going = GOING.includes(reply.status)
    if (!going) following = false
    show(reply)
    if (!going) break
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, 1000 - (Date.now() - began))))
  }
  following = false
  if (GOING.includes(view.dataset.status) && shownRun && shownRun !== run_id) follow(shownRun)
}

function dress({ theme, styles, containerDimensions }) {
  const { style, dataset } = document.documentElement
  if (theme) dataset.theme = theme
  const most = containerDimensions?.maxHeight ?? containerDimensions?.height
  if (most) style.setProperty('--most', `${Math.max(320, Math.min(700, most))}px`)
  for (const [name, value] of Object.entries(styles?.variables ?? {}))
    if (name.startsWith('--') && typeof value === 'string') style.setProperty(name, value)
}

window.addEventListener('message', ({ source, data }) => {
  if (source !== window.parent || data?.jsonrpc !== '2.0') return
  if (data.method === undefined) {
    const asked = waiting.get(data.id)
    waiting.delete(data.id)
    if (data.error) asked?.reject(new Error(data.error.message))
    else asked?.resolve(data.result)
    return
  }
  if (data.method === 'ui/notifications/tool-result') {
    parent = null
    show(data.params?.structuredContent)
  }
  if (data.method === 'ui/notifications/host-context-changed') dress(data.params ?? {})
  if (data.method === 'ui/resource-teardown' || data.method === 'ping') {
    if (data.method !== 'ping') shownRun = ''
    send({ id: data.id, result: {} })
  }
})

ask('ui/initialize', {
  protocolVersion: '2026-01-26',
  appInfo: { name: 'pressure-test-result', version: '1' },
  appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] },
}).then((host) => {
  canCall = host?.hostCapabilities?.serverTools !== undefined
  canOpen = host?.hostCapabilities?.openLinks !== undefined
  dress(host?.hostContext ?? {})
  send({ method: 'ui/notifications/initialized', params: {} })
})
new ResizeObserver(() =>
  send({
    method: 'ui/notifications/size-changed',
    params: { height: Math.ceil(document.documentElement.getBoundingClientRect().height) },
  }),
).observe(document.documentElement)
