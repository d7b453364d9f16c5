import { anySource } from '../../../src/policy/rules/any-source.ts';
import { crossAccount } from '../../../src/policy/rules/cross-account.ts';
import { deletesPolicy } from '../../../src/policy/rules/deletes-policy.ts';
import { everyPort } from '../../../src/policy/rules/every-port.ts';
import { largeRange } from '../../../src/policy/rules/large-range.ts';
import { production } from '../../../src/policy/rules/production.ts';
import { remoteAccess } from '../../../src/policy/rules/remote-access.ts';
import type { RiskRule } from '../../../src/policy/rules/rule.ts';
import { unknownPolicy } from '../../../src/policy/rules/unknown-policy.ts';

/** Rules for tests that need no particular list: they stay as they are when a rule is added. */
export const fixedRules: readonly RiskRule[] = [
  unknownPolicy,
  anySource,
  largeRange,
  remoteAccess,
  everyPort,
  crossAccount,
  deletesPolicy,
  production,
];
