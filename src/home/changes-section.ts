import {
  type Answer,
  buttons,
  commandButton,
  type Inline,
  itemWithTone,
  person as mention,
  context as smallPrint,
  type Tone,
  time,
} from '../answer/answer.ts';
import type { AuditLog, StoredEntry } from '../change/model/audit-log.ts';
import { throughText } from '../change/model/titles.ts';
import type { Undo } from '../change/model/undo.ts';
import { undoButton } from '../change/words/offers-in-words.ts';
import { type CheckUndoDependencies, checkUndo } from '../lifecycle/request/use-offers.ts';
import { commandWords } from '../operations/context/command-link.ts';
import type { Context } from '../operations/context/context.ts';
import { may, type Person } from '../policy/people.ts';
import type { Policy } from '../policy/policy.ts';
import type { HomeOpened } from '../queue/job.ts';
import { type LoggedChange, latestChanges, type Stage } from './latest-changes.ts';

const maxShown = 6;
/** Audit log entries per read: a change has about four. */
const entriesAtOnce = 60;
/** Upper bound for the reads. Agents may have logged many calls between two changes. */
const maxReads = 5;

/** Dependencies for finding the changes that can still be undone. */
export type OpenUndoDependencies = CheckUndoDependencies & { readonly policy: Policy };

/** Renders recent changes of the account. Changes that this person can still undo have an Undo button. */
export async function changes(
  { auditLog, service }: Pick<Context, 'auditLog' | 'service'>,
  person: Person,
  job: HomeOpened,
  deps: OpenUndoDependencies,
): Promise<Answer> {
  const entries = await entriesWithChanges(auditLog, service.alias);
  const latest = latestChanges(entries, maxShown);
  if (latest.length === 0) {
    return [
      smallPrint(
        `No recent changes in ${service.alias}. A change appears here with an Undo button while it can be undone.`,
      ),
    ];
  }
  const offered = await Promise.all(latest.map((change) => offeredUndo(change, person, job, deps)));
  return [
    ...latest.flatMap((change, at) => row(change, offered[at])),
    buttons(commandButton('View Audit Log', commandWords('history'))),
  ];
}

/** Reads the newest entries of an account until they contain enough changes to show. */
async function entriesWithChanges(
  auditLog: Pick<AuditLog, 'read'>,
  account: string,
): Promise<readonly StoredEntry[]> {
  const entries: StoredEntry[] = [];
  let before: number | undefined;
  for (let reads = 0; reads < maxReads; reads += 1) {
    const page = await auditLog.read({ account, before, limit: entriesAtOnce });
    entries.push(...page.entries);
    before = page.older;
    if (before === undefined || latestChanges(entries, maxShown).length === maxShown) break;
  }
  return entries;
}

const outcomes: Readonly<Record<Stage, readonly [Tone, string?]>> = {
  started: ['waiting', 'applying…'],
  applied: ['done'],
  failed: ['failed', 'failed'],
  unknown: ['warning', 'outcome unknown'],
  ended: ['done', 'ended'],
  over: ['neutral', 'no longer ends'],
};

/** Renders the title, person and time of a change, and its outcome unless it was applied. */
function row({ request, title, person, at, event, through }: LoggedChange, undo: Undo | undefined): Answer {
  const [tone, outcome] = outcomes[event];
  const until: readonly Inline[] = undo ? [' · undo until ', time(new Date(undo.expires), 'clock')] : [];
  return [
    itemWithTone(tone, title, ...(undo ? [undoButton(request)] : [])),
    smallPrint(
      mention(person),
      ...throughText({ through }),
      ' · ',
      ...(outcome ? [`${outcome} · `] : []),
      time(new Date(at)),
      ...until,
    ),
  ];
}

/** Returns the Undo of a change if this person can use it. The policy is checked again when Undo is pressed. */
async function offeredUndo(
  { request, event }: LoggedChange,
  person: Person,
  job: HomeOpened,
  deps: OpenUndoDependencies,
): Promise<Undo | undefined> {
  if (event !== 'applied') return undefined;
  const offered = await checkUndo(request, job.id, deps);
  if (!('undo' in offered)) return undefined;
  return may('change', person, offered.undo.step.account, deps.policy) ? offered.undo : undefined;
}
