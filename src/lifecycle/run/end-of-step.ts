import { approvalsOf } from '../../change/model/approval.ts';
import { type Change, type Completion, requestName } from '../../change/model/change.ts';
import { undoDigest } from '../../change/model/digest.ts';
import { endId } from '../../change/model/ids.ts';
import { keysOf } from '../../change/model/resource.ts';
import type { ReversalFacts } from '../../change/model/reversal-facts.ts';
import { scoreOf } from '../../change/model/score.ts';
import { type ChangeStep, idOfStep, type Step, type Undone } from '../../change/model/step.ts';
import { reversalFrom } from '../../change/transitions/beginning.ts';
import type { Instant, Millis } from '../../core/clock.ts';
import { type ContextDependencies, contextFor } from '../../evaluate/build-context.ts';
import { fingerprint, fingerprintOf, readSnapshot } from '../../evaluate/read-snapshot.ts';
import { identityOf, listsIn } from '../../evaluate/standing.ts';
import { withTimeout } from '../../evaluate/with-timeout.ts';
import {
  listsOf,
  type NetworkChange,
  type RuleLists,
  type Traffic,
  withRuleContent,
} from '../../network/network-change.ts';
import { openedAtEnd, opensAccess } from '../../network/opens-access.ts';
import type { InverseCommand } from '../../operation/inverse.ts';
import type { Snapshot, SnapshotSubject } from '../../operation/snapshot.ts';
import { isChanged } from '../../operation/state-hash.ts';
import type { Context } from '../../operations/context/context.ts';
import { endsWaitingFor } from '../../operations/context/ends-waiting-for.ts';
import { operationById } from '../../operations/index.ts';

/** The properties of the change of the completed step. */
export type DoneChange = Pick<
  Change,
  'id' | 'number' | 'team' | 'replyTo' | 'approval' | 'reason' | 'judgement'
>;

/** Timeout for reading the state that a step left, and for looking up the ends there, below that for its whole end. */
const readTimeoutMs: Millis = 7000;

/**
 * Creates the change that ends a completed step, which is in effect since a time. Reads the state in which the step left the resource.
 *
 * A step that opened access has an end in any case. If its state can't be read, the end can't tell later whether somebody changed it;
 * if somebody changed it before it could be read, the end compares with what the operation made. Any other step has none then:
 * undefined if another change reached the resource before, and rejects if the state can't be read.
 */
export async function endOfStep(
  { after, ...command }: InverseCommand,
  changeStep: ChangeStep,
  change: DoneChange,
  since: Instant,
  deps: ContextDependencies,
): Promise<Pick<Completion, 'ends' | 'digest'> | undefined> {
  const { step } = changeStep;
  const { account, title, action, phrase, targets, networkChange, resource, opened: access } = step;
  const context = await contextFor(account, change.replyTo, deps);
  const opened = networkChange && opensAccess(networkChange) ? networkChange : undefined;
  const endsAt = endsAtFrom(step, since);
  const reading = withTimeout(readTimeoutMs, readSnapshot(command.subject, context));
  const looking = withTimeout(readTimeoutMs, openedThere(step, context));
  const lookedUp: Promise<readonly Traffic[]> = opened ? looking.catch(() => []) : looking;
  const [now, others, opens] = await Promise.all([
    opened ? reading.then(ifThere).catch(() => notRead) : reading,
    lookedUp,
    lookedUp.then((traffic) => openedAgain(step, traffic, context)),
  ]);
  const isOwn =
    after === undefined || (now !== notRead && !isChanged(fingerprint({ content: after }), fingerprint(now)));
  if (!isOwn && !opened) return undefined;
  const state = isOwn ? now : { content: after };
  // Assumes the strictest values for an operation that only another version had.
  const { risk, needs } = operationById(step.operation) ?? { risk: 'opens', needs: 'approval' };
  const id = endId(idOfStep(changeStep));
  const { operation, raw, line, subject } = command;
  // A new resource ends as a whole.
  const keys = resource === undefined ? undefined : step.keys;
  const undoes = {
    id: idOfStep(changeStep),
    subject,
    state: fingerprintOf(keysOf({ keys }), state),
    wholeState: fingerprint(state),
    ...(opens && { opens }),
    ...(opened && leftOpen(opened, subject, state, others)),
  } satisfies Undone;
  const { team, replyTo } = change;
  const [approvers, request] = [approversOf(change), requestName(change)];
  const ends = reversalFrom(
    { ...changeStep, team, replyTo },
    {
      id,
      job: id,
      steps: [
        {
          operation,
          raw,
          line,
          account,
          title,
          action,
          phrase,
          targets,
          networkChange,
          opened: access,
          startsAt: endsAt,
          undoes,
          ...(keys && { keys }),
        },
      ],
      reversal: {
        cause: 'time',
        request,
        approvers,
        evaluated: { risk, needs, since },
        ...askedFor(step, change),
      },
      expires: endsAt,
    },
    deps.clock(),
  );
  return { ends, digest: undoDigest(command, undoes.state) };
}

