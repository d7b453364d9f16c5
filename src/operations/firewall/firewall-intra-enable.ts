import { switchPolicy } from './policy-verbs.ts';

export const firewallIntraEnable = switchPolicy('inside', 'enable', 'de1 b43952aa8e69ca2ce12ecf12473eed42');
