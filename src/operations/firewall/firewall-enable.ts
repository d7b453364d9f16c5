import { switchPolicy } from './policy-verbs.ts';

export const firewallEnable = switchPolicy('between', 'enable', 'va1 5154002017cad1032a8e590995e50294');
