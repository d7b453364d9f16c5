import { type Answer, failed, note, type Part } from '../answer/answer.ts';
import { type ApiKey, type ApiKeys, nameOfKey, type TypedToken } from '../api-keys/api-key.ts';
import type { AuditEntry } from '../change/model/audit-log.ts';
import type { Clock } from '../core/clock.ts';
import { revokedBySkydeskEntry } from '../evaluate/key-entries.ts';

/** Dependencies for looking up a key that somebody typed. */
export interface TypedKeyDependencies {
  readonly apiKeys: Pick<ApiKeys, 'findTyped'>;
  readonly clock: Clock;
}

/** The result for a request that contains an API key. */
export interface TypedKey {
  /** The key to revoke; undefined if it doesn't work. */
  readonly key: ApiKey | undefined;
  readonly entries: readonly AuditEntry[];
  /** A note to the person about the result. */
  readonly became: Part;
}

/** The refusal of a request that contains an API key. */
export const typedKeyRefusal: Answer = [
  failed('This has an API key in it, so Skydesk neither ran nor kept it. Nothing was changed.'),
];

const why = 'It was typed where others could read it.';

/** Checks whether a typed API key works. A key id alone is not enough to revoke it. Rejects if the store can't be reached. */
export async function typedKeyOf(
  typed: TypedToken,
  { apiKeys, clock }: TypedKeyDependencies,
): Promise<TypedKey> {
  const key = await apiKeys.findTyped(typed);
  const became = key
    ? `${nameOfKey(typed)} was revoked, since a key in a text is no longer a secret.`
    : `${nameOfKey(typed)} doesn’t work.`;
  return { key, entries: key ? [revokedBySkydeskEntry(key, clock(), why)] : [], became: note(became) };
}
