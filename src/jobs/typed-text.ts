import { withEmoji } from '../core/shortcodes.ts';
import type { Names } from '../messaging/names.ts';
import { operationById } from '../operations/index.ts';
import type { Job } from '../queue/job.ts';

/** An id that stands for a mention in typed text: of a person, a user group or a channel. In angle brackets it was typed as it is. */
const mention = /(?<![\p{L}\p{N}._<-])(@[UWS]|#[CG])([A-Z0-9]{1,30})(?![\p{L}\p{N}_])/gu;

/**
 * Returns a job with its text as the person saw it: emoji, and the names of those whom it mentions. Slack sends names of emoji, and
 * ids. An id stays where it finds a person, and where Slack doesn't know its name. Never rejects.
 */
export async function withTypedText<Some extends Job>(job: Some, names: Names): Promise<Some> {
  switch (job.kind) {
    case 'command':
    case 'form':
      return { ...job, raw: await typedWords(job.operation, job.raw, names) };
    case 'vote':
      return { ...job, comment: await withEmoji(job.comment) };
    default:
      return job;
  }
}

async function typedWords(
  operation: string,
  raw: Readonly<Record<string, string>>,
  names: Names,
): Promise<Record<string, string>> {
  const { fields = {} } = operationById(operation) ?? {};
  const read = Object.entries(raw).map(async ([name, words]): Promise<[string, string]> => {
    const text = await withEmoji(words);
    return [name, fields[name]?.takesMentions ? text : await withNamesIn(text, names)];
  });
  return Object.fromEntries(await Promise.all(read));
}

/** Replaces the ids in a text by names. */
async function withNamesIn(text: string, names: Names): Promise<string> {
  const found = new Map(
    await Promise.all(
      [...text.matchAll(mention)].map(
        async ([id, kind = '', rest = '']) => [id, await nameOf(kind, rest, names)] as const,
      ),
    ),
  );
  return text.replace(mention, (id) => found.get(id) ?? id);
}

async function nameOf(kind: string, rest: string, names: Names): Promise<string | undefined> {
  const [sign = '', letter = ''] = kind;
  const look = sign === '#' ? names.channel : letter === 'S' ? names.group : names.person;
  const name = await look(`${letter}${rest}`).catch(() => undefined);
  return name === undefined ? undefined : `${sign}${name}`;
}
