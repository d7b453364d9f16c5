import * as z from 'zod/mini';
import { decisions } from '../answer/answer.ts';
import { watchedKinds } from '../drift/watched-state.ts';

const replyTo = z.object({
  channel: z.string(),
  thread: z.optional(z.string()),
  person: z.string(),
  responseUrl: z.optional(z.string()),
});
const base = {
  id: z.string().check(z.minLength(1)),
  team: z.string(),
  replyTo,
  /** Through what its change was requested, if that was not Slack itself: "Slackbot". */
  through: z.optional(z.string()),
  /** How often it was put back since Slack's rate limit ended it. */
  putBack: z.optional(z.int()),
  /** Its preview was removed before it was put back. */
  isPreviewRemoved: z.optional(z.boolean()),
};

const view = z.object({
  id: z.optional(z.string()),
  external: z.optional(z.string()),
  hash: z.optional(z.string()),
});

/** Words by field, as they were typed or entered. */
const raw = z.record(z.string(), z.string());
const problems = z.array(
  z.object({ field: z.optional(z.string()), message: z.string(), missing: z.optional(z.boolean()) }),
);

/** A person requested an operation: with a line, a button that carries one, or a form. */
const command = z.object({
  ...base,
  kind: z.literal('command'),
  operation: z.string(),
  raw,
  /** The problems of the line; empty if it can run. */
  problems,
  /** The line as it was typed, for a retry button; only if it can't run. */
  line: z.optional(z.string()),
  /** The line that was probably meant. */
  corrected: z.optional(z.string()),
  /** The answer of a read is posted in the channel. */
  share: z.optional(z.boolean()),
  /** A form was submitted: the modal on top of it, in which the answer is shown. */
  view: z.optional(view),
  /** Slack asked before the button did anything, so it needs no other confirmation. */
  isConfirmed: z.optional(z.boolean()),
  /** The form was opened by *Edit* on a preview, which the new preview replaces. */
  edits: z.optional(z.boolean()),
});

/** A person asked for help, or typed a line that is no command: its first words. */
const help = z.object({
  ...base,
  kind: z.literal('help'),
  words: z.array(z.object({ key: z.exactOptional(z.string()), text: z.string() })),
  /** The line that was probably meant. */
  corrected: z.exactOptional(z.string()),
  /** The text of an unclosed quote. */
  unclosed: z.exactOptional(z.string()),
});

/** A person decided on a change: on its preview, on their own request for approval, or to undo it. */
const decision = z.object({
  ...base,
  kind: z.literal('decision'),
  decision: z.enum(decisions),
  /** What it is about, by id, as its button has it: a preview, a request, a suggestion of it, an Undo. */
  on: z.string(),
  /** The positions of the steps that the person unticked in the preview, from 0. */
  excluded: z.optional(z.array(z.int().check(z.nonnegative())).check(z.maxLength(100))),
  /** A preview was confirmed in a modal, which is closed, or before it was shown, and not by the button of a message. */
  inModal: z.optional(z.boolean()),
});

/** A person opened the approval modal of a request. */
const review = z.object({
  ...base,
  kind: z.literal('review'),
  change: z.string(),
  view: z.optional(view),
  /** Its requester opened it, for a break-glass approval. */
  breakGlass: z.boolean(),
});

/** An approver approved or rejected a request, or suggested changes; or its requester used break-glass. */
const vote = z.object({
  ...base,
  kind: z.literal('vote'),
  change: z.string(),
  vote: z.enum(['approve', 'reject', 'suggest', 'breakGlass']),
  comment: z.string(),
  /** The narrower words by field, for a suggestion. */
  narrower: raw,
  /** The id of the suggestion that the person saw with it. */
  suggestion: z.optional(z.string()),
});

/** An approver has typed in the form of a suggestion, which shows what the change would mean so. */
const whatIf = z.object({
  ...base,
  kind: z.literal('whatIf'),
  view,
  change: z.string(),
  /** The narrower words by field. */
  narrower: raw,
  /** The id of the suggestion that the person saw. */
  suggestion: z.optional(z.string()),
});

