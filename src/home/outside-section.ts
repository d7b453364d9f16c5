import { type Answer, commandButton, count, item } from '../answer/answer.ts';
import type { Changes } from '../change/model/changes.ts';
import type { Clock } from '../core/clock.ts';
import type { Watches } from '../drift/findings.ts';
import { commandsIn } from '../evaluate/make-command.ts';
import { findingParts } from '../operations/changed/finding-buttons.ts';
import { notKept } from '../operations/changed/not-kept.ts';
import { listedFor, listedSince, openFirst, setsOf } from '../operations/changed/open-findings.ts';
import type { Writes } from '../operations/changed/put-it-back.ts';
import { commandWords } from '../operations/context/command-link.ts';
import type { Context } from '../operations/context/context.ts';
import { may, type Person } from '../policy/people.ts';
import type { Policy } from '../policy/policy.ts';

/** Upper bound for the changes in the section, which keeps the other sections visible. */
const maxShown = 3;

interface OutsideDependencies {
  readonly policy: Policy;
  readonly watches: Pick<Watches, 'findings' | 'heads' | 'resources' | 'adoptions'>;
  readonly changes: Pick<Changes, 'resource' | 'get'>;
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
  const now = deps.clock();
  const found = await Promise.all(
    readable.map((alias) => listedSince(now - listedFor, now, { ...deps, service: { alias } })),
  );
  const open = openFirst(found.flat()).filter(({ isOpen }) => isOpen);
  const hidden = open.length - maxShown;
  return [
    ...open.slice(0, maxShown).flatMap((one) => findingParts(one, writesIn(one.set.account, login))),
    ...(hidden > 0
      ? [item(count(hidden, 'more change'), commandButton('Show All', commandWords('changed')))]
      : []),
    ...notKept(setsOf(found.flat())),
  ];
}

function writesIn(alias: string, login: Context['login']): Writes {
  const service = { alias };
  return { service, ...commandsIn({ service, login }) };
}
