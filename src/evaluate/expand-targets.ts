import { count } from '../answer/answer.ts';
import { offerCandidates } from '../answer/offer-candidates.ts';
import { UserError } from '../answer/user-error.ts';
import { mapNonEmpty, type NonEmpty } from '../core/non-empty.ts';
import type { ReplyTarget } from '../messaging/reply-target.ts';
import { swapped } from '../operation/either-order.ts';
import type { Many } from '../operation/field.ts';
import type { Operation, Prepared, RawArgs } from '../operation/operation.ts';
import { writeCommand } from '../operation/write-command.ts';
import type { Context } from '../operations/context/context.ts';
import { type ContextDependencies, contextFor } from './build-context.ts';

/**
 * The requests of one that names several things: one for each, which names it alone. Any other request is returned as it is. Reads only.
 * Rejects with a `UserError` if a word names nothing, or if it is not clear what it names, with buttons for what may be meant; and if
 * there are more things than the policy allows.
 */
export async function expandTargets(
  prepared: Prepared<Context>,
  replyTo: ReplyTarget,
  deps: ContextDependencies,
): Promise<NonEmpty<Prepared<Context>>> {
  const { operation } = prepared;
  const several = fieldWithSeveral(operation, prepared.raw);
  if (!several) return [prepared];
  const { name, many, raw } = several;
  const context = await contextFor(prepared.account, replyTo, deps);
  const found = await many.expand(raw[name] ?? '', context).catch(async (error: unknown) => {
    // The name of a policy can read like a list of servers: "CPU,disk".
    if (raw !== prepared.raw && (await resolves(prepared, context))) return undefined;
    throw offerCandidates(error, (words) => writeCommand(operation, { ...raw, [name]: words }));
  });
  if (!found) return [prepared];
  const max = deps.policy.maxTargets;
  if (found.length > max) throw tooMany(found.length, max, many.noun);
  const all = { [name]: found.join(' ') };
  return mapNonEmpty(found, (one) => {
    const step = operation.prepare({ ...raw, [name]: one });
    if ('problems' in step) throw new Error(`${operation.id} can’t take ${name}=${one}`);
    return { ...step, resolve: (inContext) => step.resolve(inContext, all) };
  });
}

const resolves = (prepared: Prepared<Context>, context: Context): Promise<boolean> =>
  prepared.resolve(context).then(
    () => true,
    () => false,
  );

/** Returns the field that names several targets, and the arguments in matching order. */
function fieldWithSeveral(
  { fields, eitherOrder }: Operation<Context>,
  raw: RawArgs,
): { readonly name: string; readonly many: Many<Context>; readonly raw: RawArgs } | undefined {
  const [name, many] =
    Object.entries(fields).flatMap(([field, { many }]) => (many ? [[field, many] as const] : []))[0] ?? [];
  if (name === undefined || !many) return undefined;
  if (many.canNameSeveral(raw[name] ?? '')) return { name, many, raw };
  const other = eitherOrder && swapped(eitherOrder, fields, raw);
  // The name of another thing can contain spaces, "Batch at night", and is not a list then.
  const words = other?.[name] ?? ' ';
  return other && !words.includes(' ') && many.canNameSeveral(words) ? { name, many, raw: other } : undefined;
}

const tooMany = (found: number, max: number, noun: string): UserError =>
  new UserError(`This names ${count(found, noun)}. One request can change up to ${max}.`, {
    next: 'Name fewer, or split it into several requests.',
  });
