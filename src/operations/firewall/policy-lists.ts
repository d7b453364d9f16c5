import { ports, ranges } from '../fields/index.ts';

/** The fields for the lists of a policy inside a data center, in the format of the cloud API. */
export const policyFields = {
  ports: ports({ label: 'Ports', bare: ['icmp', 'any'] }),
  source: ranges({ label: 'Source', example: '10.0.0.0/24' }),
  destination: ranges({ label: 'Destination', example: '10.0.1.0/24' }),
};

/** The traffic that such a policy allows. */
export type PolicyLists = Readonly<Record<keyof typeof policyFields, readonly string[]>>;
