import { deletePolicy } from './policy-verbs.ts';

export const firewallIntraDelete = deletePolicy('inside', 'de1 195f2e21b90087a4b3313bc144204857');
