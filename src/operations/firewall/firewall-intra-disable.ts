import { switchPolicy } from './policy-verbs.ts';

export const firewallIntraDisable = switchPolicy('inside', 'disable', 'de1 195f2e21b90087a4b3313bc144204857');
