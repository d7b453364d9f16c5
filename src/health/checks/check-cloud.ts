import { CloudApiError } from '../../cloud/model/cloud-error.ts';
import { isUnread } from '../../cloud/model/partly.ts';
import { orError } from '../../core/or-error.ts';
import type { Operation } from '../../operation/operation.ts';
import type { Context } from '../../operations/context/context.ts';
import { operations } from '../../operations/index.ts';
import type { Policy } from '../../policy/policy.ts';
import { type Check, type CheckResult, ok, wrong } from '../probes/check.ts';
import { checkNames } from '../probes/check-names.ts';
import { orSkipped } from '../probes/probes.ts';

export const login: Check = {
  name: checkNames.login,
  system: 'the cloud API',
  timeoutMs: 20_000,
  async run(probes) {
    const login = await orError(probes.login(), CloudApiError);
    return [
      login instanceof CloudApiError
        ? loginFinding(login)
        : ok(`Logged in to ${login.accountAlias} as ${login.userName}.`),
    ];
  },
};

function loginFinding({ kind, status }: CloudApiError): CheckResult {
  switch (kind) {
    case 'bad-credentials':
      return wrong(
        'The cloud API rejected the username or password.',
        'Correct them in the secret that SERVICE_SECRET_ID names, then run this again.',
      );
    case 'unreachable':
    case 'timed-out':
      return wrong(
        kind === 'unreachable' ? 'Couldn’t reach the cloud API.' : 'The cloud API didn’t respond in time.',
        'Check SERVICE_BASE_URL and the network, then run this again.',
      );
    case 'service-error':
      return wrong(
        `The cloud API returned an error${status ? ` (${status})` : ''}.`,
        'Run this again in a minute. If this keeps happening, contact the API’s provider.',
      );
    default:
      return wrong(
        `The response isn’t from the cloud API, or not as expected${status ? ` (${status})` : ''}.`,
        'Check SERVICE_BASE_URL: only the host, and the path before /v2 if there is one.',
      );
  }
}

export const roles: Check = {
  name: 'Cloud API roles',
  system: 'the cloud API',
  timeoutMs: 20_000,
  async run(probes) {
    const policy = probes.validPolicy();
    const login = await orSkipped(probes.login(), checkNames.login, CloudApiError);
    const { roles: held, userName } = login;
    const refused = operations
      .filter((operation) => isLet(operation, policy))
      .filter(({ roles }) => roles.length > 0 && !roles.some((role) => held.includes(role)));
    if (refused.length === 0) return [ok('They cover everything that the policy allows.')];
    if (isUnread(login, 'roles'))
      return [
        wrong(
          'The cloud API didn’t return its roles in a form that Skydesk can read.',
          `Check the roles of ${userName} in the cloud API.`,
        ),
      ];
    return byRoles(refused).map(({ enough, commands }) =>
      wrong(
        `The cloud API will deny ${commands.join(', ')}: ${userName} lacks the role.`,
        `Give ${userName} one of these roles in the cloud API: ${enough.join(', ')}.`,
      ),
    );
  },
};

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
