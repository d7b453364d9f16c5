import { type Answer, failed } from '../answer/answer.ts';
import type { Choice, Choices } from '../answer/choices.ts';
import { changedInNewVersion } from '../answer/new-version.ts';
import { errorName, UserError } from '../answer/user-error.ts';
import { CloudApiError } from '../cloud/model/cloud-error.ts';
import {
  accountField,
  type Form,
  type FormField,
  isChange,
  notesOf,
  plainField,
  problemsToMark,
  reasonFields,
  ticketFields,
  titleOf,
  tooLate,
} from '../command-line/form.ts';
import { mistaken } from '../command-line/help.ts';
import type { Millis } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import { type ContextDependencies, contextFor } from '../evaluate/build-context.ts';
import { deniedBeforeLookUp } from '../evaluate/denied-before-look-up.ts';
import { inWords } from '../evaluate/describe-error.ts';
import { TimeoutError, withTimeout } from '../evaluate/with-timeout.ts';
import type { ReplyTarget } from '../messaging/reply-target.ts';
import type { Reference } from '../operation/field.ts';
import type { Operation, RawArgs } from '../operation/operation.ts';
import { whyNotTaken } from '../operation/standard-options.ts';
import type { Context } from '../operations/context/context.ts';
import { maxChoices } from '../operations/fields/reference.ts';
import { operationById } from '../operations/index.ts';
import type { Policy } from '../policy/policy.ts';
import type { FormRequested } from '../queue/job.ts';
import { ephemeral, type Result } from '../queue/result.ts';
import { fewChoices, noChoices, severalChoices } from './fill-several.ts';
import { endFields, startFields } from './time-fields.ts';

/** How long a person sees "Loading…" before the form is shown without choices. */
const timeoutMs: Millis = 6000;

export interface FormDependencies extends ContextDependencies {
  readonly log: Log;
  /** The choices that forms leave out, as words: `for=15m`. The cloud API in use refuses them. */
  readonly omittedChoices: readonly string[];
}

type Live = Reference<unknown, unknown, Context>;
type AnyField = Operation<Context>['fields'][string];

/** Fills an open form. If no form is open, explains how to open it. */
export async function fill(job: FormRequested, deps: FormDependencies): Promise<Result> {
  if (!job.view) {
    return ephemeral(unopened(job));
  }
  const operation = operationById(job.operation);
  if (!operation) return inView(job, formGone);

  const { raw } = job;
  const { problems } = job;
  const context = needsService(operation) ? connect(job, deps) : undefined;
  const filledFrom = async (field: AnyField, plain: FormField): Promise<FormField> => {
    const { reference, many } = field;
    if (!reference || !context) return plain;
    const filter = job.filters[plain.name] ?? '';
    if (!many) return live(plain, { reference, filter, beside: raw }, context);
    return severalChoices(plain, { many, reference, filter, max: deps.policy.maxTargets }, await context);
  };
  const fields = await Promise.all(
    Object.entries(operation.fields).map(async ([name, field]): Promise<FormField> => {
      const plain = withoutChoices(deps.omittedChoices, plainField(name, field, raw, problems));
      if (!field.reference || !context) return plain;
      try {
        return await withTimeout(timeoutMs, filledFrom(field, plain));
      } catch (error) {
        deps.log('choices not loaded', { operation: operation.id, error: errorName(error) });
        return {
          ...plain,
          note: error instanceof UserError ? error.message : `${whyNoChoices(error)} Type ${field.hint}.`,
        };
      }
    }),
  );
  const all = inOrder(operation, fields, job, deps.policy);
  const form: Form = {
    operation: operation.id,
    title: titleOf(operation),
    ...(!isChange(operation) && { submit: operation.button ?? 'Show' }),
    replyTo: job.replyTo,
    ...(job.edits && { edits: true }),
    notes: notesOf(operation, problemsToMark(problems), all),
    fields: all,
  };
  return { deliveries: [{ kind: 'fill', view: job.view, form }] };
}

/**
 * Returns the fields of an operation with those for any change: what is required comes first, how long an opening lasts next, and what
 * few people need last.
 */
function inOrder(
  operation: Operation<Context>,
  fields: readonly FormField[],
  { raw, problems, edits = false }: FormRequested,
  policy: Policy,
): readonly FormField[] {
  const own = Map.groupBy(fields, ({ name }) => {
    const { required = false, isRare = false } = operation.fields[name] ?? {};
    return required ? 'required' : isRare ? 'rare' : 'optional';
  });
  const of = (kind: 'required' | 'optional' | 'rare') => own.get(kind) ?? [];
  const ends = endFields(operation, raw, problems, { isEdited: edits });
  const hasTickets = policy.risk.levels.some(({ ticket }) => ticket);
  return [
    ...of('required'),
    ...(operation.endsUsually ? ends : []),
    ...of('optional'),
    ...reasonFields(operation, raw, problems),
    ...of('rare'),
    ...(operation.endsUsually ? [] : ends),
    ...ticketFields(operation, raw, problems, hasTickets),
    ...startFields(operation, raw, problems),
    ...(hasAccounts(operation, raw, policy) ? [accountField(raw, problems, needsService(operation))] : []),
  ];
}

