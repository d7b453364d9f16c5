import { CloudApiError } from '../../cloud/model/cloud-error.ts';
import type { Operation } from '../../core/operation.ts';
import { operations } from '../../operations/index.ts';
import type { Context } from '../../operations/shared/context.ts';
import type { Policy } from '../../policy/policy.ts';
import { type Check, type Found, ok, wrong } from '../probes/check.ts';
import { checkNames } from '../probes/check-names.ts';
import { Skipped } from '../probes/probes.ts';
import type { SharedProbes } from '../probes/shared-probes.ts';

export const login: Check = {
  name: checkNames.login,
  system: 'The cloud service',
  timeoutMs: 20_000,
  async run(probes) {
    try {
      const { userName, accountAlias } = await probes.login();
      return [ok(`${userName} is logged in to ${accountAlias}.`)];
    } catch (error) {
      if (error instanceof CloudApiError) return [told(error)];
      throw error;
    }
  },
};

function told({ kind, status }: CloudApiError): Found {
  switch (kind) {
    case 'bad-credentials':
      return wrong(
        'The cloud service refuses the user name or the password.',
        'Put the right ones into the secret that SERVICE_SECRET_ID names, then run this again.',
      );
    case 'unreachable':
    case 'timed-out':
      return wrong(
        `The cloud service ${kind === 'unreachable' ? 'cannot be reached' : 'does not answer in time'}.`,
        'See whether SERVICE_BASE_URL is right, and whether the network lets this machine reach it.',
      );
    case 'service-error':
      return wrong(
        `The cloud service has an error of its own${status ? ` (${status})` : ''}.`,
        'Run this again in a minute. If it stays so, tell the provider of the service.',
      );
    default:
      return wrong(
        `What answers is not the cloud service, or not as expected${status ? ` (${status})` : ''}.`,
        'See whether SERVICE_BASE_URL is right: only the host, and a path before /v2 if there is one.',
      );
  }
}

export const roles: Check = {
  name: 'Service roles',
  system: 'The cloud service',
  timeoutMs: 20_000,
  async run(probes) {
    const policy = probes.validPolicy();
    const { roles: held, userName } = await loggedIn(probes);
    const refused = operations
      .filter((operation) => isLet(operation, policy))
      .filter(({ roles }) => roles.length > 0 && !roles.some((role) => held.includes(role)));
    if (refused.length === 0) return [ok('They are enough for all that the policy lets people do.')];
    return byRoles(refused).map(({ enough, commands }) =>
      wrong(
        `The cloud service will refuse ${commands.join(', ')}: ${userName} has none of the roles for that.`,
        `Give ${userName} one of them at the service: ${enough.join(', ')}.`,
      ),
    );
  },
};

async function loggedIn({ login: logIn }: SharedProbes) {
  try {
    return await logIn();
  } catch (error) {
    throw error instanceof CloudApiError ? new Skipped(checkNames.login) : error;
  }
}

/** Whether the policy lets any person run an operation in some account. */
function isLet({ risk }: Operation<Context>, { people, accounts }: Policy): boolean {
  if (risk === 'reads') return [people.read, people.change, people.approve].some((list) => list.length > 0);
  return [people.change, ...Object.values(accounts).map(({ change = [] }) => change)].some(
    (list) => list.length > 0,
  );
}

/** Groups refused operations by the roles that would allow them. */
function byRoles(refused: readonly Operation<Context>[]) {
  const groups = new Map<string, { enough: readonly string[]; commands: string[] }>();
  for (const { words, roles: enough } of refused) {
    const group = groups.get(enough.join()) ?? { enough, commands: [] };
    group.commands.push(words.join(' '));
    groups.set(enough.join(), group);
  }
  return [...groups.values()];
}
