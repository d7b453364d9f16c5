import type { Answer } from '../answer/answer.ts';
import type { Names } from '../messaging/names.ts';

/**
 * Replaces mentions in an answer with `@name` and `#name`, since only Slack resolves mentions. If there is no name, the id
 * remains, without markup. Never rejects.
 */
export async function withNames(answer: Answer, names: Names): Promise<Answer> {
  return named(answer, names);
}

async function named<Value>(value: Value, names: Names): Promise<Value>;
async function named(value: unknown, names: Names): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map((member) => named(member, names)));
  if (typeof value !== 'object' || value === null) return value;
  const [[kind, id] = [], ...others] = Object.entries(value);
  if (others.length === 0 && typeof id === 'string') {
    if (kind === 'person') return `@${(await known(() => names.person(id))) ?? id}`;
    if (kind === 'channel') return `#${(await known(() => names.channel(id))) ?? id}`;
    if (kind === 'group') return `@${(await known(() => names.group(id))) ?? id}`;
  }
  const members = Object.entries(value).map(async ([name, member]) => [name, await named(member, names)]);
  return Object.fromEntries(await Promise.all(members));
}

async function known(look: () => Promise<string | undefined>): Promise<string | undefined> {
  try {
    return await look();
  } catch {
    return undefined;
  }
}
