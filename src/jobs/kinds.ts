import { type Answer, failed } from '../answer/answer.ts';
import { changedInNewVersion } from '../answer/new-version.ts';
import { type TypedKeyDependencies, typedKeyOf, typedKeyRefusal } from '../audit-log/typed-key.ts';
import { helpFor } from '../command-line/parse-command.ts';
import { type FormDependencies, fill, inView } from '../commands/fill-form.ts';
import { handleCommand, type ValidatedJob } from '../commands/handle-command.ts';
import { answerUnclear } from '../commands/said-in-answer.ts';
import { closedHome, type HomeDependencies, home } from '../home/home-tab.ts';
import { dryRunSuggestion } from '../lifecycle/decide/dry-run-suggestion.ts';
import {
  acceptSuggestion,
  declineSuggestion,
  withdrawRequest,
} from '../lifecycle/decide/requester-actions.ts';
import { inReview, review } from '../lifecycle/decide/show-review.ts';
import { castVote } from '../lifecycle/decide/vote.ts';
import { recoverClick } from '../lifecycle/request/answer-click.ts';
import { cancelChange, confirmChange } from '../lifecycle/request/confirm.ts';
import type { PreviewDependencies } from '../lifecycle/request/preview-change.ts';
import { retryFailed } from '../lifecycle/request/retry-failed.ts';
import { startUndo, undoDone } from '../lifecycle/request/start-undo.ts';
import { execute } from '../lifecycle/run/execute.ts';
import { recoverExecution } from '../lifecycle/run/recover-run.ts';
import type { ApprovedRunDependencies } from '../lifecycle/run/run-of-step.ts';
import { trackJob } from '../lifecycle/run/track.ts';
import type { Names } from '../messaging/names.ts';
import type { DecisionMade, Job, KeyTyped, QueuedJob, Reconcile, Watch } from '../queue/job.ts';
import { ephemeral, type Result } from '../queue/result.ts';

/** The dependencies of all handlers. The queue, modals and the Home tab are reached only by results, through `deliver`. */
export type HandlerDependencies = ApprovedRunDependencies &
  PreviewDependencies &
  FormDependencies &
  HomeDependencies &
  TypedKeyDependencies & {
    readonly names: Names;
  };

/** All that differs from one kind of job to another. */
interface JobKind<Of extends ValidatedJob = ValidatedJob> {
  handle(job: Of, deps: HandlerDependencies): Promise<Result>;
  /**
   * What comes first in the place of a worker that died: it may have sent a step. Resolves to undefined if it has not, so the job is
   * handled from the start, as are all jobs that send none.
   */
  recover?(job: Of, deps: HandlerDependencies): Promise<Result | undefined>;
  /**
   * Who may ask for it: a member where the policy allows commands (`typed`), a member anywhere (`pressed`), or `anyone`: the steps of an
   * approved change, which check the rights of their people themselves, and a typed key, which is revoked in any case.
   */
  readonly asked: 'typed' | 'pressed' | 'anyone';
  /** Whether a person waits for its answer. If nobody does, a failure is only logged. */
  readonly isAwaited: boolean;
  /**
   * What an error leads to that can't be answered for good.
   * - `answer`: an answer, at once for all but an outage, since the person can repeat it.
   * - `retry`: another delivery, and an answer at the last one.
   * - `persist`: another delivery, until it is done: a part of what a person decided may have taken effect.
   * - `reject`: another delivery, also after an error that an answer could explain.
   */
  readonly onError: 'answer' | 'retry' | 'persist' | 'reject';
  /** What says that its answer takes longer: a message, or the preview whose button was pressed. */
  readonly notice?: 'ephemeral' | 'replace';
  /** Whether it only reads, so that its answer need not say that nothing was changed. */
  readonly isRead?: true;
  /** Returns the result that shows an answer where its person looks; in an ephemeral message, if there is none. */
  show?(job: Of, answer: Answer): Result;
}

