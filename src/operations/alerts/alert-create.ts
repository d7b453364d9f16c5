import { buttons, commandButton, note, shortId, context as smallPrint } from '../../answer/answer.ts';
import { resourceId } from '../../change/model/resource.ts';
import { endedStepOf, endsAtOf } from '../../change/model/reversal.ts';
import { endButtons, keepButton } from '../../change/words/end-buttons.ts';
import { optional } from '../../operation/field.ts';
import { phraseOf } from '../../operation/phrase.ts';
import { utc } from '../../time/utc.ts';
import { defineOperation } from '../context/context.ts';
import { creationOf } from '../context/creation-of.ts';
import { endsWaitingFor } from '../context/ends-waiting-for.ts';
import { formButtons } from '../context/form-button.ts';
import { refusalIn } from '../context/refusal-in.ts';
import { serverAdmins } from '../context/roles.ts';
import { emails, number, text } from '../fields/index.ts';
import { draftOf, same, unreadSettings } from './alert-draft.ts';
import { alertPolicyState } from './alert-state.ts';
import { describeTriggers, duration, metrics, recipientsOf, rule } from './triggers.ts';

export const alertCreate = defineOperation({
  id: 'alert.create',
  summary: 'Create an alert policy that sends email',
  action: 'Create alert policy',
  button: 'Create Policy',
  example: 'alert create "Disk 90" disk=90 for=10m to=ops@example.com',
  fields: {
    name: text({ label: 'Name', at: 0, example: '"Disk 80"' }),
    cpu: optional(number({ label: 'CPU threshold (%)', example: '80', ...rule }), 'not watched'),
    memory: optional(number({ label: 'Memory threshold (%)', example: '80', ...rule }), 'not watched'),
    disk: optional(number({ label: 'Disk threshold (%)', example: '80', ...rule }), 'not watched'),
    for: optional(duration({ label: 'For at least' }), '5 minutes'),
    to: emails({ label: 'Send to' }),
  },
  risk: 'changes',
  roles: serverAdmins,
  results: { id: 'alert policy' },
  check: (given) => [
    ...(metrics.some((metric) => given[metric] !== undefined)
      ? []
      : [{ message: 'Add at least one of cpu=, memory= or disk=', missing: true }]),
    ...metrics
      .filter((metric) => typeof given.for === 'object' && given.for[metric] && given[metric] === undefined)
      .map((metric) => ({ field: 'for', message: `names ${metric}, which has no threshold` })),
  ],
  async finds(args, context) {
    const draft = draftOf(args);
    const { alertPolicies } = context.service;
    const { items, links } = await alertPolicies.listed();
    // Asked here and not in `refuses`, since the link comes with the list, which is read only for a preview.
    const refusal = await refusalIn(alertPolicies.check({ links }, () => draft));
    if (refusal) throw refusal;
    const twin = items.find((policy) => unreadSettings(policy).length === 0 && same(draft, policy));
    if (!twin) return undefined;
    const { id, name } = twin;
    const [end] = await endsWaitingFor(
      resourceId(context.service.alias, { kind: alertPolicyState.kind, id }),
      context,
    );
    const endsAt = end && endsAtOf(end);
    const named = end && { id: endedStepOf(end), step: end.steps[0] };
    const until = endsAt === undefined ? '' : ` until ${utc(endsAt)}`;
    return {
      already: `Alert policy “${name}” with these settings is there already${until}: ${id.slice(0, 8)}.`,
      origin: await creationOf({ operation: 'alert.create', name, id }, context),
      ...(named && { buttons: [...endButtons(named, endsAt), keepButton(named)] }),
    };
  },
  targets: ({ name }) => [`alert-policy/${name}`],
  subject: (args) =>
    `${args.name} · ${describeTriggers(draftOf(args).triggers)} · notifies ${args.to.join(', ')}`,
  phrase: ({ name }) => phraseOf('create', `alert policy ${name}`),
  titleSaysMore: () => true,
  statusCommand: (_, { link }) => link('alert.list'),
  run: (args, { service }) => service.alertPolicies.create(draftOf(args)),
  result: (_, policy, context) => [
    note(describeTriggers(policy.triggers)),
    smallPrint(
      `Notifies ${recipientsOf(policy).join(', ')} once it is assigned to a server · `,
      shortId(policy.id),
    ),
    buttons(
      formButtons(context)('Assign to Server', 'alert.assign', { policy: policy.id }),
      commandButton('Show Policy', context.link('alert.show', { policy: policy.id })),
    ),
  ],
  gives: (_, { id }) => ({ id }),
  snapshot: alertPolicyState,
  inverse: (_, { id }, { command }) => ({ ...command('alert.delete', { policy: id }), of: { id } }),
});
