import { sha256 } from '../core/sha256.ts';
import type { Policy } from './policy.ts';

/** Returns the SHA-256, in hex, of a policy as JSON. The build writes policy.json so, so it is that of the deployed file. */
export const policyHash = (policy: Policy): string => sha256(policy);

/**
 * Returns the policy in the text of a deployed policy.json, which was validated and completed when it was written.
 * @param expected the hash of the only policy that may be used; empty for any
 * @throws Error if there is none, or another one
 */
export function policyIn(text: string | undefined, expected: string): Policy {
  if (text === undefined) throw new Error('There is no policy.json: npm run build writes it');
  const policy: Policy = JSON.parse(text);
  const hash = policyHash(policy);
  if (expected !== '' && hash !== expected)
    throw new Error(`POLICY_SHA256 is ${expected}, but the hash of policy.json is ${hash}`);
  return policy;
}
