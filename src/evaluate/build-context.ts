import type { Answer } from '../answer/answer.ts';
import { UserError } from '../answer/user-error.ts';
import type { Openings } from '../change/model/openings.ts';
import type { Login, Service } from '../cloud/index.ts';
import type { Groups, Members } from '../messaging/member.ts';
import type { Messenger } from '../messaging/messaging.ts';
import { isOnHome, type ReplyTarget } from '../messaging/reply-target.ts';
import type { FoundState, SnapshotSubject } from '../operation/snapshot.ts';
import type { Context } from '../operations/context/context.ts';
import { rulesAt } from '../operations/firewall/firewall-rules.ts';
import { describePolicy } from '../policy/describe-policy.ts';
import { mayApprove } from '../policy/may-decide.ts';
import { groupsIn, may, names, type Person, whoMay } from '../policy/people.ts';
import type { People, Policy } from '../policy/policy.ts';
import { commandsIn } from './make-command.ts';
import { askOneOf } from './who-can.ts';

/** Dependencies for looking a person up. */
export interface PeopleDependencies {
  readonly policy: Policy;
  readonly members: Members;
  readonly groups: Groups;
}

/** Dependencies for evaluating a request. Reads only, except that an operation can send its requester a file. */
export interface ContextDependencies
  extends PeopleDependencies,
    Pick<Context, 'clock' | 'auditLog' | 'changes' | 'apiKeys' | 'watches' | 'mcpUrl' | 'runChecks'> {
  readonly service: Service;
  readonly messenger: Pick<Messenger, 'file'>;
  readonly openings: Pick<Openings, 'of'>;
  /** Compares a resource with the state in which it was left, as `Context` describes it. */
  compareState(subject: SnapshotSubject, left: string | undefined, context: Context): Promise<FoundState>;
  /** Explains the policy's decision on a line, in this account unless the line names another one. */
  explainLine(
    line: string,
    account: string,
    replyTo: ReplyTarget,
    deps: ContextDependencies,
  ): Promise<Answer>;
}

/** The login of a context without the cloud API. */
const nobody: Login = { userName: '', accountAlias: '', locationAlias: '', roles: [] };

/** Resolves to a person's current ids in Slack, and their groups among those of the policy. Rejects if Slack can't be reached. */
export async function personOf(id: string, { members, groups, policy }: PeopleDependencies): Promise<Person> {
  const member = await members.check(id);
  if ('refused' in member) return { id, groups: [], refused: member.refused };
  const { missing, ...found } = await groups.of([member.id, ...member.aliases], groupsIn(policy));
  return { ...member, ...found, ...(missing.length > 0 && { missing }) };
}

/**
 * Resolves to whether a list of the policy names a person. Groups are looked up only if the list doesn't name the person
 * themselves, so a group that was deleted in Slack doesn't block them. Rejects if Slack can't be reached.
 */
export async function isNamed(whom: People, id: string, deps: PeopleDependencies): Promise<boolean> {
  const member = await deps.members.check(id);
  const isAlone = !('refused' in member) && names(whom, { ...member, groups: [] });
  return isAlone || names(whom, await personOf(id, deps));
}

/** Creates the context of an operation: for the requested account, or else the login's own, and for the requester. */
export async function contextFor(
  account: string | undefined,
  replyTo: ReplyTarget,
  deps: ContextDependencies,
): Promise<Context> {
  return contextAs(await deps.service.login(), account, replyTo, deps);
}

/** Creates the context of an offline operation, which can't call the cloud API. */
export const contextAlone = (replyTo: ReplyTarget, deps: ContextDependencies): Context =>
  contextAs(nobody, undefined, replyTo, deps);

function contextAs(
  login: Login,
  account: string | undefined,
  replyTo: ReplyTarget,
  deps: ContextDependencies,
): Context {
  const { clock, auditLog, members, messenger, policy, changes, apiKeys, watches, mcpUrl, runChecks } = deps;
  const service = deps.service.account(account ?? login.accountAlias);
  const person = (): Promise<Person> => personOf(replyTo.person, deps);
  const context: Context = {
    service,
    rulesAt: onceByScope((scope) => rulesAt(scope, service)),
    async peer(other) {
      const asking = await person();
      if (!may('read', asking, other, policy)) throw mayNotRead(asking, other, policy);
      return contextAs(login, other, replyTo, deps);
    },
    login,
    ...commandsIn({ service, login }),
    clock,
    requester: replyTo.person,
    auditLog,
    changes,
    apiKeys,
    watches,
    watching: policy.watch,
    ownAccount: async () => (await deps.service.login()).accountAlias,
    thread: replyTo.thread === undefined ? undefined : replyTo,
    isOnHome: isOnHome(replyTo),
    mcpUrl,
    timeZone: async () => (await members.timeZone(replyTo.person)) ?? 'UTC',
    async mayApprove() {
      const known = await person();
      return (about) => mayApprove(known, about, policy);
    },
    idOf: async (id) => (await personOf(id, deps)).id,
    profileOf: members.profile,
    send: (file) => messenger.file(replyTo, file),
    describePolicy: async () => describePolicy(policy, await person(), service.alias),
    explain: (line) => deps.explainLine(line, service.alias, replyTo, deps),
    runChecks,
    compareState: (subject, left) => deps.compareState(subject, left, context),
  };
  return context;
}

/** Reads the rules of each scope once per request, since both the title of a change and its evaluation need them. */
function onceByScope(read: Context['rulesAt']): Context['rulesAt'] {
  const known = new Map<string, ReturnType<Context['rulesAt']>>();
  return (scope) => {
    const key = JSON.stringify(scope);
    const rules = known.get(key) ?? read(scope);
    known.set(key, rules);
    return rules;
  };
}

/** Returns the error for a person who may not read in an account. */
export const mayNotRead = (person: Person, account: string, policy: Policy): UserError =>
  new UserError(`You don’t have permission to view ${account}.`, {
    details: [askOneOf(whoMay('read', account, policy), person)],
  });
