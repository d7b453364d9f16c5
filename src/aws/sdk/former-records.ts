import type { Answer } from '../../core/answer.ts';
import type { Approval, Due, Ended, Phase, Vote } from '../../core/approval.ts';
import type { Basis } from '../../core/basis.ts';
import type { Change, Step, StepOutcome, Undone } from '../../core/change.ts';
import type { JobRef, RawArgs } from '../../core/operation.ts';
import type { ReplyTarget } from '../../core/reply-target.ts';
import type { SnapshotSubject } from '../../core/snapshot.ts';

/*
 * Version 0.1 stored and queued the same facts under other names, and a change without steps. Whatever reads such JSON reads
 * it through this file: names are replaced while the JSON is parsed, then the record gets today's shape. Previews and
 * Undos live for minutes, so those of version 0.1 are not read: they are no longer available.
 */

/** Former names of members, of any object. */
const members: Readonly<Record<string, string>> = {
  asker: 'requester',
  tellings: 'deliveries',
  part: 'kind',
  way: 'kind',
  does: 'action',
  told: 'notified',
  place: 'replyTo',
};

/** Former names that are values, by the member that holds them. */
const values: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  way: { whisper: 'ephemeral' },
  phase: { granted: 'approved', stale: 'outdated', replaced: 'superseded' },
};

function rename(member: string, value: unknown): unknown {
  if (typeof value === 'string') return values[member]?.[value] ?? value;
  if ((member === 'due' || member === 'left') && Array.isArray(value))
    return value.map((due) => (due === 'asker' ? 'requester' : due));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const renamed = Object.fromEntries(
    Object.entries(value).map(([name, content]) => [members[name] ?? name, content]),
  );
  if (isButtonRow(renamed)) return withButtons(renamed);
  return isOutcome(renamed) ? withFollowUps(renamed) : renamed;
}

interface FormerButtonRow {
  readonly kind: 'steps';
  readonly steps: readonly object[];
}

const isButtonRow = (value: object): value is FormerButtonRow => 'kind' in value && value.kind === 'steps';

const withButtons = ({ steps: buttons, ...row }: FormerButtonRow) => ({ ...row, kind: 'buttons', buttons });

interface FormerSuggestion {
  readonly id: string;
  readonly by: string;
  readonly raw: RawArgs;
  readonly says: string;
  readonly comment?: string;
  readonly hash: string;
}

/** A request for approval of version 0.1, with today's names of phases and of the requester. */
interface FormerApproval {
  readonly id: string;
  readonly job: string;
  readonly requester: string;
  readonly team: string;
  readonly replyTo: ReplyTarget;
  readonly account: string;
  readonly accounts?: readonly string[];
  readonly operation: string;
  readonly raw: RawArgs;
  readonly line: string;
  readonly says: string;
  readonly why: string;
  readonly ticket?: string;
  readonly targets: readonly string[];
  readonly meaning: readonly string[];
  readonly points: Approval['points'];
  readonly hash: string;
  readonly judged: {
    readonly says: string;
    readonly rules: Basis['rules'];
    readonly subject?: string;
  };
  readonly approvers: number;
  readonly channel: string;
  readonly created: number;
  readonly remindAt: number;
  readonly expires: number;
  readonly reminded: boolean;
  readonly phase: Phase;
  readonly since: number;
  readonly votes: readonly (Omit<Vote, 'accounts'> & Partial<Pick<Vote, 'accounts'>>)[];
  readonly cards: Approval['cards'];
  readonly unasked?: boolean;
  readonly proposal?: FormerSuggestion;
  readonly takenBy?: string;
  readonly ended?: Ended;
  readonly due?: readonly Due[];
  readonly usedUndo?: { readonly id: string; readonly job: string };
  readonly undoes?: SnapshotSubject;
  readonly outcome?: Answer;
  readonly instead?: string;
}

/** Reads a request for approval. */
export function presentApproval(content: string): Approval {
  const stored: Approval | FormerApproval = JSON.parse(content, rename);
  return 'steps' in stored ? withStepUndo(stored) : withSteps(stored);
}

/** A change of version 0.2 stored what it undoes for its only step. */
export function withStepUndo<Stored extends Pick<Change, 'steps'>>({
  undoes,
  ...stored
}: Stored & { readonly undoes?: Undone }): Omit<Stored, 'undoes'> {
  const [first, ...others] = stored.steps;
  return undoes ? { ...stored, steps: [{ ...first, undoes }, ...others] } : stored;
}

