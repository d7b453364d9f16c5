import { contentIn } from '../../src/aws/sdk/content.ts';
import { neededApprovals, needsApproval, votesOf } from '../../src/change/model/approval.ts';
import { type Change, isDiscarded, isRefusedAtOnce, type Status } from '../../src/change/model/change.ts';
import { seenDigest } from '../../src/change/model/digest.ts';
import { type EndingChange, endsAtOf, isEnding, stepEndOf } from '../../src/change/model/ending-change.ts';
import { stepId } from '../../src/change/model/ids.ts';
import { messagesWith } from '../../src/change/model/posted-message.ts';
import type { StepOutcome } from '../../src/change/model/step.ts';
import { runsAtOnce } from '../../src/lifecycle/views/immediate-change.ts';

/** The status of a change. `confirmed` is that of a change that ended before it ran: only the audit log has its outcome. */
export type ChangeStatus = Status;

/** The end of a step, planned or by the rollback of its plan. */
export interface EndState {
  readonly status: 'active' | 'ending' | 'ended' | 'skipped' | 'unknown' | 'over';
  /** In milliseconds since 1970; undefined if it waits for another end. */
  readonly at: number | undefined;
  /** What is still to be delivered to people or the audit log. */
  readonly undelivered: readonly string[];
}

export interface StepState {
  /** Its id in the audit log. */
  readonly id: string;
  readonly title: string;
  readonly operation: string;
  /** Its arguments by field name, with ids for names. */
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly outcome: StepOutcome['kind'] | undefined;
  /** Whether an end was agreed on. */
  readonly isTemporary: boolean;
  readonly end: EndState | undefined;
  /** The id of the step that it undoes. */
  readonly undoes: string | undefined;
}

export interface VoteState {
  readonly person: string;
  readonly vote: 'approve' | 'reject';
  readonly isBreakGlass: boolean;
}

/** A change, independent of its storage. All times are in milliseconds since 1970, all people are Slack user ids. */
export interface ChangeState {
  readonly id: string;
  /** Its visible number; undefined if it has none. */
  readonly number: number | undefined;
  readonly status: ChangeStatus;
  /** Whether the click that confirmed it ran or refused it at once: then it has no number, and no message that is updated. */
  readonly runsAtOnce: boolean;
  /** The digest of what its review shows. */
  readonly seen: string;
  readonly requester: string;
  /** Number of people who have to approve it; 0 if its confirmation is enough. */
  readonly approvers: number;
  readonly votes: readonly VoteState[];
  /** The pending suggestion of an approver. */
  readonly suggestion:
    | { readonly id: string; readonly by: string; readonly comment: string | undefined }
    | undefined;
  /** The author of the last declined suggestion. */
  readonly declinedOf: string | undefined;
  readonly isReminded: boolean;
  readonly expires: number;
  /** Whether it was withdrawn before anybody saw it, since its card could not be posted. */
  readonly isDiscarded: boolean;
  /** The id of the request that it replaces. */
  readonly replaces: string | undefined;
  readonly isAllOrNothing: boolean;
  readonly steps: readonly StepState[];
  /** What is still to be delivered to people or the audit log. */
  readonly undelivered: readonly string[];
  /** The messages that show it to its approvers. */
  readonly cards: readonly { readonly channel: string; readonly ts: string }[];
  /** The expected text of these cards; undefined if it needs no approval. */
  readonly card: string | undefined;
}

/** An item of the table. */
type Item = Readonly<Record<string, unknown>>;

/** Returns the states of all changes with an item in the table. `drawCard` returns the text of a request's card. */
export function changeStatesIn(items: readonly Item[], drawCard: (request: Change) => string): ChangeState[] {
  const changes = contentsOf<Change>(items, 'change');
  const endings = changes.filter(isEnding);
  const requests = changes.filter((change) => !isEnding(change));
  const known = new Set(requests.map(({ id }) => id));
  const previews = items
    .filter(({ sk }) => sk === 'preview')
    .map((item): Change => ({ ...contentIn(item), status: item.status }))
    .filter(({ id }) => !known.has(id));
  return [
    ...requests.map((request) => stateOfRequest(request, endings, drawCard)),
    ...previews.map((preview) => stateOfRequest(preview, endings, drawCard)),
  ];
}

