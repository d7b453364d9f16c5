import type { Answer } from '../../answer/answer.ts';
import type { Finding } from '../../answer/finding.ts';
import type { ApiKeys } from '../../api-keys/api-key.ts';
import type { AuditLog } from '../../change/model/audit-log.ts';
import type { Changes } from '../../change/model/changes.ts';
import type { Account, Login } from '../../cloud/index.ts';
import type { Clock } from '../../core/clock.ts';
import type { Watches } from '../../drift/findings.ts';
import type { Message, TextFile } from '../../messaging/messaging.ts';
import type { ProfileOf } from '../../messaging/person-label.ts';
import type { Rule, RuleScope } from '../../network/network-change.ts';
import { operationDefiner } from '../../operation/define-operation.ts';
import type { FoundState, SnapshotSubject } from '../../operation/snapshot.ts';
import type { Watching } from '../../policy/policy.ts';
import type { MakeCommand, WriteLink } from './command-link.ts';
import type { Role } from './roles.ts';

/** The dependencies of a running operation. */
export interface Context {
  /** The cloud API, for the account of the request. */
  readonly service: Account;
  /**
   * Reads the present firewall policies of the account. Part of the context, so the code isn’t loaded for the fields of a form.
   */
  rulesAt(scope: RuleScope): Promise<readonly Rule[]>;
  /** Returns the context for another account. Rejects with a `UserError` if the requester may not read there. */
  peer(account: string): Promise<Context>;
  /** The cloud API user of Skydesk. */
  readonly login: Login;
  readonly clock: Clock;
  /** Slack user id of the requester. */
  readonly requester: string;
  /** The history of requests, decisions and outcomes. */
  readonly auditLog: Pick<AuditLog, 'read' | 'verify'>;
  /** Changes that were previewed, requested or confirmed, and the scheduled ends. */
  readonly changes: Pick<
    Changes,
    'waiting' | 'get' | 'idOf' | 'previewed' | 'change' | 'resource' | 'openRows'
  >;
  /** The API keys that agents and scripts use on behalf of people. */
  readonly apiKeys: Pick<ApiKeys, 'of'>;
  /** The watched accounts and their findings. */
  readonly watches: Pick<Watches, 'heads' | 'resources' | 'findings' | 'adoptions' | 'adopt'>;
  readonly watching: Watching | undefined;
  /** Returns the alias of the account that Skydesk’s login belongs to. Its audit log holds the entries about no account. */
  ownAccount(): Promise<string>;
  /** The channel and the thread of the request, if it came from a thread. */
  readonly thread?: Pick<Message, 'channel' | 'thread'> | undefined;
  /** Whether the request came from the Home tab, which can't show an ephemeral message. */
  readonly isOnHome: boolean;
  /** URL of the MCP endpoint; empty if agents are turned off in this deployment. */
  readonly mcpUrl: string;
  /** Returns the requester’s time zone, such as "Europe/Berlin"; UTC if Slack doesn't know it. */
  timeZone(): Promise<string>;
  /** Returns a function that checks whether the requester may approve requests in an account. */
  mayApprove(): Promise<(account: string) => boolean>;
  /** Returns the user id of a person in the audit log; a person may have several ids. */
  idOf(person: string): Promise<string>;
  /** Looks up a person. Rejects with a `UserError` after too many recent look-ups. */
  readonly profileOf: ProfileOf;
  /** Sends the requester a file. Answers are stored until they are delivered, so they can't hold a large file. */
  send(file: TextFile): Promise<void>;
  /** Writes the command of an operation in the account of the answer, for a button or a hint. */
  readonly link: WriteLink;
  /** Builds the command of an operation in that account, to store and run it later. */
  readonly command: MakeCommand;
  /** Describes the requester’s permissions and the approvals that they need in this account. */
  describePolicy(): Promise<Answer>;
  /**
   * Explains how the policy evaluates a command of the requester, in this account unless the command names another one. Reads
   * only.
   */
  explain(line: string): Promise<Answer>;
  /**
   * Compares a resource of the account with the state (`fingerprint`) in which it was left. It is gone only if the cloud API answers 404
   * for it. Rejects if it can't be read.
   */
  compareState(subject: SnapshotSubject, left: string | undefined): Promise<FoundState>;
  /** Runs the health check; never rejects. */
  runChecks(): Promise<readonly Finding[]>;
}

export const defineOperation = operationDefiner<Context, Role>();
