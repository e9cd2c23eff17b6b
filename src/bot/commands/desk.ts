import { DeskFilter } from '../../domain/panel/dissent.js'
import { AppError } from '../../errors.js'
import { actOnMinorityReport, isAssignedTo } from '../../service/panel/act-on-minority-report.js'
import { readDesk } from '../../service/panel/desk.js'
import { visibleObjections } from '../../service/panel/versions.js'
import { finishedRun } from '../../service/run/finished-run.js'
import { readNames } from '../../service/slack/slack-origins.js'
import { listLeads } from '../../service/slack/slack-settings.js'
import { listProjects } from '../../service/workspace/projects.js'
import { type ActionPayload, readActionPayload } from '../blocks/action-payload.js'
import { viewsOf } from '../blocks/minority.js'
import { closeViewModal, deskFilterModal, deskModal } from '../forms/desk-modals.js'
import { assignModal } from '../forms/follow-up-modals.js'
import { requireLead } from '../inbound/caller.js'
import { type SlackInvocation, showModal } from '../inbound/invocation.js'
import { showHome } from '../read-home.js'

type DeskPlace = NonNullable<ActionPayload['desk']>

/** The desk as one person sees it, one page. */
export async function deskFor({ caller }: Pick<SlackInvocation, 'caller'>, place: Partial<DeskPlace> = {}) {
  const { page = 0, ...filter } = place
  const who = { user_id: caller.user }
  const { project = '' } = filter
  const [desk, versions] = await Promise.all([
    readDesk(caller.ctx, { ...who, filter, page }),
    project === '' || page > 0 ? null : visibleObjections(caller.ctx, { project, ...who }),
  ])
  return deskModal(desk, versions)
}

/** Opens the desk, or turns to another of its pages. */
export const openDesk = async (invocation: SlackInvocation, place?: Partial<DeskPlace>): Promise<void> =>
  showModal(invocation, await deskFor(invocation, place))

export async function openDeskFilter(invocation: SlackInvocation, place: Partial<DeskPlace> = {}): Promise<void> {
  const { caller } = invocation
  const { page: _, ...filter } = place
  const ids = [...new Set([caller.user, ...(await listLeads(caller.ctx))])]
  const [names, projects] = await Promise.all([readNames(caller.ctx, ids), listProjects(caller.ctx)])
  const owners = ids.map((id) => ({ id, name: id === caller.user ? 'Mine' : (names.get(id) ?? id) }))
  await showModal(
    invocation,
    deskFilterModal(DeskFilter.parse(filter), { owners, projects: projects.map(({ name }) => name) }),
  )
}

/** Where a button about a view was pressed: on the desk, in Home, or (empty) in a message. */
function placeOfPress({ request }: Pick<SlackInvocation, 'request'>): Pick<ActionPayload, 'desk' | 'home'> {
  if (request.view === null) return {}
  if (request.view.type === 'home') return { home: true }
  const desk = readActionPayload(request.view.payload)?.desk
  return desk ? { desk } : {}
}

/**
 * On the desk and in Home a person answers many views in a row: the run's messages are updated once, a little later.
 */
const SHOWN_IN_MS = 15_000
export const shownIn = ({ desk, home }: Pick<ActionPayload, 'desk' | 'home'>): number =>
  desk || home ? SHOWN_IN_MS : 0

/** Leads may answer every view, other people the views assigned to them. Errors: `unauthorized`. */
export async function requireAnswerer({ caller }: SlackInvocation, { run, view }: ActionPayload): Promise<void> {
  if (run && view && (await isAssignedTo(caller.ctx, run, view, caller.user))) return
  await requireLead(caller, 'answer a view that is not assigned to them', caller.isAdminCached)
}

type ViewPress = SlackInvocation & { readonly payload: ActionPayload }

/** Subject of a modal about dissent: one view, or all views of a run. */
async function aboutViews(press: ViewPress): Promise<{ run_id: string; view: string | null; what: string }> {
  const { caller, payload } = press
  const run_id = payload.run ?? ''
  const { result } = await finishedRun(caller.ctx, run_id, ['pressure_test', 'focus_group'], 'an answer')
  const views = viewsOf(result, []).filter(({ key }) => payload.view === undefined || key === payload.view)
  if (payload.view !== undefined && views.length === 0)
    throw new AppError('not_found', { what: 'unheard view', id: payload.view })
  return { run_id, view: payload.view ?? null, what: views.map((suppressed) => suppressed.view).join(' · ') }
}

export const openAssign = async (press: ViewPress): Promise<void> =>
  showModal(press, assignModal({ ...(await aboutViews(press)), from: placeOfPress(press) }))

export async function openCloseView(press: ViewPress): Promise<void> {
  const { run_id, view, what } = await aboutViews(press)
  const payload = { ...placeOfPress(press), run: run_id, view: view ?? undefined }
  await showModal(press, closeViewModal({ payload, what }))
}

/** Acknowledges a view with one press. */
export async function acknowledge(press: ViewPress): Promise<void> {
  const { caller, request, payload } = press
  await requireAnswerer(press, payload)
  const place = placeOfPress(press)
  await actOnMinorityReport(caller.ctx, {
    run_id: payload.run ?? '',
    view_id: payload.view ?? null,
    action: 'acknowledged',
    by: caller.user,
    delivery: request.delivery,
    shown_in_ms: shownIn(place),
  })
  if (place.home) await showHome(press)
  if (place.desk) await openDesk(press, place.desk)
}
