import { type Answer, type Button, buttons, note } from '../../answer/answer.ts';
import type { DataCenter } from '../../cloud/index.ts';
import { mapConcurrently, maxConcurrency } from '../../core/map-concurrently.ts';
import type { Context } from '../context/context.ts';

/** Lists the policies of one data center, or of all if none is given, each with the code of its data center. */
export async function policiesIn<Policy>(
  dc: DataCenter | undefined,
  { service }: Pick<Context, 'service'>,
  list: (dataCenter: string) => Promise<readonly Policy[]>,
): Promise<readonly (Policy & { readonly dc: string })[]> {
  const searched = dc ? [dc] : await service.dataCenters.list();
  const found = await mapConcurrently(
    searched,
    async ({ id }) => (await list(id)).map((policy) => ({ ...policy, dc: id })),
    maxConcurrency.reads,
  );
  return found.flat();
}

/** For a list without policies: says so, with a button that creates one. `what`: "firewall policies inside it". */
export const noPolicies = (dc: DataCenter | undefined, what: string, create: Button): Answer => [
  note(`${dc ? dc.id.toUpperCase() : 'This account'} has no ${what}.`),
  buttons(create),
];
