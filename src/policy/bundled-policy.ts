import type { Policy } from './policy.ts';

/** policy.json, validated and completed by the build, which replaces this constant. */
declare const bundledPolicyJson: string;

/** The policy of this deployment. */
export const policy: Policy = JSON.parse(bundledPolicyJson);
