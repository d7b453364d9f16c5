/* Responses of any size, in the format of the cloud API and DynamoDB. */

export type Reply = Readonly<Record<string, unknown>> | readonly unknown[];

const upTo = <Thing>(size: number, make: (number: number) => Thing): Thing[] =>
  Array.from({ length: size }, (_, at) => make(at + 1));

const policiesOf = (size: number) => ({
  items: upTo(size, (number) => ({
    id: number.toString(16).padStart(32, '0'),
    name: `CPU high ${number}`,
    actions: [{ action: 'email', settings: { recipients: ['ops@example.com'] } }],
    triggers: [{ metric: 'cpu', duration: '00:05:00', threshold: 80 }],
    links: [{ rel: 'self', href: `/v2/alertPolicies/ACME/${number}`, verbs: ['GET', 'DELETE', 'PUT'] }],
  })),
});

const invoiceOf = (size: number) => ({
  id: 'ACME-1',
  accountAlias: 'ACME',
  pricingAccountAlias: 'ACME',
  totalAmount: size * 12.5,
  invoiceDate: '2026-12-01T00:00:00Z',
  lineItems: upTo(size, (number) => ({
    quantity: number % 7,
    description: `DE1 | DE1ACMEWEB${number}`,
    unitCost: 12.5,
    itemTotal: (number % 90) + 0.25,
    serviceLocation: `DE${number % 4}`,
    itemDetails: [
      { description: 'CPU', cost: 7.25 },
      { description: 'Memory', cost: 5.25 },
    ],
  })),
});

const groupOf = (size: number) => ({
  id: 'root',
  name: 'DE1 Hardware',
  links: [],
  groups: [],
  servers: upTo(size, (number) => ({
    id: `de1acmeweb${number}`,
    name: `DE1ACMEWEB${number}`,
    locationId: 'DE1',
    status: 'active',
    details: { powerState: 'started', cpu: 2, memoryMB: 4096 },
    links: [{ rel: 'self', href: `/v2/servers/ACME/de1acmeweb${number}` }],
  })),
});

const firewallPoliciesOf = (size: number) =>
  upTo(size, (number) => ({
    id: number.toString(16).padStart(32, '0'),
    status: 'active',
    enabled: true,
    source: [`10.${number % 200}.${number % 250}.0/24`],
    destination: [`10.${number % 180}.${number % 240}.0/24`, `172.16.${number % 250}.0/24`],
    destinationAccount: 'acme',
    ports: [`tcp/${number}-${number + 500}`, 'icmp'],
    links: [],
  }));

const rootGroup = { rel: 'group', href: '/v2/groups/ACME/root', id: 'root' };

/** Answers by the first word of a path below /v2. */
const answers: Readonly<Record<string, (size: number) => Reply>> = {
  authentication: () => ({
    userName: 'skydesk',
    accountAlias: 'ACME',
    locationAlias: 'DE1',
    roles: [],
    bearerToken: 'none',
  }),
  alertPolicies: policiesOf,
  firewallPolicies: firewallPoliciesOf,
  crossDcFirewallPolicies: () => [],
  invoice: invoiceOf,
  datacenters: () => [{ id: 'de1', name: 'DE1 - Germany', links: [rootGroup] }],
};

/** Returns the answer of the cloud API, with `size` items in its list. */
export const cloudAnswer = (pathname: string, size: number): Reply =>
  (answers[pathname.split('/')[2] ?? ''] ?? groupOf)(size);

interface Asked {
  readonly ExpressionAttributeValues: Readonly<Record<string, { readonly S: string }>>;
  readonly Limit?: number;
  readonly ExclusiveStartKey?: { readonly sk: { readonly S: string } };
}

/** Returns a page of an audit log with `size` entries, newest first. */
export function entries({ ExpressionAttributeValues, Limit = 1000, ExclusiveStartKey }: Asked, size: number) {
  const to = Number(ExpressionAttributeValues[':to']?.S ?? 0);
  const newest = Math.min(size, to, ExclusiveStartKey ? Number(ExclusiveStartKey.sk.S) - 1 : to);
  const Items = upTo(Math.min(Limit, newest), (number) => entry(newest - number + 1));
  const last = Items.at(-1);
  return {
    Items,
    ...(newest > Limit && last && { LastEvaluatedKey: { pk: { S: 'ledger#ACME' }, sk: last.sk } }),
  };
}

const entry = (seq: number) => ({
  pk: { S: 'ledger#ACME' },
  sk: { S: String(seq).padStart(12, '0') },
  account: { S: 'ACME' },
  at: { N: String(Date.now() - 1000) },
  event: { S: 'applied' },
  person: { S: 'U0ANA' },
  operation: { S: 'alert.assign' },
  title: { S: `put alert policy Night watch on DE1ACMEWEB${seq}` },
  targets: { L: [{ S: `server/de1acmeweb${seq}` }] },
  request: { S: `r${seq}` },
  previous: { S: '0'.repeat(64) },
  hash: { S: '0'.repeat(64) },
});
