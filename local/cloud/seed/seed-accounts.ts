import type { Account, CustomField } from '../store/cloud-store.ts';
import type { Random } from '../store/random.ts';

const frankfurt = {
  line1: 'Beispielstrasse 12',
  city: 'Frankfurt',
  stateProvince: 'HE',
  postalCode: '60311',
};

/** Creates the accounts by alias: the parent, which no seeded login may see; the account; and its sub-account. */
export function seedAccounts(random: Random): Map<string, Account> {
  const accounts: Account[] = [
    {
      alias: 'PARENT',
      parentAlias: 'PARENT',
      companyName: 'Example Holding',
      address: {
        line1: '1 Harbour Street',
        city: 'Seattle',
        stateProvince: 'WA',
        postalCode: '98101',
      },
      billingContactEmail: 'billing@holding.example.com',
      customFields: [],
      oddMonths: new Map(),
    },
    {
      alias: 'ACME',
      parentAlias: 'PARENT',
      companyName: 'Acme Example GmbH',
      address: frankfurt,
      billingContactEmail: 'billing@acme.example.com',
      customFields: customFields(random),
      oddMonths: new Map([
        [0, 'empty'],
        [1, 'credited'],
        [10, 'burst'],
      ]),
    },
    {
      alias: 'ACDV',
      parentAlias: 'ACME',
      companyName: 'Acme Example Development',
      address: frankfurt,
      billingContactEmail: 'billing@acme.example.com',
      customFields: [],
      oddMonths: new Map(),
    },
  ];
  return new Map(accounts.map((account) => [account.alias, account]));
}

function customFields(random: Random): CustomField[] {
  return [
    { id: random.hexId(), name: 'Cost center', isRequired: true, type: 'text', options: [] },
    { id: random.hexId(), name: 'Monitored', isRequired: false, type: 'checkbox', options: [] },
    {
      id: random.hexId(),
      name: 'Tier',
      isRequired: false,
      type: 'option',
      options: [
        { name: '0', value: 'Standard' },
        { name: '1', value: 'Premium' },
      ],
    },
  ];
}
