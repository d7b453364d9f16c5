import { type Part, shortId, table } from '../../answer/answer.ts';
import { publicAddresses } from '../../network/internet.ts';
import { inForce } from '../../network/network-change.ts';
import { endOfAddresses, inShort } from '../../network/normal-form.ts';
import { clip, overlaps, type Product, productOf } from '../../network/product.ts';
import { includes } from '../../network/ranges.ts';
import { portsInWords } from '../../network/services.ts';
import { state } from '../firewall/firewall.ts';
import type { PlacedRule } from './placed-rules.ts';

/** "DE1 → VA1", "in DE1". */
export const whereOf = ({ from, to }: Pick<PlacedRule, 'from' | 'to'>): string =>
  from === to ? `in ${from}` : `${from} → ${to}`;

/** The state of a policy that doesn't allow anything: "disabled"; undefined for one that is active. */
export const inactive = (rule: PlacedRule): string | undefined =>
  inForce(rule) ? undefined : rule.enabled ? rule.status : 'disabled';

/** A policy, and the traffic of which it allows a part. */
export interface PartOf {
  readonly rule: PlacedRule;
  readonly traffic: Product;
}

/** The policies that are about a part of some traffic, also if they are not active. */
export const partsOf = ({
  traffic,
  rules,
}: {
  readonly traffic: Product;
  readonly rules: readonly PlacedRule[];
}): readonly PartOf[] =>
  rules.filter((rule) => overlaps(productOf(rule), traffic)).map((rule) => ({ rule, traffic }));

/** Policies as a table: of each what it allows of the traffic. One that isn't active says so. */
export const policyTable = (caption: string, parts: readonly PartOf[]): Part =>
  table({
    caption,
    columns: [
      { name: 'Policy' },
      { name: 'Where' },
      { name: 'Source' },
      { name: 'Destination' },
      { name: 'Ports' },
      { name: 'Status' },
    ],
    rows: parts.map(({ rule, traffic }) => {
      const [sources, destinations, ports] = clip(productOf(rule), traffic) ?? productOf(rule);
      return [
        rule.scope.kind === 'public' ? rule.id : shortId(rule.id),
        whereOf(rule),
        includes(sources, publicAddresses) ? 'anywhere' : inShort(endOfAddresses(sources)),
        inShort(endOfAddresses(destinations)),
        portsInWords(ports),
        state(rule),
      ];
    }),
  });