/** Returns why a step that opens something was requested, and with how many risk points. */
const askedFor = ({ opened, risk }: Step, change: DoneChange): Pick<ReversalFacts, 'asked'> =>
  opened ? { asked: { reason: change.reason, risk: risk ?? scoreOf(change) } } : {};

/** What was just opened is there, also if a look-up that lags behind does not find it. */
const ifThere = (state: Pick<Snapshot, 'content' | 'unread'>): Pick<Snapshot, 'content' | 'unread'> =>
  state.content === 'gone' ? notRead : state;

/** Can't be compared with any state. */
const notRead: Pick<Snapshot, 'content' | 'unread'> = { content: 'not read', unread: ['content'] };

/**
 * Returns what a step left open, with what other ends open there, by which its own end tells later what others opened or closed: both
 * ends can be moved. If a part of its resource can't be read, that is known only of an update, which names the lists that it sets.
 */
function leftOpen(
  opened: NetworkChange,
  subject: SnapshotSubject,
  state: Pick<Snapshot, 'content' | 'unread'>,
  others: readonly Traffic[],
): Pick<Undone, 'left' | 'identity'> {
  const identity = identityOf(state);
  if ((state.unread ?? []).length > 0)
    return opened.change === 'updates' ? { left: listsOf(opened.traffic), identity } : {};
  const left = listsIn(subject, state.content);
  return {
    left: left && opened.change !== 'updates' ? others.reduce(together, left) : left,
    identity,
  };
}

/** Returns two sets of lists as one. */
const together = (one: RuleLists, other: RuleLists): RuleLists => ({
  sources: [...one.sources, ...other.sources],
  destinations: [...one.destinations, ...other.destinations],
  ports: [...one.ports, ...other.ports],
});

/** Resolves to the traffic that the other ends which wait for the resource of a step open again. */
async function openedThere({ resource }: Step, context: Context): Promise<readonly Traffic[]> {
  const ends = resource === undefined ? [] : await endsWaitingFor(resource, context);
  return ends.flatMap(({ steps: [{ undoes }] }) => undoes?.opens ?? []);
}

/**
 * Resolves to the traffic that the end of a step may open again: what the step closed, and what other ends there open.
 * Undefined if the end opens nothing.
 */
async function openedAgain(
  step: Step,
  others: readonly Traffic[],
  context: Context,
): Promise<readonly Traffic[] | undefined> {
  const opened = openedAtEnd(step);
  if (!opened || step.resource === undefined) return undefined;
  const rules = 'rule' in opened.traffic ? await context.rulesAt(opened.scope) : [];
  const { traffic } = withRuleContent(opened, rules);
  return [...('rule' in traffic ? [] : [traffic]), ...others];
}

/** Returns the end of a step that is in effect since a time. */
const endsAtFrom = ({ ends }: ChangeStep['step'], since: Instant): Instant =>
  ends && 'at' in ends ? ends.at : since + (ends?.after ?? 0);

/** Returns the people who approved a change, and thereby its ends and rollback. */
export const approversOf = (change: Pick<Change, 'approval'>): readonly string[] => [
  ...new Set(approvalsOf(change).map(({ person }) => person)),
];