const contentsOf = <Content>(items: readonly Item[], kind: string): Content[] =>
  items.filter(({ sk }) => sk === kind).map(contentIn);

/** Returns the state of a stored request, with the ends of its steps. */
export function stateOfRequest(
  request: Change,
  endings: readonly EndingChange[],
  drawCard: (request: Change) => string,
): ChangeState {
  const { approval } = request;
  const { suggestion, declined } = approval ?? {};
  return {
    id: request.id,
    number: request.number,
    status: request.status,
    seen: seenDigest(request),
    runsAtOnce: runsAtOnce(request) || isRefusedAtOnce(request),
    requester: request.requester,
    approvers: neededApprovals(request),
    votes: votesOf(request).map(({ person, vote, breakGlass = false }) => ({
      person,
      vote,
      isBreakGlass: breakGlass,
    })),
    suggestion: suggestion && { id: suggestion.id, by: suggestion.by, comment: suggestion.comment },
    declinedOf: declined?.by,
    isReminded: approval?.reminded === true,
    expires: request.expires,
    isDiscarded: isDiscarded(request),
    replaces: approval?.supersedes,
    isAllOrNothing: request.plan?.allOrNothing === true,
    steps: stepStatesOf(request, endings),
    undelivered: request.due ?? [],
    cards: messagesWith('card', request).map(({ channel, ts }) => ({ channel, ts })),
    card: needsApproval(request) ? drawCard(request) : undefined,
  };
}

const stepStatesOf = (
  { id, steps }: Pick<Change, 'id' | 'steps'>,
  endings: readonly EndingChange[],
): StepState[] =>
  steps.map((step, index) => ({
    id: stepId(id, index),
    title: step.title,
    operation: step.operation,
    arguments: step.raw,
    outcome: step.outcome?.kind,
    isTemporary: step.ends !== undefined,
    end: endOf(stepId(id, index), endings),
    undoes: step.undoes?.id,
  }));

/** Returns the state of a step's end: that in the rollback of its plan, if there is one. */
function endOf(step: string, endings: readonly EndingChange[]): EndState | undefined {
  const ofStep = endings
    .filter(({ steps }) => steps.some(({ undoes }) => undoes?.id === step))
    .sort((_, other) => (other.status === 'superseded' ? -1 : 0));
  const [ending] = ofStep;
  if (!ending) return undefined;
  const index = ending.steps.findIndex(({ undoes }) => undoes?.id === step);
  return { status: stepEndOf(ending, index).phase, at: endsAtOf(ending), undelivered: ending.due ?? [] };
}

/** Whether it waits or waited for approvals, a start or its steps. A change that only needs confirmation is no request. */
export const isRequest = ({ status, runsAtOnce: atOnce }: ChangeState): boolean =>
  !atOnce && status !== 'previewed' && status !== 'confirmed' && status !== 'cancelled';

export const isOver = ({ status }: EndState): boolean => status !== 'active' && status !== 'ending';

/** Summarizes the outcomes of a change's steps in visible words: "8 of 10 done, 1 failed, 1 with an unknown outcome". */
export function summaryOf(steps: readonly Pick<StepState, 'outcome'>[]): string {
  const ended = (kind: StepState['outcome']) => steps.filter(({ outcome }) => outcome === kind).length;
  const [failures, unknowns] = [ended('failed'), ended('unknown')];
  return [
    `${ended('done')} of ${steps.length} done`,
    ...(failures > 0 ? [`${failures} failed`] : []),
    ...(unknowns > 0 ? [`${unknowns} with an unknown outcome`] : []),
  ].join(', ');
}

/** Re-exported: returns the id of a step in the audit log, by its position from 0. */
export { stepId };
