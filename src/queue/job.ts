import * as z from 'zod/mini';
import { decisions } from '../answer/answer.ts';
import { watchedKinds } from '../drift/watched-state.ts';

const replyTo = z.object({
  channel: z.string(),
  thread: z.optional(z.string()),
  person: z.string(),
  responseUrl: z.optional(z.string()),
});
/** What each job has. */
export const baseOfJob = {
  id: z.string().check(z.minLength(1)),
  team: z.string(),
  replyTo,
  /** The client that its change was requested through, if that was not Slack itself: "Slackbot". */
  through: z.optional(z.string()),
  /** Number of times it was put back on the queue, because of Slack's rate limit or since a message had used up its deliveries. */
  putBack: z.optional(z.int()),
  /** Whether a message had used up its deliveries, so that its person knows that it takes longer. */
  isPutOff: z.optional(z.boolean()),
  /** Whether its preview was removed before it was put back. */
  isPreviewRemoved: z.optional(z.boolean()),
};

const view = z.object({
  id: z.optional(z.string()),
  external: z.optional(z.string()),
  hash: z.optional(z.string()),
});

/** Values by field, as they were typed or entered. */
const raw = z.record(z.string(), z.string());
const problems = z.array(
  z.object({ field: z.optional(z.string()), message: z.string(), missing: z.optional(z.boolean()) }),
);

/** A person requested an operation: with a line, a button that carries a line, or a form. */
const command = z.object({
  ...baseOfJob,
  kind: z.literal('command'),
  operation: z.string(),
  raw,
  /** The problems of the line; empty if it can run. */
  problems,
  /** The line as it was typed, for a retry button; set only if it can't run. */
  line: z.optional(z.string()),
  /** The line that was probably meant. */
  corrected: z.optional(z.string()),
  /** Whether the answer of a read is posted in the channel. */
  share: z.optional(z.boolean()),
  /** The modal on top of a submitted form, which shows the answer. */
  view: z.optional(view),
  /** Whether Slack asked for confirmation before the click, so that it needs no other. */
  isConfirmed: z.optional(z.boolean()),
  /** Whether the form was opened by *Edit* on a preview, which the new preview replaces. */
  edits: z.optional(z.boolean()),
});

/** A person asked for help, or typed an unknown command: the first words of their line. */
const help = z.object({
  ...baseOfJob,
  kind: z.literal('help'),
  words: z.array(z.object({ key: z.exactOptional(z.string()), text: z.string() })),
  /** The line that was probably meant. */
  corrected: z.exactOptional(z.string()),
  /** The text of an unclosed quote. */
  unclosed: z.exactOptional(z.string()),
});

/** A person typed what may be a sentence: a line that no command takes, as it was typed. */
const sentence = z.object({ ...baseOfJob, kind: z.literal('sentence'), line: z.string() });

/** A person decided on a change: on its preview, on their own request for approval, or to undo it. */
const decision = z.object({
  ...baseOfJob,
  kind: z.literal('decision'),
  decision: z.enum(decisions),
  /** The id that the button carries: of a preview, a request, a suggestion or an Undo. */
  on: z.string(),
  /** The positions, from 0, of the steps that the person unticked in the preview. */
  excluded: z.optional(z.array(z.int().check(z.nonnegative())).check(z.maxLength(100))),
  /** Whether a preview was confirmed in a modal that is closed now, or before it was shown, instead of by a message's button. */
  inModal: z.optional(z.boolean()),
  /** The digest of what the button agrees to, as it was shown. */
  seen: z.optional(z.string()),
});

/** A person opened the approval modal of a request. */
const review = z.object({
  ...baseOfJob,
  kind: z.literal('review'),
  change: z.string(),
  view: z.optional(view),
  /** Whether its requester opened it, for a break-glass approval. */
  breakGlass: z.boolean(),
});

/** An approver approved or rejected a request or suggested changes, or its requester used break-glass. */
const vote = z.object({
  ...baseOfJob,
  kind: z.literal('vote'),
  change: z.string(),
  vote: z.enum(['approve', 'reject', 'suggest', 'breakGlass']),
  comment: z.string(),
  /** The narrower values by field, for a suggestion. */
  narrower: raw,
  /** The digest of the request that the person saw. */
  seen: z.optional(z.string()),
  /** The id of the suggestion that the person saw with it. */
  suggestion: z.optional(z.string()),
});

/** An approver typed in a suggestion form, which shows the effect of the change with these values. */
const dryRun = z.object({
  ...baseOfJob,
  kind: z.literal('dryRun'),
  view,
  change: z.string(),
  /** The narrower values by field. */
  narrower: raw,
  /** The digest of the request that the person saw. */
  seen: z.optional(z.string()),
  /** The id of the suggestion that the person saw. */
  suggestion: z.optional(z.string()),
});