/** Returns whether a form asks for the account: if the policy names some, or if the line does. */
const hasAccounts = (operation: Operation<Context>, raw: RawArgs, { accounts }: Policy): boolean =>
  whyNotTaken('account', operation) === undefined &&
  ((Object.keys(accounts).length > 0 && !operation.isForPeople) || (raw.account ?? '') !== '');

const formGone: Answer = [failed(changedInNewVersion('form', 'Open it again.'))];

/** Renders the message for a form that could not be opened: the mistakes in the command, or a button that opens the form. */
function unopened({ operation: id, problems, line }: FormRequested): Answer {
  const operation = operationById(id);
  if (!operation) return formGone;
  return problems.length > 0 ? mistaken(operation, problems, line) : tooLate(line);
}

function whyNoChoices(error: unknown): string {
  if (error instanceof CloudApiError) return inWords(error)[0];
  if (error instanceof TimeoutError) return 'The cloud API didn’t respond in time.';
  return 'The choices couldn’t be loaded.';
}

/** Leaves choices out of a field, but not the one that its line has: people see what they typed. */
function withoutChoices(omitted: readonly string[], field: FormField): FormField {
  const { name, input, value } = field;
  if (input.kind === 'text') return field;
  const options = input.options.filter(
    (option) => option.value === value || !omitted.includes(`${name}=${option.value}`),
  );
  return { ...field, input: { ...input, options } };
}

/** Shows notes in place of the form, or in an ephemeral message if no view is open. */
export function inView(job: FormRequested, notes: Answer): Result {
  if (!job.view) return ephemeral(notes);
  const { operation, replyTo } = job;
  const form: Form = { operation, title: 'Skydesk', replyTo, notes, fields: [] };
  return { deliveries: [{ kind: 'fill', view: job.view, form }] };
}

const needsService = ({ fields }: Operation<Context>): boolean =>
  Object.values(fields).some(({ reference }) => reference !== undefined);

/**
 * Connects once for all fields of the form. Ignores an invalid account alias. Rejects with a `UserError`, before anything is
 * read, if the person may not read in the account.
 */
function connect({ raw, problems, replyTo }: FormRequested, deps: ContextDependencies): Promise<Context> {
  const isWrong = problems.some(({ field }) => field === 'account');
  const account = (isWrong ? undefined : raw.account?.trim()) || undefined;
  const context = contextOfReader(account, replyTo, deps);
  context.catch(() => {});
  return context;
}

async function contextOfReader(
  account: string | undefined,
  replyTo: ReplyTarget,
  deps: ContextDependencies,
): Promise<Context> {
  const found = await deniedBeforeLookUp('read', [{ account }], replyTo, deps);
  if (found) throw new UserError(found.denial.why);
  return contextFor(account, replyTo, deps);
}

/** Fills a field with choices from the cloud API. Replaces its words by the choice that they name. */
async function live(
  plain: FormField,
  { reference, filter, beside }: { reference: Live; filter: string; beside: RawArgs },
  connecting: Promise<Context>,
): Promise<FormField> {
  const context = await connecting;
  const fitting = await reference.choices(context, filter, beside);
  const nothing = filter !== '' && fitting.options.length === 0;
  const offered = nothing ? await reference.choices(context, '', beside) : fitting;
  const { chosen, problem = plain.problem } = await choiceNamed(plain, reference, offered, beside, context);

  const others = offered.options.filter(({ value }) => value !== chosen?.value);
  const inList = others.length < offered.options.length;
  const options = chosen && !inList ? [chosen, ...others.slice(0, maxChoices - 1)] : offered.options;
  if (options.length === 0) {
    return {
      ...plain,
      live: true,
      note: offered.note ?? noChoices,
      ...(problem && { problem }),
    };
  }
  return {
    ...plain,
    live: true,
    hint: '',
    input: { kind: 'choice', options },
    value: chosen?.value ?? '',
    ...(problem && { problem }),
    ...(nothing && { note: `No matches for “${filter}”.` }),
    ...(!nothing &&
      offered.more && { note: `Only the first ${options.length} are shown. Use the filter to find others.` }),
    ...((filter !== '' || offered.more || options.length > fewChoices) && { filter }),
  };
}

/** Finds the choice that the words of a field name, or the problem if there is none. */
async function choiceNamed(
  { value: words, problem }: FormField,
  reference: Live,
  { options }: Choices,
  beside: RawArgs,
  context: Context,
): Promise<{ chosen?: Choice; problem?: string }> {
  if (words === '' || problem !== undefined) return {};
  const listed = (value: string, among: readonly Choice[]) =>
    among.find((option) => option.value.toLowerCase() === value.toLowerCase());
  const known = listed(words, options);
  if (known) return { chosen: known };
  try {
    const value = reference.pin(await reference.find(words, context, beside));
    const found =
      listed(value, options) ?? listed(value, (await reference.choices(context, value, beside)).options);
    return { chosen: found ?? { value, label: words } };
  } catch (error) {
    if (error instanceof UserError) return { problem: [error.message, error.next].filter(Boolean).join(' ') };
    throw error;
  }
}
