import type { Answer } from '../../answer/answer.ts';
import type { Finding } from '../../answer/finding.ts';
import type { ApiKeys } from '../../api-keys/api-key.ts';
import type { AuditLog } from '../../change/model/audit-log.ts';
import type { Changes } from '../../change/model/changes.ts';
import type { Account, Login } from '../../cloud/index.ts';
import type { Clock } from '../../core/clock.ts';
import type { Watches } from '../../drift/findings.ts';
import type { TextFile } from '../../messaging/messaging.ts';
import type { Rule, RuleScope } from '../../network/network-change.ts';
import { operationDefiner } from '../../operation/define-operation.ts';
import type { Watching } from '../../policy/policy.ts';
import type { MakeCommand, WriteLink } from './command-link.ts';
import type { Role } from './roles.ts';

/** What an operation may use while it runs. */
export interface Context {
  /** The cloud API, for the account of the request. */
  readonly service: Account;
  /** The firewall policies of the account as they are now. Behind the context, so that a form's field loads none of it. */
  rulesAt(scope: RuleScope): Promise<readonly Rule[]>;
  /** What an operation may use in another account. Rejects with a `UserError` if the requester may not read there. */
  peer(account: string): Promise<Context>;
  /** The API identity that Skydesk uses. */
  readonly login: Login;
  readonly clock: Clock;
  /** Slack user id of the requester. */
  readonly requester: string;
  /** What was requested, decided and applied before. */
  readonly auditLog: Pick<AuditLog, 'read' | 'verify'>;
  /** Changes that were previewed, requested or confirmed, and the ends of those that end by themselves. */
  readonly changes: Pick<Changes, 'waiting' | 'get' | 'idOf' | 'previewed' | 'change' | 'resource'>;
  /** The API keys with which agents and scripts ask in the name of people. */
  readonly apiKeys: Pick<ApiKeys, 'of'>;
  /** What was found in the accounts that are watched, and how they are read. */
  readonly watches: Pick<Watches, 'heads' | 'resources' | 'findings' | 'adoptions' | 'adopt'>;
  readonly watching: Watching | undefined;
  /** Alias of the account of Skydesk's own login, whose audit log has what is about no account. */
  ownAccount(): Promise<string>;
  /** Whether it was requested on the Home tab, which can't show an ephemeral message. */
  readonly isOnHome: boolean;
  /** URL of the MCP endpoint; empty if this deployment serves no agents. */
  readonly mcpUrl: string;
  /** Time zone of the requester, as "Europe/Berlin"; UTC if Slack doesn't know it. */
  timeZone(): Promise<string>;
  /** Whether the requester may decide on the requests of others in an account. */
  mayApprove(): Promise<(account: string) => boolean>;
  /** The user id under which the audit log has a person; they may have several. */
  idOf(person: string): Promise<string>;
  /**
   * The name after the `@` for a user id; undefined for an unknown person. Rejects with a `UserError` if too many were looked
   * up lately.
   */
  nameOf(person: string): Promise<string | undefined>;
  /** Sends the requester a file, which is too large for an answer: answers are stored until they are delivered. */
  send(file: TextFile): Promise<void>;
  /** Writes the command of an operation, for a button or a hint, in the account that the answer is about. */
  readonly link: WriteLink;
  /** The command of an operation in that account, to be stored and run later. */
  readonly command: MakeCommand;
  /** Describes the policy for the requester in this account: who may do what, and what needs approval. */
  describePolicy(): Promise<Answer>;
  /** What the policy decides on a command of the requester, in this account unless the command names another one. Reads only. */
  explain(line: string): Promise<Answer>;
  /** Runs the health check; never rejects. */
  runChecks(): Promise<readonly Finding[]>;
}

/** Declares an operation of the cloud. */
export const defineOperation = operationDefiner<Context, Role>();