function withSteps(former: FormerApproval): Approval {
  const { account, accounts = [account], operation, raw, line, says, targets, judged, ...rest } = former;
  const { hash, why, meaning, unasked, proposal, takenBy, usedUndo, undoes, outcome, instead, ...same } =
    rest;
  const undone = usedUndo && undoes && { id: usedUndo.id, subject: undoes, usedBy: usedUndo.job };
  const step: Step = {
    operation,
    raw,
    account,
    line,
    title: says,
    targets,
    ...(undone && { undoes: undone }),
  };
  const basis: Basis = { hash, title: judged.says, rules: judged.rules, subject: judged.subject };
  const end = endOf(former);
  return {
    ...same,
    steps: [end ? { ...step, outcome: end } : step],
    reason: why,
    accounts,
    impact: meaning,
    basis: [basis],
    votes: former.votes.map((vote) => ({ ...vote, accounts: vote.accounts ?? [account] })),
    discarded: unasked,
    suggestion: proposal && {
      id: proposal.id,
      by: proposal.by,
      steps: [{ ...step, raw: proposal.raw, title: proposal.says }],
      comment: proposal.comment,
      basis: [{ ...basis, hash: proposal.hash, title: proposal.says }],
    },
    acceptedBy: takenBy,
    ended: former.ended && { ...former.ended, answer: end ? undefined : outcome },
    supersedes: instead,
  };
}

/** How the change of a request ended, if it was executed. */
function endOf({ phase, ended, outcome = [] }: FormerApproval): StepOutcome | undefined {
  if (!ended || (phase !== 'done' && phase !== 'failed' && phase !== 'unknown')) return undefined;
  return { kind: phase, answer: outcome, note: ended.note, job: ended.job };
}

interface FormerFollow {
  readonly kind: string;
  readonly operation: string;
  readonly account: string;
  readonly says: string;
  readonly targets: readonly string[];
  /** Id of the change. */
  readonly request: string;
  /** Id of its approval, which is that of the change. */
  readonly approval?: string;
  readonly watch: JobRef;
  readonly look: number;
  readonly replyTo: ReplyTarget;
}

/** Former names of members of jobs. */
interface FormerNames {
  readonly place?: ReplyTarget;
  /** What a decision is about, until version 0.2. */
  readonly pending?: string;
}

/** Reads a job from the queue. */
export function presentJob(body: string): unknown {
  const { place, pending, ...rest }: Partial<FormerFollow> & FormerNames = JSON.parse(body);
  const job = { ...rest, ...(place && { replyTo: place }), ...(pending !== undefined && { on: pending }) };
  return isFormerFollow(job) ? presentFollow(job) : job;
}

const isFormerFollow = (job: Partial<FormerFollow>): job is FormerFollow =>
  job?.kind === 'follow' && job.look !== undefined;

function presentFollow(former: FormerFollow) {
  const {
    operation,
    account,
    says: title,
    targets,
    request: change,
    watch,
    approval: _,
    look,
    ...same
  } = former;
  const step: Step = { operation, raw: {}, account, line: '', title, targets };
  return {
    ...same,
    kind: 'track',
    jobRef: watch,
    change,
    index: 0,
    requester: former.replyTo.person,
    step,
    attempt: look,
  };
}

/** What came of a job, in version 0.1: with one job to enqueue, and with the next poll apart from its message. */
interface FormerOutcome {
  readonly deliveries: readonly { readonly kind: string }[];
  readonly next?: object;
  /** The id of one Undo, until version 0.2. */
  readonly unused?: string | readonly string[];
  readonly again?: FormerFollow & { readonly message?: object };
}

/** Reads what came of a job (`Result`), as it was stored to be delivered. */
export const presentOutcome = (outcome: string) => JSON.parse(outcome, rename);

const isOutcome = (value: object): value is FormerOutcome => 'deliveries' in value;

function withFollowUps({ again, next, unused, ...outcome }: FormerOutcome) {
  const deliveries = outcome.deliveries.map((delivery) => {
    if (!again || (delivery.kind !== 'post' && delivery.kind !== 'edit')) return delivery;
    const { message: _, ...poll } = again;
    return { ...delivery, followUp: presentFollow(poll) };
  });
  return {
    ...outcome,
    deliveries,
    ...(next && { next: [next].flat() }),
    ...(unused && { unused: [unused].flat() }),
  };
}
