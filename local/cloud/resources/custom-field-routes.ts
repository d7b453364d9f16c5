import { ok } from '../http/reply.ts';
import type { GuardedRoute } from '../http/route-types.ts';

/** Custom fields of an account: interface.md §4.5, service-facts 1.6. */
export const routes: readonly GuardedRoute[] = [
  {
    name: 'customFields.list',
    method: 'GET',
    path: '/v2/accounts/:account/customFields',
    needs: 'viewAccount',
    answer: ({ store, account }) => ok(store.accounts.get(account)?.customFields ?? []),
  },
];
