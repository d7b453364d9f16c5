import { connect } from '../../src/cloud/index.ts';
import { commandsIn } from '../../src/evaluate/make-command.ts';
import type { Field, WordsByField } from '../../src/operation/field.ts';
import type { Context } from '../../src/operations/context/context.ts';
import { rulesAt } from '../../src/operations/firewall/firewall-rules.ts';
import { operationById } from '../../src/operations/index.ts';
import { type LocalCloud, users } from '../cloud/index.ts';
import type { LineChoice } from './command-list-types.ts';

/** What is asked for: what there is to name in a field of an operation. */
interface ChoicesAsked {
  readonly operation: string;
  readonly field: string;
  /** Only those that have this in their name or id. */
  readonly filter: string;
  /** The words of the other fields, for what belongs to a thing that one of them names. */
  readonly beside: WordsByField;
}

/** Lists the choices for a field. */
export type LiveChoices = (asked: ChoicesAsked) => Promise<readonly LineChoice[]>;

/** A user other than the bot, so that the bot's password and token do not matter. */
const looker = 'accountadmin';

/**
 * Asks the local cloud as the operations do, but through `quietUrl`: no fault meets these requests, and
 * nobody is told of them. Nothing where the service is elsewhere.
 */
export function liveChoices(cloud: LocalCloud | undefined): LiveChoices {
  const user = users.find(({ userName }) => userName === looker);
  if (!cloud || !user) return async () => [];
  const credentials = { username: user.userName, password: user.password };
  const service = connect({ baseUrl: cloud.quietUrl, credentials: async () => credentials });
  return async ({ operation, field: name, filter, beside }) => {
    const field = operationById(operation)?.fields[name];
    if (!field?.reference)
      throw new TypeError(`There is nothing to choose from for ${name} of ${operation}.`);
    const login = await service.login();
    const account = service.account(beside.account || login.accountAlias);
    const context: Context = {
      ...withoutRequester,
      service: account,
      rulesAt: (scope) => rulesAt(scope, account),
      login,
      ...commandsIn({ service: account, login }),
    };
    const { options } = await field.reference.choices(context, filter, beside);
    const [first] = options;
    if (!first || isRead(field, first.label)) return options;
    const digits = await fewestDigits(field, first.value, { context, beside });
    return options.map((option) => ({ ...option, words: option.value.slice(0, digits) }));
  };
}

type LiveField = Field<unknown, unknown, Context>;

/** Whether words may be typed into a field. */
const isRead = (field: LiveField, words: string): boolean => 'value' in field.read(words);

/** So many first digits of an id are shown to tell things apart. */
const shortId = 8;

/** How much of an id names the thing on a line: its first digits where the field takes those, else all. */
async function fewestDigits(
  { reference, read }: LiveField,
  id: string,
  { context, beside }: { readonly context: Context; readonly beside: WordsByField },
): Promise<number> {
  const short = read(id.slice(0, shortId));
  if (!reference || 'problem' in short) return id.length;
  try {
    return reference.pin(await reference.find(short.value, context, beside)) === id ? shortId : id.length;
  } catch {
    return id.length;
  }
}

/** The part of a context that is about who asks: choosing needs nothing of it. */
const withoutRequester: Omit<Context, 'service' | 'rulesAt' | 'login' | 'command' | 'link'> = {
  peer: unavailable,
  clock: Date.now,
  requester: '',
  auditLog: { read: unavailable, verify: unavailable },
  changes: {
    previewed: unavailable,
    waiting: unavailable,
    get: unavailable,
    idOf: unavailable,
    change: unavailable,
    resource: unavailable,
  },
  apiKeys: { of: unavailable },
  watches: {
    heads: unavailable,
    resources: unavailable,
    findings: unavailable,
    adoptions: unavailable,
    adopt: unavailable,
  },
  watching: undefined,
  ownAccount: unavailable,
  isOnHome: false,
  mcpUrl: '',
  timeZone: unavailable,
  mayApprove: async () => () => false,
  idOf: unavailable,
  nameOf: async () => undefined,
  send: unavailable,
  describePolicy: unavailable,
  explain: unavailable,
  runChecks: unavailable,
};

async function unavailable(): Promise<never> {
  throw new Error('Choices come from the service alone');
}
