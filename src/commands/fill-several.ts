import { count } from '../answer/answer.ts';
import type { Choice } from '../answer/choices.ts';
import { UserError } from '../answer/user-error.ts';
import type { FormField } from '../command-line/form.ts';
import type { Many, Reference } from '../operation/field.ts';
import type { Context } from '../operations/context/context.ts';
import { maxChoices } from '../operations/fields/reference.ts';

/** Upper bound for the choices of a select without a filter. */
export const fewChoices = 20;

/** Said of a field without choices. */
export const noChoices = 'This account has none.';

/** The data for filling a field that takes several things. */
interface SeveralOptions {
  readonly many: Many<Context>;
  readonly reference: Reference<unknown, unknown, Context>;
  /** The text that filters its choices. */
  readonly filter: string;
  /** Upper bound for the chosen things. */
  readonly max: number;
}

/**
 * Fills a field for several choices, and chooses those that its words name. Chosen things remain choices regardless of the
 * filter.
 */
export async function severalChoices(
  plain: FormField,
  { many, reference, filter, max }: SeveralOptions,
  context: Context,
): Promise<FormField> {
  const all = await reference.choices(context, '');
  const fitting = filter === '' ? all : await reference.choices(context, filter);
  const named = await namesIn(plain, many, context);
  const chosen = named.names.map((name): Choice => {
    const value = name.toLowerCase();
    return all.options.find((option) => option.value === value) ?? { value, label: name };
  });
  const shown = fitting.options.length > 0 ? fitting : all;
  const others = shown.options.filter(({ value }) => chosen.every((one) => one.value !== value));
  const options = [...chosen, ...others].slice(0, maxChoices);
  const tooMany =
    chosen.length > max
      ? `This names ${count(chosen.length, many.noun)}, and one request can change up to ${max}: the first ${max} are chosen`
      : undefined;
  const problem = named.problem ?? tooMany ?? plain.problem;
  if (options.length === 0) return { ...plain, live: true, note: noChoices, ...(problem && { problem }) };
  return {
    ...plain,
    live: true,
    hint: `One or several, up to ${max}`,
    input: { kind: 'choice', options },
    several: { max, chosen: chosen.map(({ value }) => value) },
    value: '',
    ...(problem && { problem }),
    ...(fitting.options.length === 0 && { note: `No matches for “${filter}”.` }),
    ...(fitting.more && {
      note: `Only the first ${options.length} are shown. Use the filter to find others.`,
    }),
    ...((filter !== '' || all.more || options.length > fewChoices) && { filter }),
  };
}

/** Returns the names of the things in the words of a field, or the problem if they name nothing. */
async function namesIn(
  { value: words, problem }: FormField,
  many: Many<Context>,
  context: Context,
): Promise<{ readonly names: readonly string[]; readonly problem?: string }> {
  if (words === '' || problem !== undefined) return { names: [] };
  try {
    const names = await many.expand(words, context);
    return { names };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { names: [], problem: [error.message, error.next].filter(Boolean).join(' ') };
  }
}
