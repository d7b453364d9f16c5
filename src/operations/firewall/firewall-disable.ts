import { switchPolicy } from './policy-verbs.ts';

export const firewallDisable = switchPolicy('between', 'disable', 'de1 ac11a45805692c2be6249d2cd0f08ed2');
