import { cloudClaims } from './cloud-claims.ts';
import type { Found } from './found.ts';
import { logClaims } from './log-claims.ts';
import { cardClaims, notificationClaims } from './notification-claims.ts';
import { stateClaims } from './state-claims.ts';

const all = { logClaims, stateClaims, cardClaims, notificationClaims, cloudClaims };

/**
 * Where changes, audit log, cards, messages and the cloud API contradict each other, each a sentence; none when all of it
 * agrees. Pure, and to be asked once all has come to rest: time has passed, the sweeper has run, and nothing fails any more.
 */
export function contradictions(found: Found): readonly string[] {
  const wrong: string[] = [];
  for (const claims of Object.values(all))
    claims(found, (isSo, otherwise) => {
      if (!isSo) wrong.push(otherwise);
    });
  return [...new Set(wrong)];
}
