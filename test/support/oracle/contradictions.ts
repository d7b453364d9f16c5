import { cardClaims } from './card-claims.ts';
import { cloudClaims } from './cloud-claims.ts';
import type { Found } from './found.ts';
import { logClaims } from './log-claims.ts';
import { notificationClaims } from './notification-claims.ts';
import { stateClaims } from './state-claims.ts';

const all = { logClaims, stateClaims, cardClaims, notificationClaims, cloudClaims };

/**
 * Returns the contradictions between changes, audit log, cards, messages and the cloud API, each as a sentence; none if all
 * agree. Pure. Call it when everything is idle: time has passed, the sweeper has run, and there are no faults.
 */
export function contradictions(found: Found): readonly string[] {
  const wrong: string[] = [];
  for (const claims of Object.values(all))
    claims(found, (isSo, otherwise) => {
      if (!isSo) wrong.push(otherwise);
    });
  return [...new Set(wrong)];
}