/** A step of an approved change may be executed. */
const execute = z.object({
  ...base,
  kind: z.literal('execute'),
  change: z.string(),
  /** Position of the step in its change, from 0. */
  index: z.int().check(z.nonnegative()),
  /** The attempt that this job is, from 2; undefined for the first. */
  attempt: z.optional(z.int().check(z.positive())),
});

/** The cloud API executes a step as a background job, which has to be polled. */
const trackedJob = z.object({
  ...base,
  kind: z.literal('track'),
  change: z.string(),
  index: z.int().check(z.nonnegative()),
  operation: z.string(),
  /** What it does, as the message of its progress says. */
  title: z.string(),
  jobRef: z.record(z.string(), z.string()),
  /** The message that shows its progress; undefined for a step that the message of its request shows. */
  message: z.optional(z.object({ channel: z.string(), thread: z.optional(z.string()), ts: z.string() })),
  /** When the cloud API accepted the step. */
  since: z.number(),
  /** Counts from 1. */
  attempt: z.int().check(z.positive()),
});

/** The time of a change has come: all that is due about it is done. Nobody waits for that. */
const reconcile = z.object({ ...base, kind: z.literal('reconcile'), change: z.string() });

/** A watched account is read, and compared with its snapshot. Nobody waits for that. */
const watch = z.object({
  ...base,
  kind: z.literal('watch'),
  account: z.string(),
  /** What is read of it; all of it if undefined. What was read since `before` is read already. */
  kinds: z.optional(z.array(z.enum(watchedKinds))),
  before: z.number(),
});

/** A form has to be filled. Without a view, it couldn't be opened, and the person gets a message that says so. */
const form = z.object({
  ...base,
  kind: z.literal('form'),
  view: z.optional(view),
  operation: z.string(),
  raw,
  problems,
  line: z.string(),
  /** It was opened by *Edit* on a preview. */
  edits: z.optional(z.boolean()),
  /** The text that the choices of a field are filtered by. */
  filters: raw,
});

/**
 * A person opened their Home tab. `answered`: they pressed a button there, which was answered in Messages. `unasked`: they did
 * nothing, but what it shows has changed.
 */
const home = z.object({
  ...base,
  kind: z.literal('home'),
  answered: z.boolean(),
  unasked: z.optional(z.boolean()),
});

/** A person typed an API key, which nothing else of the request has: the key is revoked. */
const typedKey = z.object({
  ...base,
  kind: z.literal('typedKey'),
  typed: z.object({ person: z.string(), id: z.string(), hash: z.string() }),
});

/** All kinds of jobs. */
export const job = z.discriminatedUnion('kind', [
  command,
  help,
  decision,
  review,
  vote,
  whatIf,
  execute,
  trackedJob,
  reconcile,
  form,
  home,
  typedKey,
  watch,
]);

/** The id of the request that a job continues, which is the id of the job that began it; undefined for a new request. */
export function cameFrom(job: QueuedJob): string | undefined {
  switch (job.kind) {
    case 'decision':
      return job.on;
    default:
      return 'change' in job ? job.change : undefined;
  }
}

/** What travels on the queue. */
export type QueuedJob = z.infer<typeof job>;
/** A job that is handled once, and whose result is delivered. */
export type Job = Exclude<QueuedJob, Reconcile | Watch>;
export type Command = z.infer<typeof command>;
export type DecisionMade = z.infer<typeof decision>;
export type ReviewOpened = z.infer<typeof review>;
export type VoteCast = z.infer<typeof vote>;
export type SuggestionTyped = z.infer<typeof whatIf>;
export type Execute = z.infer<typeof execute>;
export type FormRequested = z.infer<typeof form>;
export type Reconcile = z.infer<typeof reconcile>;
export type Watch = z.infer<typeof watch>;
export type TrackedJob = z.infer<typeof trackedJob>;
export type KeyTyped = z.infer<typeof typedKey>;
export type HomeOpened = z.infer<typeof home>;

/** Jobs that no person waits for: a poll, an execution, a refresh of the Home tab, and what somebody has typed so far. */
export const background: readonly Job['kind'][] = ['track', 'execute', 'home', 'whatIf'];
