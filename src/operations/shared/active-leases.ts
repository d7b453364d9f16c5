import { type Answer, context, item, person, time } from '../../core/answer.ts';
import { titlesText } from '../../core/change.ts';
import type { Lease } from '../../core/lease.ts';
import { endNowButton, extendButton } from '../../core/lease-buttons.ts';

/** When what ends by itself, and who requested it, with buttons that move its end. */
export const leaseLines = (lease: Lease, reader: string): Answer => [
  item(titlesText({ steps: [lease.step] }), extendButton(lease), endNowButton(lease)),
  context(
    ...(lease.overdue ? ['⚠️ Overdue since '] : ['Ends ']),
    lease.endsAt === undefined ? 'with its plan' : time(new Date(lease.endsAt)),
    ...(lease.requester === reader ? [] : [' · ', person(lease.requester)]),
    ` · in ${lease.step.account}`,
  ),
];
