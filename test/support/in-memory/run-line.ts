import type { LocalCloud } from '../../../local/cloud/index.ts';
import type { Answer, Button } from '../../../src/answer/answer.ts';
import type { Service } from '../../../src/cloud/index.ts';
import { commandsIn } from '../../../src/evaluate/make-command.ts';
import type { ResolvedCommand } from '../../../src/operation/operation.ts';
import type { Context } from '../../../src/operations/context/context.ts';
import { rulesAt } from '../../../src/operations/firewall/firewall-rules.ts';
import { preparedFrom } from '../made/typed-line.ts';
import { apiKeysInMemory } from './keys-in-memory.ts';
import { connected } from './local-cloud.ts';

type Login = Context['login'];
const bot: Login = { userName: 'skydesk', accountAlias: 'ACME', locationAlias: 'DE1', roles: [] };

/** The context of an operation, for an account; members that a test does not give are empty. */
export function contextOf(
  connection: Service,
  {
    account = 'ACME',
    login = bot,
    changes = {},
    watches = {},
    ...given
  }: Partial<Omit<Context, 'changes' | 'watches'>> & {
    readonly account?: string;
    readonly changes?: Partial<Context['changes']>;
    readonly watches?: Partial<Context['watches']>;
  } = {},
): Context {
  const service = connection.account(account);
  return {
    service,
    rulesAt: (scope) => rulesAt(scope, service),
    peer: async (other) => contextOf(connection, { ...given, changes, watches, account: other, login }),
    login,
    ...commandsIn({ service, login }),
    clock: Date.now,
    requester: 'U1',
    auditLog: { read: async () => ({ entries: [] }), verify: async () => ({ entries: 0 }) },
    changes: {
      previewed: async () => undefined,
      waiting: async () => [],
      get: async () => undefined,
      idOf: async () => undefined,
      change: async () => ({ refused: 'It is not known.' }),
      resource: async (id) => ({ id, version: 0, ends: [] }),
      openRows: async () => [],
      ...changes,
    },
    apiKeys: apiKeysInMemory().apiKeys,
    watches: {
      heads: async () => [],
      resources: async () => undefined,
      findings: async () => [],
      adoptions: async () => new Map(),
      adopt: async (_account, _finding, adoption) => adoption,
      ...watches,
    },
    watching: undefined,
    ownAccount: async () => login.accountAlias,
    isOnHome: false,
    mcpUrl: 'https://skydesk.example/mcp',
    timeZone: async () => 'UTC',
    mayApprove: async () => () => true,
    idOf: async (person) => person,
    profileOf: async () => undefined,
    send: async () => {},
    describePolicy: async () => [],
    explain: async () => [],
    runChecks: async () => [],
    compareState: async () => 'as left',
    ...given,
  };
}

/** The context of an operation at a local cloud, with the login of the bot. */
export async function contextAt(cloud: LocalCloud, account = 'ACME'): Promise<Context> {
  const connection = connected(cloud);
  return contextOf(connection, { account, login: await connection.login() });
}

/** The plan that a line makes. */
export async function resolve(line: string, context: Context): Promise<ResolvedCommand> {
  return preparedFrom(line).resolve(context);
}

/** Runs a line to its end. Resolves to its plan, its answer and the command that undoes it. */
export async function runToEnd(line: string, context: Context) {
  // A context caches its reads.
  const own = { ...context };
  const resolved = await resolve(line, own);
  const outcome = await resolved.run();
  if ('answer' in outcome) return { resolved, answer: outcome.answer, inverse: outcome.inverse() };
  const progress = await preparedFrom(line).operation.track(outcome.jobRef, own);
  if (progress.phase !== 'done') throw new Error(`${line} is ${progress.phase}`);
  return { resolved, answer: progress.answer, inverse: progress.inverse };
}

/** The immediate answer of a line. */
export async function answerOf(line: string, context: Context): Promise<Answer> {
  const outcome = await (await resolve(line, context)).run();
  return 'answer' in outcome ? outcome.answer : [];
}

/** The buttons below an answer. */
export const buttonsIn = (answer: Answer): readonly Button[] =>
  answer.flatMap((part) =>
    part.kind === 'buttons' ? part.buttons : part.kind === 'item' ? part.buttons : [],
  );
