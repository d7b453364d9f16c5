import { type Inline, line } from '../answer/answer.ts';
import type { Change } from '../change/model/change.ts';
import { stepOfId } from '../change/model/ids.ts';
import { withResultsIn } from '../change/model/outcomes.ts';
import { resourceId } from '../change/model/resource.ts';
import type { Undone } from '../change/model/step.ts';
import * as whyNotRun from '../change/words/why-not-run.ts';
import { list, shortList } from '../core/list.ts';
import { mapConcurrently, maxConcurrency } from '../core/map-concurrently.ts';
import type { Snapshot, Use } from '../operation/snapshot.ts';
import { isChanged } from '../operation/state-hash.ts';
import type { Context } from '../operations/context/context.ts';
import { endsWaitingFor } from '../operations/context/ends-waiting-for.ts';
import { fingerprint, readers, readSnapshot } from './read-snapshot.ts';

/** The current state of a resource that a step has changed. */
export interface PresentState extends Snapshot {
  /** A description of somebody's later change, if there is one: "Somebody assigned it to DE1ACMEWEB01 since". */
  readonly changed: string;
  /** Uses of the resource since the step created it. */
  readonly uses: readonly Use[];
}

/** Returns why nobody can tell whether somebody changed a resource of which a part can't be read; undefined if all of it can. */
export const whyUnread = ({ unread = [] }: Pick<Snapshot, 'unread'>): string | undefined =>
  unread.length > 0 ? whyNotRun.undoneUnread(list(unread)) : undefined;

/** Upper bound for the named uses. */
const maxNamed = 3;

/**
 * Reads the current state of a resource that a step has changed, before the step is undone. Nothing used a resource that the
 * step created, so each use is a difference: the Undo would break it. Rejects like `readSnapshot`.
 */
export async function readUndone(
  undone: Pick<Undone, 'id' | 'subject' | 'state'>,
  context: Context,
): Promise<PresentState> {
  const snapshot = await readSnapshot(undone.subject, context);
  const isKnownToDiffer = undone.state !== undefined && isChanged(undone.state, fingerprint(snapshot));
  const uses = isKnownToDiffer ? [] : await usesSince(undone, context);
  return withUses({ ...snapshot, changed: 'Somebody changed it since' }, uses);
}

/** Adds uses to a state as differences. */
function withUses(state: Omit<PresentState, 'uses'>, uses: readonly Use[]): PresentState {
  const [first] = uses;
  if (!first) return { ...state, uses };
  const names = uses.map(({ name }) => name);
  return {
    content: [state.content, names],
    description: ['See ', ...commandsOf(uses)],
    changed: `Somebody ${first.verb} ${shortList(names, maxNamed)} since`,
    uses,
  };
}

const commandsOf = (uses: readonly Use[]): readonly Inline[] =>
  uses.slice(0, maxNamed).flatMap(({ command }, at) => [...(at > 0 ? [', '] : []), line(command)]);

/** Resolves to the uses of a resource that a step created. Excludes other steps of its change, which are undone with it. */
async function usesSince(
  { id, subject }: Pick<Undone, 'id' | 'subject'>,
  context: Context,
): Promise<readonly Use[]> {
  const reader = readers.get(subject.kind);
  if (!reader?.uses) return [];
  const { change: of, index } = stepOfId(id);
  const change = await context.changes.get(of);
  const isCreated = change?.steps[index]?.resource === undefined;
  if (!isCreated) return [];
  const own = change ? changedBy(change) : [];
  const uses = await reader.uses(subject, context);
  return uses
    .filter((use) => !own.includes(resourceId(context.service.alias, use.subject)))
    .sort((one, other) => one.name.localeCompare(other.name));
}

/** Returns the resources that a change has changed permanently and nobody restored since. */
const changedBy = ({ steps }: Change): readonly string[] =>
  steps.flatMap(({ resource, ends, outcome, undoneBy }) =>
    resource === undefined || ends || outcome?.kind !== 'done' || undoneBy?.outcome === 'done'
      ? []
      : [withResultsIn(resource, steps)],
  );

/** Reduces a state to the uses that don’t end by themselves; undefined if all of its uses end. */
export async function withPermanentUses(
  state: PresentState,
  context: Context,
): Promise<PresentState | undefined> {
  const ends = await mapConcurrently(
    state.uses,
    ({ subject }) => endsWaitingFor(resourceId(context.service.alias, subject), context),
    maxConcurrency.store,
  );
  const permanent = state.uses.filter((_, index) => ends[index]?.length === 0);
  return state.uses.length > 0 && permanent.length === 0 ? undefined : withUses(state, permanent);
}
