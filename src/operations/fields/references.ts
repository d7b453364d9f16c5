import type { AlertPolicy, AutoscalePolicy, DataCenter } from '../../cloud/index.ts';
import { writeStepReference } from '../../core/step-reference.ts';
import type { Field, FieldOptions } from '../../operation/field.ts';
import { describeTriggers } from '../alerts/triggers.ts';
import { describe } from '../autoscale/autoscale.ts';
import type { Context } from '../context/context.ts';
import { type Kind, listOf, reference } from './reference.ts';

/** Describes a kind of thing that has an id and a name of its own. */
const kind = <Thing extends { id: string; name: string }>(
  noun: string,
  listedBy: Kind<Thing>['listedBy'],
  list: Kind<Thing>['list'],
  describe?: (thing: Thing) => string,
): Kind<Thing> => ({
  noun,
  listedBy,
  list,
  id: ({ id }) => id,
  name: ({ name }) => name,
  ...(describe && { describe }),
});

export const alertPolicies: Kind<AlertPolicy> = {
  ...kind(
    'alert policy',
    'alert.list',
    ({ service }) => service.alertPolicies.list(),
    ({ triggers }) => describeTriggers(triggers),
  ),
  fromStep: {
    takes: 'alert policy',
    standIn: (reference) => ({
      id: writeStepReference(reference),
      name: `of step ${reference.step}`,
      triggers: [],
      actions: [],
      links: [],
    }),
  },
};

/** Creates a field for an alert policy of the account. */
export const alertPolicy = (options: FieldOptions): Field<string, AlertPolicy, Context> =>
  reference(alertPolicies, options);

export const autoscalePolicies: Kind<AutoscalePolicy> = kind(
  'autoscale policy',
  'autoscale.list',
  ({ service }) => service.autoscalePolicies.list(),
  describe,
);

/** Creates a field for a vertical autoscale policy of the account. */
export const autoscalePolicy = (options: FieldOptions): Field<string, AutoscalePolicy, Context> =>
  reference(autoscalePolicies, options);

/** Returns the name of an autoscale policy; the first digits of its id if the account has no such policy. */
export async function autoscalePolicyName(id: string, context: Context): Promise<string> {
  const policies = await listOf(autoscalePolicies, context);
  return policies.find((policy) => policy.id === id)?.name ?? id.slice(0, 8);
}

export const dataCenters: Kind<DataCenter> = kind('data center', 'dc.list', ({ service }) =>
  service.dataCenters.list(),
);

/** Creates a field for a data center by its code or name. */
export const dataCenter = ({
  example = 'de1',
  ...options
}: FieldOptions): Field<string, DataCenter, Context> => ({
  ...reference(dataCenters, { example, hint: `the code of a data center, like ${example}`, ...options }),
  isWhole: (word) => /^[a-z]{2}\d$/i.test(word),
});
