import { CallFailed } from '../core/call-failed.ts';
import type { MissingGroup } from './member.ts';

/** Slack lists no members of a user group until an administrator helps, and a right depends on it. Nothing was sent to the cloud API. */
export class GroupNotListed extends CallFailed {
  override readonly name = 'GroupNotListed';
  override readonly system = 'Slack';
  override readonly code: string;

  constructor({ id, code, again }: MissingGroup) {
    super(`Slack lists no members of ${id}`, again);
    this.code = code;
  }
}
