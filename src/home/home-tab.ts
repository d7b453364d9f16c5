import {
  type Answer,
  type Button,
  buttons,
  commandButton,
  failed,
  heading,
  item,
  note,
  type Part,
  time,
} from '../answer/answer.ts';
import { errorName } from '../answer/user-error.ts';
import { openForm } from '../command-line/form.ts';
import type { Millis } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import { type ContextDependencies, contextAlone, contextFor, personOf } from '../evaluate/build-context.ts';
import { askOneOf } from '../evaluate/who-can.ts';
import { withTimeout } from '../evaluate/with-timeout.ts';
import type { Visitors } from '../messaging/visitors.ts';
import { commandWords } from '../operations/context/command-link.ts';
import type { Context } from '../operations/context/context.ts';
import { type Waiting, waitingFor } from '../operations/requests/open-approvals.ts';
import { decide } from '../policy/decide.ts';
import { may, type Person } from '../policy/people.ts';
import type { HomeOpened } from '../queue/job.ts';
import type { Delivery, Result } from '../queue/result.ts';
import { changes, type OpenUndoDependencies } from './changes-section.ts';
import { cost } from './cost-section.ts';
import { ownKeys } from './keys-section.ts';
import { openNow } from './open-section.ts';
import { outsideChanges } from './outside-section.ts';
import { forMe, mine } from './requests-section.ts';
import { scheduledChanges } from './scheduled-section.ts';
import { type Section, show, whyNot } from './section.ts';
import { starters, welcome } from './welcome.ts';

const loginTimeoutMs: Millis = 3000;

export type HomeDependencies = ContextDependencies &
  OpenUndoDependencies & { readonly log: Log; readonly visitors: Visitors };

const refresh: Button = { label: 'Refresh', action: { show: 'home' } };

const onHome = (...answer: Answer): Result => ({
  deliveries: [{ kind: 'home', answer: [heading('Skydesk'), ...answer] }],
});

/** Renders a Home tab without data, for a person without access or after an error. `why` explains it. */
export const closedHome = (why: Answer): Result => onHome(...why, buttons(refresh));

/** Renders the Home tab of one person. Sections load in parallel, each with a timeout of a few seconds. */
export async function home(job: HomeOpened, deps: HomeDependencies): Promise<Result> {
  const { replyTo, unasked } = job;
  if (unasked && !(await deps.visitors.has(replyTo.person))) return { deliveries: [] };
  const [person, context] = await Promise.all([
    personOf(replyTo.person, deps),
    withTimeout(loginTimeoutMs, contextFor(undefined, replyTo, deps)).catch((error: unknown) => ({ error })),
  ]);
  const account = 'error' in context ? '' : context.service.alias;
  const decision = decide(
    { requester: person, steps: [{ risk: 'reads', needs: 'nothing', networkChange: undefined, account }] },
    deps.policy,
  );
  if (decision.kind === 'deny') {
    const unsure = 'error' in context ? [note(whyNot(context.error))] : [];
    const refused = failed(decision.why);
    return closedHome([refused, askOneOf(decision.whom, decision), ...unsure]);
  }

  const waiting = waitingFor(contextAlone(replyTo, deps));
  waiting.catch(() => {});
  const requests = async (pick: (all: Waiting) => Answer) => pick(await waiting);
  /** Reads a section that needs the cloud API. */
  const inAccount = async (read: (context: Context) => Promise<Answer>) => {
    if ('error' in context) throw context.error;
    return read(context);
  };
  const sections: readonly Section[] = [
    { title: 'Open now', command: 'openings', read: () => inAccount(openNow) },
    { title: 'Needs your review', command: 'approvals', read: () => requests(forMe) },
    { title: 'Your requests', command: 'approvals', read: () => requests(mine) },
    {
      title: 'Scheduled',
      command: 'scheduled',
      read: async () => scheduledChanges(await waiting, deps.changes, replyTo.person),
    },
    {
      title: 'Changed outside Skydesk',
      command: 'changed',
      read: async () => (deps.policy.watch ? inAccount((found) => outsideChanges(person, found, deps)) : []),
    },
    {
      title: 'API keys',
      command: 'key.list',
      read: async () => ownKeys(await deps.apiKeys.of(replyTo.person)),
    },
    {
      title: 'Recent changes',
      command: 'history',
      read: () => inAccount((found) => changes(found, person, job, deps)),
    },
    { title: 'Cost', command: 'invoice', read: () => inAccount(cost) },
  ];
  const [isFirstVisit, ...shown] = await Promise.all([
    visitFirst(job, deps),
    ...sections.map((section) => show(section, deps)),
  ]);
  const page: Answer = [
    ...(job.answered ? [note('Sent to your Messages tab.')] : []),
    isFirstVisit ? starters : shortcuts(person, account, deps),
    ...shown.flat(),
    item(['Updated ', time(new Date(deps.clock()))], refresh),
  ];
  const allowed = (answer: Answer) => (deps.policy.channels ? answer.flatMap(withoutLines) : answer);
  const { deliveries } = onHome(...allowed(page));
  const greeting: readonly Delivery[] = isFirstVisit ? [{ kind: 'welcome', answer: allowed(welcome) }] : [];
  return { deliveries: [...deliveries, ...greeting] };
}

/** Returns whether this job is the first to open the person's Home tab; false if the visit can't be stored. */
async function visitFirst(
  { id, replyTo, answered, unasked }: HomeOpened,
  { visitors, log }: HomeDependencies,
) {
  if (answered || unasked) return false;
  try {
    return await visitors.isFirst(replyTo.person, id);
  } catch (error) {
    log('visit not stored', { error: errorName(error) });
    return false;
  }
}

/** Returns buttons for the most common commands. */
const shortcuts = (person: Person, account: string, { policy }: Pick<HomeDependencies, 'policy'>): Part =>
  may('change', person, account, policy)
    ? buttons(
        openForm(commandWords('alert.create'), 'Create Alert Policy'),
        openForm(commandWords('firewall.create'), 'Create Firewall Policy'),
        commandButton('Help', 'help'),
      )
    : starters;

/**
 * Removes the buttons that run commands. Used if the policy restricts commands to certain channels, since the Home tab isn't one.
 */
function withoutLines(part: Part): Answer {
  if (part.kind !== 'buttons' && part.kind !== 'item') return [part];
  const left = part.buttons.filter(({ action }) => !('line' in action || 'form' in action));
  if (part.kind === 'item') return [{ ...part, buttons: left }];
  return left.length > 0 ? [buttons(...left)] : [];
}
