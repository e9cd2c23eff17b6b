// The interactive view of a result, inside a host's sandbox. It talks to its host alone, by JSON-RPC messages; every word
// it shows is set as text, never as markup.
;(() => {
  const GOING = ['queued', 'running', 'paused']
  /** What the main points of a kind are called, where they are not findings. */
  const POINTS = { ask: 'Answer', persona_generation: 'People' }
  const SECTIONS = [
    ['pressure_map', 'Pressure map'],
    ['by_archetype', 'By kind'],
    ['people', 'People'],
    ['cases', 'Cases'],
    ['propositions', 'Propositions'],
    ['edits', 'Edits'],
  ]
  /** A rehearsal has no trust light: nobody judged anything. */
  const LIGHTS = { rehearsal: 'Rehearsal, no judgement. ' }
  const SIGNS = { believes: '+', doubts: '?', rejects: '×', unknown: '·' }
  const view = document.getElementById('view')
  const waiting = new Map()
  const loaded = new Map()
  let lastId = 0
  let canCall = false
  let shownRun = ''
  let showMinority = false
  let following = false

  const send = (message) => window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
  const ask = (method, params) =>
    new Promise((resolve, reject) => {
      lastId += 1
      waiting.set(lastId, { resolve, reject })
      send({ id: lastId, method, params })
    })

  const element = (name, attributes, ...children) => {
    const made = document.createElement(name)
    for (const [key, value] of Object.entries(attributes ?? {})) {
      if (key === 'onclick') made.addEventListener('click', value)
      else if (value !== false) made.setAttribute(key, value === true ? '' : value)
    }
    made.append(
      ...children.flat().filter((child) => child !== null && child !== undefined && child !== '' && child !== false),
    )
    return made
  }
  const quotes = (said) =>
    said.map(({ who, quote, where }) =>
      element('blockquote', {}, quote, element('footer', {}, where ? `${who}, ${where}` : who)),
    )

  function bar({ name, value, of, low, high, spread, word }) {
    const interval = low === null || high === null ? '' : `${low} to ${high}`
    const track = element('div', { class: 'track', 'aria-hidden': 'true' })
    if (interval) {
      const range = element('span', { class: 'range' })
      range.style.left = `${(low / of) * 100}%`
      range.style.width = `${((high - low) / of) * 100}%`
      track.append(range)
    }
    const mark = element('span', { class: 'mark' })
    mark.style.left = `${Math.min(99, (value / of) * 100)}%`
    track.append(mark)
    return element(
      'div',
      { class: 'score' },
      element('span', { class: 'name' }, name),
      track,
      element('strong', {}, `${value} of ${of}`),
      element('span', { class: 'quiet' }, [spread && `(${spread})`, word].filter(Boolean).join(' ')),
    )
  }

  function minority({ method, count, views }) {
    const button = element(
      'button',
      {
        type: 'button',
        'aria-expanded': String(showMinority),
        'aria-controls': 'minority',
        onclick: () => {
          showMinority = !showMinority
          button.setAttribute('aria-expanded', String(showMinority))
          panel.hidden = !showMinority
          if (showMinority) fill(panel, 'minority_report')
        },
      },
      count === 0
        ? 'Minority report: nothing was held back'
        : `Minority report (${method}): ${count} ${count === 1 ? 'view' : 'views'} taken up by nobody`,
    )
    const panel = element('div', { id: 'minority', hidden: !showMinority }, rows(views.map(viewRow)))
    if (showMinority) fill(panel, 'minority_report')
    return element('section', {}, button, panel)
  }
  const viewRow = ({ view: title, unheard, said }) => ({ title, text: unheard, facts: {}, marks: [], said })

  const rows = (all) =>
    all.map(({ title, text, facts, marks, said }) =>
      element(
        'article',
        {},
        element('h3', {}, title),
        Object.keys(facts).length > 0 &&
          element(
            'p',
            { class: 'quiet' },
            Object.entries(facts)
              .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${value}`)
              .join(' · '),
          ),
        marks.length > 0 &&
          element(
            'ul',
            { class: 'marks' },
            marks.map(({ who, mark }) =>
              element('li', { class: mark, title: `${who}: ${mark}` }, `${SIGNS[mark] ?? '·'} ${who}`),
            ),
          ),
        text && element('p', {}, text),
        quotes(said),
      ),
    )

  function summary(reply) {
    const { summary: found } = reply
    const told = found.about && element('p', { class: 'quiet' }, `Told beside it, not scored: ${found.about}`)
    if (found.not_judged)
      return [element('p', {}, found.not_judged.reason), element('p', {}, found.not_judged.what_to_send), told].filter(
        Boolean,
      )
    return [
      element(
        'p',
        { class: `trust ${found.trust.light ?? ''}` },
        found.trust.light && element('strong', {}, LIGHTS[found.trust.light] ?? `Trust: ${found.trust.light}. `),
        found.trust.sentence,
      ),
      told,
      found.missing && element('p', {}, found.missing),
      element('section', { 'aria-label': 'Scores' }, found.scores.map(bar)),
      found.findings.length > 0 &&
        element(
          'section',
          {},
          element('h2', {}, POINTS[reply.kind] ?? 'Findings'),
          found.findings.map(({ finding, weight, said }) =>
            element(
              'article',
              {},
              element('h3', {}, finding),
              weight && element('p', { class: 'quiet' }, weight),
              quotes(said),
            ),
          ),
        ),
      found.minority && minority(found.minority),
      found.fixes.length > 0 &&
        element(
          'section',
          {},
          element('h2', {}, 'Fix first'),
          element(
            'ul',
            {},
            found.fixes.map((fix) => element('li', {}, fix)),
          ),
        ),
      ...SECTIONS.filter(([name]) => found.sections.includes(name)).map(([name, title]) => {
        const body = element('div', {})
        const details = element('details', {}, element('summary', {}, title), body)
        details.addEventListener('toggle', () => details.open && fill(body, name))
        if (name === 'pressure_map') details.open = true
        return details
      }),
    ].filter(Boolean)
  }

  /** Fetches a section, once for a run, and shows it. */
  async function fill(body, name) {
    if (!canCall) return
    const key = `${shownRun}/${name}`
    if (!loaded.has(key)) {
      body.replaceChildren(element('p', { class: 'quiet' }, 'Loading…'))
      loaded.set(key, pages(name))
    }
    try {
      const all = await loaded.get(key)
      body.replaceChildren(...(all.length > 0 ? rows(all) : [element('p', { class: 'quiet' }, 'Nothing here.')]))
    } catch {
      loaded.delete(key)
      body.replaceChildren(element('p', { class: 'quiet' }, 'This could not be loaded.'))
    }
  }
  async function pages(name) {
    const all = []
    for (let page = 1; page <= 10; page++) {
      const { section } = await call({ run_id: shownRun, section: name, page, wait_seconds: 0 })
      if (!section) break
      all.push(...section.rows)
      if (page >= section.pages) break
    }
    return all
  }
  const call = async (given) => (await ask('tools/call', { name: 'get_run', arguments: given })).structuredContent

  function show(reply) {
    if (!reply || typeof reply !== 'object' || typeof reply.headline !== 'string') return
    if (reply.section && shownRun === reply.run_id) return
    shownRun = reply.run_id ?? ''
    const { progress } = reply
    const lines = [element('h1', {}, reply.headline)]
    if (reply.summary?.title) lines.push(element('p', { class: 'quiet' }, reply.summary.title))
    if (progress) {
      const meter = element('progress', { max: '100', value: String(progress.percent), 'aria-label': 'Progress' })
      lines.push(meter, element('p', {}, progress.sentence))
    }
    if (reply.error)
      lines.push(element('p', { class: 'trust red' }, `${reply.error.message} ${reply.error.next_action}`))
    if (reply.price) lines.push(element('p', {}, reply.price.played_by))
    if (reply.summary) lines.push(...summary(reply))
    if (reply.section) lines.push(...rows(reply.section.rows))
    view.replaceChildren(...lines)
    view.dataset.status = reply.status ?? ''
    if (GOING.includes(reply.status)) follow(reply.run_id)
  }

  /** Shows the run anew while it goes on, without the model in between. */
  async function follow(run_id) {
    if (!canCall || following || !run_id) return
    following = true
    let status = 'running'
    while (GOING.includes(status) && shownRun === run_id) {
      const began = Date.now()
      try {
        const reply = await call({ run_id, wait_seconds: 10 })
        if (shownRun !== run_id) break
        status = reply.status
        following = !GOING.includes(status) ? false : following
        show(reply)
      } catch {
        break
      }
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, 1000 - (Date.now() - began))))
    }
    following = false
  }

  function dress({ theme, styles }) {
    if (theme) document.documentElement.dataset.theme = theme
    for (const [name, value] of Object.entries(styles?.variables ?? {}))
      if (name.startsWith('--') && typeof value === 'string') document.documentElement.style.setProperty(name, value)
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
    if (data.method === 'ui/notifications/tool-result') show(data.params?.structuredContent)
    if (data.method === 'ui/notifications/host-context-changed') dress(data.params ?? {})
    if (data.method === 'ui/resource-teardown' || data.method === 'ping') {
      shownRun = ''
      send({ id: data.id, result: {} })
    }
  })

  ask('ui/initialize', {
    protocolVersion: '2026-01-26',
    appInfo: { name: 'pressure-test-result', version: '1' },
    appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] },
  }).then((host) => {
    canCall = host?.hostCapabilities?.serverTools !== undefined
    dress(host?.hostContext ?? {})
    send({ method: 'ui/notifications/initialized', params: {} })
  })
  new ResizeObserver(() =>
    send({
      method: 'ui/notifications/size-changed',
      params: { height: Math.ceil(document.documentElement.getBoundingClientRect().height) },
    }),
  ).observe(document.documentElement)
})()
