import { commandButton, note, person, quote } from '../../answer/answer.ts';
import { UserError } from '../../answer/user-error.ts';
import { findingId, readFindingId } from '../../drift/finding-id.ts';
import type { Adoption } from '../../drift/findings.ts';
import { type Field, type FieldOptions, inAscii } from '../../operation/field.ts';
import { utc } from '../../time/utc.ts';
import type { Context } from '../context/context.ts';
import { choose, none } from '../fields/reference.ts';
import { wordsField } from '../fields/words-field.ts';
import { type Listed, listedSince, openFindings } from './open-findings.ts';
import { differenceInWords } from './state-in-words.ts';

/** A change outside Skydesk, which a watch has seen, by its id, which buttons write. A form offers those that nobody has adopted. */
export const finding = (options: FieldOptions): Field<string, Listed, Context> =>
  inAscii(
    wordsField(options, {
      hint: 'the id of a change that was made outside Skydesk',
      example: '00000000-1-0',
      read: (words) =>
        readFindingId(words)
          ? { value: words.toLowerCase() }
          : { problem: `“${words}” is not the id of a change outside Skydesk` },
      reference: {
        find,
        pin: idOf,
        async choices(context, filter) {
          return choose(await openFindings(context.clock(), context), filter, {
            id: idOf,
            name: (one: Listed) => differenceInWords(one.finding, context.service).name,
            describe: (one: Listed) => differenceInWords(one.finding, context.service).detail,
          });
        },
      },
    }),
  );

export const idOf = ({ set, index }: Listed): string => findingId(set, index);

async function find(parsed: string, context: Context): Promise<Listed> {
  const named = readFindingId(parsed);
  const found =
    named && (await listedSince(named.to, context.clock(), context)).find((one) => idOf(one) === parsed);
  if (!found)
    throw none('change outside Skydesk', parsed, commandButton('Show Changes', context.link('changed')));
  return found;
}

/** Names the person who has adopted a finding already. */
export const adoptedBefore = ({ person: owner, reason }: Adoption): UserError =>
  new UserError('Somebody has adopted this already.', {
    details: [note('Its owner is ', person(owner), ': ', quote(reason))],
  });

/** Explains why a finding can’t be adopted; undefined if it can. */
export function refuseAdopted({ adopted, isOpen, end, finding: { after } }: Listed): UserError | undefined {
  if (adopted) return adoptedBefore(adopted);
  if (end && after)
    return new UserError(`${end.name} ends this at ${utc(end.at)}, and waits until it is put back.`, {
      next: 'Put it back, or press End Now, which closes all of it.',
    });
  return isOpen
    ? undefined
    : new UserError('This change is no longer current, or Skydesk made it, so there is nothing to adopt.');
}