/** A kind of job; each decision of a person is a kind of its own. */
export type Kind = Exclude<Job['kind'], 'decision'> | DecisionMade['decision'];

type JobOf<Name extends Kind> = Name extends DecisionMade['decision']
  ? DecisionMade
  : Extract<ValidatedJob, { readonly kind: Name }>;

const typed = { asked: 'typed', isAwaited: true, onError: 'answer' } as const;
const click = { asked: 'pressed', isAwaited: true, notice: 'ephemeral' } as const;
/** A click that takes effect in steps. */
const decides = { ...click, onError: 'persist' } as const;
/** A click that only shows a preview. */
const shows = { ...click, onError: 'retry' } as const;
const step = { asked: 'anyone', isAwaited: false, onError: 'reject' } as const;
const nowhere = (): Result => ({ deliveries: [] });

export const kinds: { readonly [Name in Kind]: JobKind<JobOf<Name>> } = {
  command: { ...typed, handle: handleCommand, notice: 'ephemeral' },
  help: {
    ...typed,
    handle: async ({ words, corrected, unclosed }) => ephemeral(helpFor(words, corrected, unclosed)),
    isRead: true,
  },
  sentence: { ...typed, handle: async ({ unclear }) => answerUnclear(unclear), isRead: true },
  form: { ...typed, handle: fill, show: inView },
  confirm: { ...decides, handle: confirmChange, recover: recoverClick, notice: 'replace' },
  cancel: { ...decides, handle: cancelChange },
  withdraw: { ...decides, handle: withdrawRequest },
  accept: { ...decides, handle: acceptSuggestion },
  decline: { ...decides, handle: declineSuggestion },
  undo: { ...shows, handle: startUndo },
  undoDone: { ...shows, handle: undoDone },
  retryFailed: { ...shows, handle: retryFailed },
  review: { asked: 'pressed', isAwaited: true, onError: 'retry', handle: review, show: inReview },
  vote: { asked: 'pressed', isAwaited: true, onError: 'persist', handle: castVote },
  dryRun: { asked: 'pressed', isAwaited: false, onError: 'answer', handle: dryRunSuggestion, show: nowhere },
  home: {
    asked: 'pressed',
    isAwaited: false,
    onError: 'answer',
    handle: home,
    isRead: true,
    show: ({ unasked }, answer) => (unasked ? nowhere() : closedHome(answer)),
  },
  typedKey: { asked: 'anyone', isAwaited: true, onError: 'reject', handle: refuseTypedKey },
  execute: { ...step, handle: execute, recover: recoverExecution },
  track: { ...step, handle: trackJob },
  unknownAction: {
    asked: 'pressed',
    isAwaited: true,
    onError: 'answer',
    handle: async () => ephemeral([failed(changedInNewVersion('button', 'Run the command again.'))]),
  },
};

/** Returns what holds for a job, by its kind. */
export const kindOf = (job: Job | ValidatedJob): JobKind =>
  kinds[job.kind === 'decision' ? job.decision : job.kind];

/** Returns whether a job only does what is due: it has no result, and nobody waits for it. */
export const isDueJob = (job: QueuedJob): job is Reconcile | Watch =>
  job.kind === 'reconcile' || job.kind === 'watch';

/** Returns whether a click was made in a modal, which is closed by now. */
export const wasInModal = (job: Job): boolean => job.kind === 'decision' && job.inModal === true;

/** Revokes an API key that anybody typed. */
async function refuseTypedKey({ typed: words }: KeyTyped, deps: HandlerDependencies): Promise<Result> {
  const { key, entries, became } = await typedKeyOf(words, deps);
  const revoked = key ? [{ kind: 'revokeKey', key } as const] : [];
  const { deliveries } = ephemeral([...typedKeyRefusal, became]);
  return { deliveries: [...revoked, ...deliveries], entries, outcome: 'refused' };
}
