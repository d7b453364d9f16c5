import { type Answer, commandButton, count, item } from '../answer/answer.ts';
import type { Clock } from '../core/clock.ts';
import type { Watches } from '../drift/findings.ts';
import { commandsIn } from '../evaluate/make-command.ts';
import { findingParts } from '../operations/changed/finding-buttons.ts';
import { openFindings } from '../operations/changed/open-findings.ts';
import { commandWords } from '../operations/context/command-link.ts';
import type { Context } from '../operations/context/context.ts';
import { may, type Person } from '../policy/people.ts';
import type { Policy } from '../policy/policy.ts';

/** Upper bound for the changes in the section, which keeps the other sections visible. */
const maxShown = 3;

interface OutsideDependencies {
  readonly policy: Policy;
  readonly watches: Pick<Watches, 'findings' | 'heads' | 'resources' | 'adoptions'>;
  readonly clock: Clock;
}

/** Renders the open changes outside Skydesk in the watched accounts that a person may read; empty if there are none. */
export async function outsideChanges(
  person: Person,
  { login }: Pick<Context, 'login'>,
  deps: OutsideDependencies,
): Promise<Answer> {
  const accounts = deps.policy.watch?.accounts ?? [];
  const readable = accounts.filter((account) => may('read', person, account, deps.policy));
  const rows = (await Promise.all(readable.map((account) => openIn(account, login, deps)))).flat();
  const hidden = rows.length - maxShown;
  return [
    ...rows.slice(0, maxShown).flat(),
    ...(hidden > 0
      ? [item(count(hidden, 'more change'), commandButton('Show All', commandWords('changed')))]
      : []),
  ];
}

async function openIn(
  alias: string,
  login: Context['login'],
  { watches, clock }: OutsideDependencies,
): Promise<readonly Answer[]> {
  const service = { alias };
  const context = { service, watches, ...commandsIn({ service, login }) };
  return (await openFindings(clock(), context)).map((one) => findingParts(one, context));
}
