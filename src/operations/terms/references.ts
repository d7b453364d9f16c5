import type { Blank, Field } from '../../core/field.ts';
import type { AlertPolicy, AutoscalePolicy, DataCenter } from '../../service/index.ts';
import type { Context } from '../context.ts';
import { reference } from './reference.ts';

const identified = {
  id: ({ id }: { id: string }) => id,
  name: ({ name }: { name: string }) => name,
};

/** An alert policy of the account. */
export const alertPolicy = (blank: Blank): Field<string, AlertPolicy, Context> =>
  reference(
    { ...identified, noun: 'alert policy', list: ({ service }) => service.alertPolicies.list() },
    blank,
  );

/** A vertical autoscale policy of the account. */
export const autoscalePolicy = (blank: Blank): Field<string, AutoscalePolicy, Context> =>
  reference(
    { ...identified, noun: 'autoscale policy', list: ({ service }) => service.autoscalePolicies.list() },
    blank,
  );

/** A data center by its code or its name. */
export const dataCenter = (blank: Blank): Field<string, DataCenter, Context> =>
  reference(
    { ...identified, noun: 'data center', list: ({ service }) => service.dataCenters.list() },
    { example: 'de1', hint: 'the code of a data center, like de1', ...blank },
  );
