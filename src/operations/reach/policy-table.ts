import { type Part, shortId, table } from '../../answer/answer.ts';
import { publicAddresses } from '../../network/internet.ts';
import { inForce } from '../../network/network-change.ts';
import { endOfAddresses, inShort } from '../../network/normal-form.ts';
import { setOfPorts } from '../../network/port-set.ts';
import { clip, overlaps, type Product, productOf } from '../../network/product.ts';
import { includes } from '../../network/ranges.ts';
import { portsInWords } from '../../network/services.ts';
import { state } from '../firewall/firewall.ts';
import type { PlacedRule } from './placed-rules.ts';

/** Formats the place of a policy: "DE1 → VA1", "in DE1". */
export const whereOf = ({ from, to }: Pick<PlacedRule, 'from' | 'to'>): string =>
  from === to ? `in ${from}` : `${from} → ${to}`;

/** Returns the state of a policy that isn't in force, such as "disabled"; undefined if it is. */
export const inactive = (rule: PlacedRule): string | undefined =>
  inForce(rule) ? undefined : rule.enabled ? rule.status : 'disabled';

/** A policy, and the traffic that it partly allows. */
export interface PartOf {
  readonly rule: PlacedRule;
  readonly traffic: Product;
}

/** Returns the policies that concern a part of some traffic, including inactive ones. */
export const partsOf = ({
  traffic,
  rules,
}: {
  readonly traffic: Product;
  readonly rules: readonly PlacedRule[];
}): readonly PartOf[] =>
  rules.filter((rule) => overlaps(productOf(rule), traffic)).map((rule) => ({ rule, traffic }));

/** Renders policies as a table: their status, and the traffic that each allows. */
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
        portsInWords(setOfPorts(ports)),
        state(rule),
      ];
    }),
  });
