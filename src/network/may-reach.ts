import { inForce, type Rule } from './network-change.ts';
import type { PortSet } from './port-set.ts';
import { productOf } from './product.ts';
import { meets, type United, union } from './ranges.ts';

/** The addresses at one end of some traffic: the sources (0) or the destinations (1). */
export interface Side {
  readonly axis: 0 | 1;
  readonly addresses: United;
}

/**
 * The addresses at the other end: those from which, or to which, active policies allow some of the ports for some of the addresses
 * here. All policies have to be for the place of these.
 */
export const otherSide = ({ axis, addresses }: Side, ports: PortSet, rules: readonly Rule[]): United =>
  union(
    rules.filter(inForce).flatMap((rule) => {
      const product = productOf(rule);
      return meets(product[axis], addresses) && meets(product[2], ports) ? product[axis === 0 ? 1 : 0] : [];
    }),
  );
