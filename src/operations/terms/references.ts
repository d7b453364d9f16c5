import type { Blank, Field } from '../../core/field.ts';
import type { AlertPolicy, AutoscalePolicy, DataCenter } from '../../service/index.ts';
import type { Context } from '../context.ts';
import { type Kind, reference } from './reference.ts';

/** A kind of thing that carries its own id and name. */
const kind = <Thing extends { id: string; name: string }>(
  noun: string,
  list: Kind<Thing>['list'],
): Kind<Thing> => ({ noun, list, id: ({ id }) => id, name: ({ name }) => name });

/** An alert policy of the account. */
export const alertPolicy = (blank: Blank): Field<string, AlertPolicy, Context> =>
  reference(
    kind('alert policy', ({ service }) => service.alertPolicies.list()),
    blank,
  );

/** A vertical autoscale policy of the account. */
export const autoscalePolicy = (blank: Blank): Field<string, AutoscalePolicy, Context> =>
  reference(
    kind('autoscale policy', ({ service }) => service.autoscalePolicies.list()),
    blank,
  );

/** A data center by its code or its name. */
export const dataCenter = (blank: Blank): Field<string, DataCenter, Context> =>
  reference(
    kind('data center', ({ service }) => service.dataCenters.list()),
    { example: 'de1', hint: 'the code of a data center, like de1', ...blank },
  );
