import type { ReplyTarget } from '../messaging/reply-target.ts';
import { type Denial, denialOf } from '../policy/decide.ts';
import { type Person, whoMay } from '../policy/people.ts';
import { type ContextDependencies, isNamed, type PeopleDependencies, personOf } from './build-context.ts';

/** A denial, and the account in which the person lacks the right. */
export interface DeniedIn {
  readonly account: string;
  readonly denial: Denial;
}

/** Resolves to the groups of the policy that are missing; the person may be refused for another reason. */
const missingFor = async (id: string, deps: PeopleDependencies): Promise<Pick<Person, 'missing'>> => {
  const { missing } = await personOf(id, deps);
  return { missing };
};

/**
 * Checks, before anything is looked up, whether a person may read in each account of their request. Otherwise an answer, or its
 * timing, would reveal what exists there. `right` is the right that the request needs, which the denial names. Rejects if Slack
 * or the cloud API can't be reached.
 */
export async function deniedBeforeLookUp(
  right: 'read' | 'change',
  requested: readonly { readonly account?: string | undefined }[],
  { person }: Pick<ReplyTarget, 'person'>,
  deps: PeopleDependencies & Pick<ContextDependencies, 'service'>,
): Promise<DeniedIn | undefined> {
  for (const named of new Set(requested.map((step) => step.account))) {
    const account = named ?? (await deps.service.login()).accountAlias;
    if (!(await isNamed(whoMay('read', account, deps.policy), person, deps)))
      return { account, denial: denialOf(right, await missingFor(person, deps), account, deps.policy) };
  }
  return undefined;
}