/** A step of an approved change may be executed. */
const execute = z.object({
  ...baseOfJob,
  kind: z.literal('execute'),
  change: z.string(),
  /** Position of the step in its change, from 0. */
  index: z.int().check(z.nonnegative()),
  /** Number of the attempt, from 2; undefined for the first. */
  attempt: z.optional(z.int().check(z.positive())),
});

/** A step runs as a background job of the cloud API, which has to be polled. */
const trackedJob = z.object({
  ...baseOfJob,
  kind: z.literal('track'),
  change: z.string(),
  index: z.int().check(z.nonnegative()),
  operation: z.string(),
  /** The description of the step in its progress message. */
  title: z.string(),
  jobRef: z.record(z.string(), z.string()),
  /** The message that shows its progress; undefined if the message of the request shows it. */
  message: z.optional(z.object({ channel: z.string(), thread: z.optional(z.string()), ts: z.string() })),
  /** Time at which the cloud API accepted the step. */
  since: z.number(),
  /** Time of the last poll that saw it unfinished; undefined if none did. */
  unfinishedAt: z.optional(z.number()),
  /** Counts from 1. */
  attempt: z.int().check(z.positive()),
  /** Whether the sweeper asks, in case nobody polls any more: nothing follows it. */
  isLook: z.optional(z.boolean()),
});

/** A change is due: all its due tasks are processed. Nobody waits for the answer. */
const reconcile = z.object({ ...baseOfJob, kind: z.literal('reconcile'), change: z.string() });

/** A watched account has to be read and compared with its snapshot. Nobody waits for the answer. */
const watch = z.object({
  ...baseOfJob,
  kind: z.literal('watch'),
  account: z.string(),
  /** The kinds to read; all of them if undefined. Kinds that were read since `before` are skipped. */
  kinds: z.optional(z.array(z.enum(watchedKinds))),
  before: z.number(),
});

/** A form has to be filled. Without a view, the form couldn't be opened, and the person gets a message instead. */
const form = z.object({
  ...baseOfJob,
  kind: z.literal('form'),
  view: z.optional(view),
  operation: z.string(),
  raw,
  problems,
  line: z.string(),
  /** Whether it was opened by *Edit* on a preview. */
  edits: z.optional(z.boolean()),
  /** The text that filters the choices of each field. */
  filters: raw,
});

/**
 * A person opened their Home tab. `answered`: they pressed a button there, which was answered in Messages. `unasked`: they did
 * nothing, but the tab's content has changed.
 */
const home = z.object({
  ...baseOfJob,
  kind: z.literal('home'),
  answered: z.boolean(),
  unasked: z.optional(z.boolean()),
});

/** A person typed an API key: the key is revoked. The job carries nothing else of their request. */
const typedKey = z.object({
  ...baseOfJob,
  kind: z.literal('typedKey'),
  typed: z.object({ person: z.string(), id: z.string(), hash: z.string() }),
});

/** A person clicked an element whose action another version of Skydesk wrote. */
const unknownAction = z.object({ ...baseOfJob, kind: z.literal('unknownAction') });

export const job = z.discriminatedUnion('kind', [
  command,
  help,
  sentence,
  decision,
  review,
  vote,
  dryRun,
  execute,
  trackedJob,
  reconcile,
  form,
  home,
  typedKey,
  unknownAction,
  watch,
]);

/** Returns the id of the request that a job continues, which is that of the job that started it; undefined if it is new. */
export function cameFrom(job: QueuedJob): string | undefined {
  switch (job.kind) {
    case 'decision':
      return job.on;
    default:
      return 'change' in job ? job.change : undefined;
  }
}

/** A job on the queue. */
export type QueuedJob = z.infer<typeof job>;
/** A job that is processed once and whose result is delivered. */
export type Job = Exclude<QueuedJob, Reconcile | Watch>;
export type Command = z.infer<typeof command>;
export type Sentence = z.infer<typeof sentence>;
export type DecisionMade = z.infer<typeof decision>;
export type ReviewOpened = z.infer<typeof review>;
export type VoteCast = z.infer<typeof vote>;
export type SuggestionTyped = z.infer<typeof dryRun>;
export type Execute = z.infer<typeof execute>;
export type FormRequested = z.infer<typeof form>;
export type Reconcile = z.infer<typeof reconcile>;
export type Watch = z.infer<typeof watch>;
export type TrackedJob = z.infer<typeof trackedJob>;
export type KeyTyped = z.infer<typeof typedKey>;
export type HomeOpened = z.infer<typeof home>;
