import type { Account, Login } from '../../cloud/index.ts';
import type { Answer } from '../../core/answer.ts';
import type { Approvals } from '../../core/approval.ts';
import type { AuditLog } from '../../core/audit-log.ts';
import type { Clock } from '../../core/clock.ts';
import { operationDefiner } from '../../core/define-operation.ts';
import type { Finding } from '../../core/finding.ts';
import type { TextFile } from '../../core/messaging.ts';
import type { Rule, RuleScope } from '../../core/network-change.ts';
import type { WriteLink } from './command-link.ts';
import type { Role } from './roles.ts';

/** What an operation may use while it runs. */
export interface Context {
  /** The service, for the account that was asked for. */
  readonly service: Account;
  /** The firewall policies of the account as they are now. Behind the context, so that a form's field loads none of it. */
  rulesAt(scope: RuleScope): Promise<readonly Rule[]>;
  /** Who the bot is to the service. */
  readonly login: Login;
  readonly clock: Clock;
  /** Slack user id of the person who asks. */
  readonly requester: string;
  /** What was asked, decided and done before. */
  readonly auditLog: Pick<AuditLog, 'read' | 'verify'>;
  /** Requests for approval that have not ended. */
  readonly approvals: Pick<Approvals, 'waiting' | 'get'>;
  /** Says of an account whether the requester may decide there on what others ask for. */
  mayApprove(): Promise<(account: string) => boolean>;
  /** The user id under which the audit log keeps a person, of whom this may be another one. */
  idOf(person: string): Promise<string>;
  /**
   * The name that is typed behind `@` for a user id; undefined for an unknown person. Rejects with a `UserError` when too many
   * were looked up just now.
   */
  nameOf(person: string): Promise<string | undefined>;
  /** Sends the requester a file; a file is too large to be part of an answer, which is kept until it is told. */
  send(file: TextFile): Promise<void>;
  /** Writes the command of an operation, for a button or a hint, in the account that the answer is about. */
  readonly link: WriteLink;
  /** What the policy says to the requester in this account: who may do what, and what needs approval. */
  describePolicy(): Promise<Answer>;
  /** What the policy decides on a line of the requester, in this account unless the line names another one. Reads only. */
  explain(line: string): Promise<Answer>;
  /** Looks whether all that the bot needs is in order; never rejects. */
  runChecks(): Promise<readonly Finding[]>;
}

/** Declares an operation of the cloud. */
export const defineOperation = operationDefiner<Context, Role>();
