import { anySource } from './any-source.ts';
import { crossAccount } from './cross-account.ts';
import { deletesPolicy } from './deletes-policy.ts';
import { everyPort } from './every-port.ts';
import { largeRange } from './large-range.ts';
import { manyTargets } from './many-targets.ts';
import { production } from './production.ts';
import { remoteAccess } from './remote-access.ts';
import type { RiskRule } from './rule.ts';
import { unknownPolicy } from './unknown-policy.ts';

/** The risk rules, in the order in which approvers read the reasons. */
export const riskRules: readonly RiskRule[] = [
  unknownPolicy,
  anySource,
  largeRange,
  remoteAccess,
  everyPort,
  crossAccount,
  deletesPolicy,
  production,
  manyTargets,
];
