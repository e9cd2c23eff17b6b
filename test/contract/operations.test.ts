import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { createPrometheus } from '../../src/telemetry/prometheus.js'
import { METRICS } from '../../src/telemetry/telemetry.js'

type Shown = { readonly name: string; readonly type: string }

/** Every metric that `/metrics` shows, as its text says. */
async function shown(): Promise<Shown[]> {
  const text = await createPrometheus().text([])
  return [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => ({ name, type }))
}

/** Names under which a metric can be asked for. */
const namesOf = ({ name, type }: Shown): string[] =>
  type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name]

const used = (expr: string): string[] => expr.match(/\b(?:pressure_test|pt_simulation|nodejs|process)_\w+/g) ?? []

/** Labels in selectors and after `by`, for metrics that are ours; `le` and `instance` are Prometheus's own. */
function labelsIn(expr: string): string[] {
  const selected = [...expr.matchAll(/\{([^}]*)\}/g)].flatMap(([, inner = '']) => inner.match(/\w+(?==)/g) ?? [])
  const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, inner = '']) => inner.split(/,\s*/))
  return [...selected, ...grouped].filter((label) => !['le', 'instance', ''].includes(label))
}

const definitionOf = (name: string) =>
  Object.entries(METRICS).find(
    ([metric]) => name.replace(/_(bucket|sum|count)$/, '') === metric || name === metric,
  )?.[1]

async function panels(): Promise<{ title: string; exprs: string[] }[]> {
  const dashboard = JSON.parse(await readFile('ops/grafana-dashboard.json', 'utf8'))
  return dashboard.panels.map(({ title, targets = [] }: { title: string; targets?: { expr: string }[] }) => ({
    title,
    exprs: targets.map(({ expr }) => expr),
  }))
}

type Rule = { alert: string; expr: string; labels?: Record<string, string>; annotations?: Record<string, string> }
async function rules(): Promise<Rule[]> {
  const { groups } = parse(await readFile('ops/alerts.yaml', 'utf8'))
  return groups.flatMap((group: { rules: Rule[] }) => group.rules)
}

async function problemsIn(place: string, expr: string): Promise<string[]> {
  const known = new Set((await shown()).flatMap(namesOf))
  const names = used(expr)
  const labels = labelsIn(expr)
  return [
    ...(names.length === 0 ? [`${place} uses no metric`] : []),
    ...names.filter((name) => !known.has(name)).map((name) => `${place}: there is no metric ${name}`),
    ...names.flatMap((name) => {
      const own: readonly string[] = definitionOf(name)?.labels ?? labels
      return labels.filter((label) => !own.includes(label)).map((label) => `${place}: ${name} has no label ${label}`)
    }),
  ]
}

describe('what operators load', () => {
  it('the dashboard asks for metrics and labels that there are, and for every one of ours', async () => {
    const all = await panels()
    const problems = await Promise.all(all.flatMap(({ title, exprs }) => exprs.map((expr) => problemsIn(title, expr))))
    expect(problems.flat()).toEqual([])
    const asked = new Set(
      all.flatMap(({ exprs }) => exprs.flatMap(used)).map((name) => name.replace(/_(bucket|count)$/, '')),
    )
    expect(Object.keys(METRICS).filter((name) => !asked.has(name))).toEqual([])
  })

  it('every alert asks for what there is, and says what it means and what to do', async () => {
    const all = await rules()
    expect(all.length).toBeGreaterThan(8)
    expect(new Set(all.map(({ alert }) => alert)).size).toBe(all.length)
    const problems = await Promise.all(all.map(({ alert, expr }) => problemsIn(alert, expr)))
    expect(problems.flat()).toEqual([])
    for (const { alert, labels, annotations } of all) {
      expect(annotations?.summary, alert).toMatch(/^\S.{20,}[.]$/s)
      expect(annotations?.action, alert).toMatch(/^\S.{20,}[.)]$/s)
      expect(['page', 'ticket'], alert).toContain(labels?.severity)
    }
  })

  it('a metric that is not there is noticed', async () => {
    expect(await problemsIn('a panel', 'rate(pressure_test_runs_lost_total[5m])')).toHaveLength(1)
    expect(await problemsIn('a panel', 'sum by (person) (pt_simulation_churn_total)')).toEqual([
      'a panel: pt_simulation_churn_total has no label person',
    ])
  })
})
