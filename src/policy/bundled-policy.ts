import type { Policy } from './policy.ts';

/** policy.json as it was when the bundles were built: read, checked and filled in by the build. */
declare const bundledPolicyJson: string;

export const policy: Policy = JSON.parse(bundledPolicyJson);
