import { capitalize } from '../../core/capitalize.ts';
import type { Finding } from '../../drift/findings.ts';
import type { Listed } from './open-findings.ts';

/**
 * What a message says of all that it names, and that with what is certain first: a lock screen shows that
 * alone.
 */
interface Claim {
  /**
   * "Opened outside Skydesk"; "Possibly opened outside Skydesk" if it is certain of nothing that is named.
   */
  readonly claim: string;
  readonly found: readonly Listed[];
}

/** Says that something was opened or changed outside Skydesk, as far as that is certain. */
export function claimOf(
  what: 'opened' | 'changed',
  found: readonly Listed[],
  isCertain: (finding: Finding) => boolean,
): Claim {
  const { certain = [], possible = [] } = Object.groupBy(found, ({ finding }) =>
    isCertain(finding) ? 'certain' : 'possible',
  );
  const possibly = certain.length > 0 ? '' : 'possibly ';
  return { claim: capitalize(`${possibly}${what} outside Skydesk`), found: [...certain, ...possible] };
}
