import type { AuditQuery } from '../../change/model/audit-log.ts';
import { optional } from '../../operation/field.ts';
import type { Context } from '../context/context.ts';
import { beginning, since, text } from '../fields/index.ts';
import { someone } from './person.ts';

export const auditFilterFields = {
  who: optional(someone({ label: 'Person' })),
  what: optional(
    text({
      label: 'Filter',
      hint: 'part of a command or target, or an event, like firewall or break-glass',
      example: 'firewall',
      maxLength: 80,
    }),
  ),
  since: optional(since({ label: 'Since' })),
};

export interface AuditFilter {
  readonly who: string | undefined;
  readonly what: string | undefined;
  readonly since: string | undefined;
}

/** Returns the audit log query for the account of the context. */
export const auditQueryFrom = (
  { who, what, since }: AuditFilter,
  { service, clock }: Context,
): Omit<AuditQuery, 'limit'> => ({
  account: service.alias,
  person: who,
  about: what,
  since: since === undefined ? undefined : beginning(since, clock()),
});

/** Returns the filter as arguments of a command. */
export const wordsOf = ({ who, what, since }: AuditFilter) => ({ who: who && `@${who}`, what, since });
