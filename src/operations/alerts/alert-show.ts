import { buttons, code, commandButton, fields, heading, context as smallPrint } from '../../answer/answer.ts';
import { allows } from '../../cloud/model/link.ts';
import { isUnread } from '../../cloud/model/partly.ts';
import { unknown } from '../../core/unknown-text.ts';
import { defineOperation } from '../context/context.ts';
import { formButtons } from '../context/form-button.ts';
import { notAllRead } from '../context/not-all-read.ts';
import { serverViewers } from '../context/roles.ts';
import { alertPolicy } from '../fields/references.ts';
import { describeTriggers, recipientsOf } from './triggers.ts';

export const alertShow = defineOperation({
  id: 'alert.show',
  summary: 'Show one alert policy',
  action: 'Show alert policy',
  example: 'alert show "Disk 80"',
  fields: { policy: alertPolicy({ label: 'Policy', at: 0 }) },
  risk: 'reads',
  roles: serverViewers,
  run: ({ policy }, { service }) => service.alertPolicies.get(policy.id),
  result: (_, policy, context) => {
    const form = formButtons(context);
    return [
      heading(policy.name),
      fields({
        Condition:
          describeTriggers(policy.triggers) ||
          (isUnread(policy, 'triggers') ? unknown : 'none: it never fires'),
        Recipients: recipientsOf(policy).join(', ') || (isUnread(policy, 'actions') ? unknown : 'none'),
      }),
      ...notAllRead(policy),
      smallPrint('Alert policy · ', code(policy.id)),
      buttons(
        form('Assign to Server', 'alert.assign', { policy: policy.id }),
        allows(policy, 'PUT') && form('Edit Policy', 'alert.update', { policy: policy.id }),
        allows(policy, 'DELETE') &&
          commandButton('Delete Policy', context.link('alert.delete', { policy: policy.id })),
      ),
    ];
  },
});
