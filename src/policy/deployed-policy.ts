import { configurationFile } from '../core/configuration-file.ts';
import type { Policy } from './policy.ts';
import { policyIn } from './policy-file.ts';

/** The policy of this deployment. A function that finds another one than it is to use does not start. */
export const policy: Policy = policyIn(configurationFile('policy.json'), process.env.POLICY_SHA256 ?? '');
