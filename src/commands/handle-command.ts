import { type Answer, buttons, commandButton, context, failed } from '../answer/answer.ts';
import { changedInNewVersion } from '../answer/new-version.ts';
import { askForMore, opensForm, problemsToMark } from '../command-line/form.ts';
import { mistaken } from '../command-line/help.ts';
import { type Mistaken, type Preparation, prepareRequest } from '../command-line/prepare-request.ts';
import { changeFrom } from '../lifecycle/request/evaluate-request.ts';
import { type PreviewDependencies, previewChange } from '../lifecycle/request/preview-change.ts';
import type { Prepared, RawArgs } from '../operation/operation.ts';
import type { Context } from '../operations/context/context.ts';
import type { Command, Job, Sentence } from '../queue/job.ts';
import { type Delivery, ephemeral, type Result } from '../queue/result.ts';
import type { NotUnderstood, Said } from '../sentence/meaning.ts';
import { runRead } from './run-read.ts';
import { withSaid } from './said-in-answer.ts';

/** A command with its request as validated by this version. */
export interface ValidatedCommand extends Command {
  readonly preparation: Preparation;
  /** The sentence that it was typed as. */
  readonly said?: Said;
}

/** A sentence that isn't understood, and why. */
export interface UnclearSentence extends Sentence {
  readonly unclear: NotUnderstood;
}

/** Any job; the request of a command is validated. */
export type ValidatedJob = Exclude<Job, Command | Sentence> | ValidatedCommand | UnclearSentence;

/** Validates the request of a job. Its answer, rejection or failure is based on the result. */
export const validated = (job: Exclude<Job, Sentence> | UnclearSentence, said?: Said): ValidatedJob =>
  job.kind === 'command' ? { ...job, preparation: prepareRequest(job), ...(said && { said }) } : job;

/** Returns the request of a job; undefined if it has none that can run. */
export const preparedOf = (job: ValidatedJob): Prepared<Context> | undefined =>
  job.kind === 'command' && job.preparation.kind === 'prepared' ? job.preparation.prepared : undefined;

/** Runs a read, previews a change, or explains why the command can't run. Says what a sentence was understood as. */
export async function handleCommand(job: ValidatedCommand, deps: PreviewDependencies): Promise<Result> {
  const result = await handleTyped(job, deps);
  return job.said ? withSaid(result, job.said) : result;
}

async function handleTyped(job: ValidatedCommand, deps: PreviewDependencies): Promise<Result> {
  const { preparation } = job;
  switch (preparation.kind) {
    case 'prepared': {
      const { prepared } = preparation;
      if (prepared.operation.risk === 'reads') return runRead(prepared, job, deps);
      const result = await previewChange(changeFrom(prepared), job, deps);
      return job.edits ? inPlaceOfPreview(result) : result;
    }
    case 'mistaken':
      return ephemeral(corrected(job, preparation));
    case 'unknown':
      return ephemeral(outOfDate(job));
  }
}

/** Removes the preview whose *Edit* opened the form, once a new preview exists. */
const inPlaceOfPreview = (result: Result): Result =>
  result.deliveries.some(({ kind }) => kind === 'preview')
    ? { ...result, deliveries: [removeEdited, ...result.deliveries] }
    : result;

const removeEdited: Delivery = {
  kind: 'remove',
  answer: [context('The preview above is out of date. There is a new one.')],
};

/** Renders the problems of a request, with a button that opens its form, if it has one. */
function corrected(
  { raw, line, corrected: better, said }: ValidatedCommand,
  { operation, problems }: Mistaken,
): Answer {
  if (line === undefined || !opensForm(operation, problems))
    return mistaken(operation, problems, undefined, better);
  return (isBlank(raw) || said) && problemsToMark(problems).length === 0
    ? askForMore(line)
    : mistaken(operation, problems, line, better);
}

/** Returns whether a request has no arguments except an account. */
const isBlank = (raw: RawArgs): boolean =>
  Object.entries(raw).every(([name, words]) => name === 'account' || words.trim() === '');

/** Renders the message for a request that another version queued. */
const outOfDate = ({ line }: Command): Answer => [
  failed(changedInNewVersion('command', 'Run it again.')),
  ...(line ? [buttons(commandButton('Try again', line))] : []),
];
