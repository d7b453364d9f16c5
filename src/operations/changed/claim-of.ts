import { capitalize } from '../../core/capitalize.ts';
import type { Finding } from '../../drift/findings.ts';
import type { Listed } from './open-findings.ts';

/**
 * The headline of a message about several findings. Certain findings come first, since a lock screen shows only the first one.
 */
interface Claim {
  /** "Opened outside Skydesk", or "Possibly opened outside Skydesk" if no finding is certain. */
  readonly claim: string;
  readonly found: readonly Listed[];
}

/** Builds the headline for findings, and sorts the certain ones first. */
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
