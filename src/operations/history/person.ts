import { UserError } from '../../answer/user-error.ts';
import { labelInWords, labelsOf, type PersonLabel, type Profile } from '../../messaging/person-label.ts';
import type { Field, FieldOptions } from '../../operation/field.ts';
import type { Context } from '../context/context.ts';
import { several } from '../fields/reference.ts';
import { wordsField } from '../fields/words-field.ts';

/** A mention. A name in capitals can match as well. */
const id = /^@?([UW][A-Z0-9]{2,20})$/;
const isName = (words: string): boolean => /^@?[\p{L}\p{N}][\p{L}\p{N}._-]{0,79}$/u.test(words);

/** Number of the newest entries that are searched for a person’s name. */
const recent = 500;

/**
 * Creates a field for a person: a mention as Slack sends it (`@U0ANA`), `me`, or a name in the audit log. Resolves to the Slack
 * user id.
 */
export const someone = (options: FieldOptions): Field<string, string, Context> =>
  wordsField(options, {
    hint: 'a person, like @ana, or me',
    example: '@ana',
    takesMentions: true,
    read: (words) =>
      id.test(words) || isName(words)
        ? { value: words }
        : { problem: `must be a person like @ana, not “${words}”` },
    reference: { find, pin: (person) => `@${person}`, choices: async () => ({ options: [], more: true }) },
  });

async function find(
  parsed: string,
  { requester, auditLog, service, idOf, profileOf }: Context,
): Promise<string> {
  const mentioned = id.exec(parsed)?.[1];
  // Slack may be unable to look up an id, so unknown ids are accepted.
  if (mentioned && (await profileOf(mentioned).catch(() => mentioned)) !== undefined) return idOf(mentioned);
  const wanted = parsed.replace(/^@/, '').toLowerCase();
  if (wanted === 'me') return requester;

  const { entries } = await auditLog.read({ account: service.alias, limit: recent });
  const found = new Map<string, Profile | undefined>();
  for (const person of new Set(entries.map((entry) => entry.person))) {
    if (person === mentioned) return person;
    const profile = await profileOf(person);
    if (profile?.handle?.toLowerCase() === wanted) found.set(await idOf(person), profile);
  }
  const [only, ...others] = found.keys();
  if (only !== undefined && others.length === 0) return only;
  if (only !== undefined) throw several('person', parsed, [...labelsOf(found)], shownById);
  throw new UserError(`Nobody called “${parsed}” is in the recent audit log of ${service.alias}.`, {
    next: 'Pick the person from the list that Slack shows after @.',
  });
}

const shownById = {
  id: ([id]: readonly [string, PersonLabel]): string => id,
  name: ([, label]: readonly [string, PersonLabel]): string => labelInWords(label),
};
