import { deletePolicy } from './policy-verbs.ts';

export const firewallDelete = deletePolicy('between', 'de1 ac11a45805692c2be6249d2cd0f08ed2');
