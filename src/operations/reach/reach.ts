import { UserError } from '../../answer/user-error.ts';
import { everything } from '../../network/internet.ts';
import { everyPort, portSet, setOfPorts } from '../../network/port-set.ts';
import { optional } from '../../operation/field.ts';
import { defineOperation } from '../context/context.ts';
import { serverViewers } from '../context/roles.ts';
import { alias, ports } from '../fields/index.ts';
import { answerBetween, askBetween } from './between.ts';
import { answerListing, askListing } from './listing.ts';
import { unreadRules } from './not-read.ts';
import { readRules } from './placed-rules.ts';
import { accountsOf } from './placed-servers.ts';
import { internet, type Place, reachEnd } from './reach-end.ts';
import { cellsOf } from './verdict.ts';

/** The places of an end that was not named. */
const anywhere: Place = { at: undefined, addresses: everything };
const fromInternet: Place = { at: internet, addresses: everything };

const noPolicyOut = 'no policy is about traffic that leaves for it';

export const reach = defineOperation({
  id: 'reach',
  summary: 'Show whether firewall policies allow traffic (routes aren’t known)',
  action: 'Show firewall access',
  example: 'reach DE1ACMEWEB01 VA1ACMEAPI01 tcp/443',
  fields: {
    from: optional(reachEnd({ label: 'From', at: 0 })),
    to: optional(reachEnd({ label: 'To', at: 1, example: 'DE1ACMEDB02' })),
    ports: optional(ports({ label: 'Ports', at: 2, rest: true, bare: ['icmp', 'any'] })),
    peer: optional(alias({ label: 'Other account', hint: 'the alias of an account in which an end may be' })),
  },
  risk: 'reads',
  roles: serverViewers,
  check: ({ from, to }) => [
    ...(from === undefined && to === undefined
      ? [{ field: 'from', message: 'is missing: name one end or both', missing: true }]
      : []),
    ...(to?.toLowerCase() === internet
      ? [{ field: 'to', message: `can’t be the internet: ${noPolicyOut}` }]
      : []),
  ],
  async run({ from, to, ports: asked, peer }, context) {
    if (to?.places.some(({ at }) => at === internet))
      throw new UserError(`${to.name} has addresses on the internet: ${noPolicyOut}.`, {
        next: 'Name private addresses only.',
      });
    const accounts = await accountsOf(peer, context);
    const [sources, destinations] = [from?.places ?? [anywhere, fromInternet], to?.places ?? [anywhere]];
    const on = asked ? portSet(asked) : setOfPorts(everyPort);
    const { rules, unread: policies } = await readRules(sources, destinations, accounts);
    const ends = new Set([from, to].flatMap((one) => one?.unread ?? []));
    const cells = cellsOf(sources, destinations, on.numbers, rules);
    const unread = { ends: [...ends], policies, rules: unreadRules(cells) };
    if (from && to) {
      const asked = { ends: `${from.name} → ${to.name}`, ports: on, unread };
      return { between: await askBetween(cells, asked, accounts) };
    }
    const [lists, name] = to ? (['from', to.name] as const) : (['to', from?.name ?? ''] as const);
    return { listing: await askListing(cells, { lists, name, unread }, accounts) };
  },
  result: (_, { between, listing }, context) =>
    between ? answerBetween(between, context) : listing ? answerListing(listing) : [],
});
